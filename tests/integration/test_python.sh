#!/usr/bin/env bash
# The Python package: every test of tests/python, in a scratch folder.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/python.sh"

export PYTHONPATH=$PYTHONPATH:$LF_TEST_SOURCE/examples/python:$LF_TEST_SOURCE/tests/python
"$python" -W error::ResourceWarning -m unittest discover -s "$LF_TEST_SOURCE/tests/python" -v 2>&1 | tee tests.log

"$python" -c 'import mypy' 2>/dev/null || skip "mypy is not installed: scripts/setup.sh test"
"$python" -m mypy --strict --ignore-missing-imports --cache-dir="$scratch/mypy" -p levelfield || fail "types do not fit"
why=$(sed -n "s/.*skipped '\(.*\)'$/\1/p" tests.log | paste -sd ';')
[ -z "$why" ] || skip "$why"
