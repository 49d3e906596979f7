#!/usr/bin/env bash
# A full disk: one clear line, a non-zero exit, and no half-written store. The disk is a small tmpfs
# in a mount namespace of its own.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

mkdir small
namespace=(unshare -m) # who is not root is, in a user namespace
[ "$(id -u)" -eq 0 ] || namespace+=(-r)
"${namespace[@]}" sh -c "mount -t tmpfs -o size=64k none '$scratch/small'" 2>/dev/null ||
  skip "no private mount namespace here"

# in_small COMMAND...: with $scratch/small an almost full disk.
in_small() {
  "${namespace[@]}" sh -c 'mount -t tmpfs -o size=64k none "$1"/small && shift && exec "$@"' sh "$scratch" "$@"
}

run=("$levelfield" run -p dp_scad -a ssg -b 2000 --checkpoints 500 --seeds 0-3)
expect 3 in_small "${run[@]}" --quiet --out small/out
says 'small/out|disk|space'

# The same for files that are written whole or not at all.
expect 0 "${run[@]}" --quiet --out fine
expect 3 in_small "$levelfield" export fine --output small/trace.csv
says 'small/trace\.csv: .*full'
expect 3 in_small sh -c "'$levelfield' export fine >small/trace.csv"

# What is on it can be read, for instance to be taken elsewhere.
expect 0 "$levelfield" run -p auc:data=synthetic_small -a sgd -b 300 --quiet --no-table --out few
for command in status export verify "compare few" "publish --out $scratch/few.lfz"; do
  # shellcheck disable=SC2086
  expect 0 "${namespace[@]}" sh -c 'mount -t tmpfs -o size=256k none small && cp -r few small && {
    cat /dev/zero >small/rest
    exec "$@" small/few
  }' sh "$levelfield" $command
done
