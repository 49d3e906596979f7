#!/usr/bin/env bash
# docs/python.md, command by command, beginning with `pip install` into a scratch environment, with the
# program and the library of an installed tree.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/python.sh"

"$python" -c 'import setuptools, wheel, pip, venv, ensurepip' 2>/dev/null ||
  skip "pip cannot install: apt-get install python3-venv python3-pip python3-setuptools python3-wheel"

# The folder in which the page is read: a source tree, of which nothing is written to.
unset PYTHONPATH LEVELFIELD_LIBRARY
expect 0 cmake --install "$LF_TEST_BUILD" --prefix "$scratch/prefix"
installed=$(find "$scratch/prefix" -name liblevelfield.so)
mkdir -p bin build/release
ln -s "$installed" build/release/
ln -s "$python" bin/python3
ln -s "$scratch/prefix/bin/levelfield" bin/levelfield
cp -r "$LF_TEST_SOURCE/python" "$LF_TEST_SOURCE/examples" "$LF_TEST_SOURCE/benchmarks" .
export PATH=$scratch/bin:$PATH PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1

expect 0 "$python" "$LF_TEST_SOURCE/tests/support/run_page.py" "$LF_TEST_SOURCE/docs/python.md"
prints '^HeavyBall 0 0\.[0-9]+'
prints '^done budget spent \(23,\)'
prints '^done budget spent 9984 '
prints '^Sonx +seed 2: done'
prints '^ +the border +[0-9.]+ us a step'
grep -q HeavyBall curves/report.html || fail "the report does not show the method"
prints '^ +HeavyBall:beta=0.5 +3 done '

# What was installed is the package itself, not the tree beside it.
(cd / && "$scratch/env/bin/python" -c 'import levelfield; print(levelfield.__file__)') >out
prints "^$scratch/env/lib"
[ -e "$scratch"/env/lib/python3*/site-packages/levelfield/py.typed ] || fail "py.typed is missing"

# An installed library is found beside the program on PATH, or by pkg-config.
expect 0 env -C / LEVELFIELD_LIBRARY= "$scratch/env/bin/python" -c \
  'import os, levelfield._library as l; print(os.path.realpath(l.find()))'
prints "^$scratch/prefix/lib.*/liblevelfield\\.so\\."
rm bin/levelfield
expect 0 env -C / PKG_CONFIG_PATH="${installed%/*}/pkgconfig" LEVELFIELD_LIBRARY= "$scratch/env/bin/python" -c \
  'import os, levelfield._library as l; print(os.path.realpath(l.find()))'
prints "^$scratch/prefix/lib.*/liblevelfield\\.so\\."

# Without the library, one line says where it was looked for; one that does not fit is refused.
expect 1 env -C / "$scratch/env/bin/python" -c 'import levelfield; levelfield.Session("auc", "sgd")'
grep -q 'liblevelfield.so is not found: build or install Levelfield, or set LEVELFIELD_LIBRARY' err ||
  fail "a missing library is not named"
expect 1 env -C / LEVELFIELD_LIBRARY=/lib/x86_64-linux-gnu/libm.so.6 \
  "$scratch/env/bin/python" -c 'import levelfield; levelfield.catalogue()'
grep -q 'libm.so.6 is no library that this package can use' err || fail "libm passes for Levelfield"
