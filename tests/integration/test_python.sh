#!/usr/bin/env bash
# The Python package: every test of tests/python, in a scratch folder.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/python.sh"

export PYTHONPATH=$PYTHONPATH:$LF_TEST_SOURCE/examples/python:$LF_TEST_SOURCE/tests/python
"$python" -W error::ResourceWarning -m unittest discover -s "$LF_TEST_SOURCE/tests/python" -v 2>&1 | tee tests.log

# An interpreter may have places of its own for libm's functions: it is the same libm all the same, so that runs of
# the two commands are held to each other.
"$levelfield" run -q --no-table -p auc:data=synthetic_small -a sgd -b 1:steps --out native
"$python" -m levelfield run -q --no-table -p auc:data=synthetic_small -a sgd -b 1:steps --out python
"$python" -c 'import levelfield
a, b = [next(iter(levelfield.open_results(folder))).environment["libm"] for folder in ("native", "python")]
assert a == b, f"libm is {a} for the one command and {b} for the other"'

# What a module does to the floating-point modes is not in the numbers of a table.
cat >upward.py <<'END'
import ctypes, platform
ctypes.CDLL("libm.so.6").fesetround(0x800 if platform.machine() == "x86_64" else 0x400000)
END
"$python" -m levelfield run -q -p auc:data=synthetic_small -a sgd -b 2000:samples --out nearest >nearest.txt
PYTHONPATH=.:$PYTHONPATH "$python" -c 'import levelfield, sys, upward; levelfield.command(*sys.argv[1:])' \
  run -q -p auc:data=synthetic_small -a sgd -b 2000:samples --out upward >upward.txt
diff nearest.txt upward.txt || fail "a command rounds as a module of the interpreter does"

"$python" -c 'import mypy' 2>/dev/null || skip "mypy is not installed: scripts/setup.sh test"
"$python" -m mypy --strict --ignore-missing-imports --cache-dir="$scratch/mypy" -p levelfield || fail "types do not fit"
why=$(sed -n "s/.*skipped '\(.*\)'$/\1/p" tests.log | paste -sd ';')
[ -z "$why" ] || skip "$why"
