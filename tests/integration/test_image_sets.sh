#!/usr/bin/env bash
# Image sets at the command line: archives are found, named once and checked member by member, and
# a linear problem refuses images.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
real=${LEVELFIELD_DATA:-}

# An archive of the right names whose content is not the published one.
mkdir -p made data/cifar-100-binary
mkdir made/cifar-100-binary
head -c 3074 /dev/zero >made/cifar-100-binary/train.bin
head -c 3074 /dev/zero >made/cifar-100-binary/test.bin
tar -C made -czf data/cifar-100-binary.tar.gz cifar-100-binary
archive=$scratch/data/cifar-100-binary.tar.gz
export LEVELFIELD_DATA=$scratch/data

expect 0 "$levelfield" data path cifar100
[ "$(cat out)" = "$archive" ] || fail "data path does not print the archive once: $(cat out)"
expect 1 "$levelfield" data verify cifar100
[ "$(grep -c "^WRONG  cifar100  $archive/cifar-100-binary/" out)" -eq 2 ] ||
  fail "data verify does not name both members"
grep -q 'not the published file' err || fail "data verify does not say what is wrong"
expect 0 "$levelfield" show cifar100
prints 'source +https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz'
expect 3 "$levelfield" run --problem dp_scad:data=cifar100 --algorithm ssg --budget 10
says 'levelfield: .*cifar-100-binary/train.bin: not the published file|levelfield: .*the catalogue has'

# A member that is a link to somewhere else is not followed.
ln -sf /etc/hostname made/cifar-100-binary/train.bin
tar -C made -czf "$archive" cifar-100-binary
expect 1 "$levelfield" data verify cifar100
grep -q 'is a link or a device, expected files and folders' err || fail "a link is not refused: $(cat err)"

# An unpacked file goes before the archive.
cp made/cifar-100-binary/test.bin data/cifar-100-binary/test.bin
expect 0 "$levelfield" data path cifar100
[ "$(sed -n 2p out)" = "$scratch/data/cifar-100-binary/test.bin" ] || fail "the file is not found"

expect 3 "$levelfield" data path cifar10part
says 'cifar10part needs cifar-10-binary/data_batch_1.first4000.bin.gz'
expect 3 "$levelfield" data fetch cifar10part
says 'cannot be fetched'
expect 3 "$levelfield" data fetch catdog
says 'catdog/train.zip cannot be fetched: Kaggle asks for an account'
expect 0 "$levelfield" show stl10
prints 'md5 +918c2871b30a85fa023e0c44e0bee87f'
[ "$(find . -name '*.bin' | wc -l)" -eq 3 ] || fail "something was unpacked"

[ -n "$real" ] || skip "LEVELFIELD_DATA is not set"
export LEVELFIELD_DATA=$real
expect 0 "$levelfield" data verify mnist cifar10part cifar10jpeg
[ "$(grep -c '^ok' out)" -eq 7 ] || fail "not all seven files are right"
expect 3 "$levelfield" run --problem dp_scad:data=mnist --algorithm ssg --budget 10
says 'data set mnist holds images; a linear model needs a table of features'
