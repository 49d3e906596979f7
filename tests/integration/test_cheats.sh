#!/usr/bin/env bash
# What becomes of every cheat of tests/plugins/cheats.tsv, without --audit and with it; and the table of
# docs/reliability.md is the same.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/python.sh"

export PYTHON=$python LF_TEST_TOY=$LF_TEST_BUILD/plugins/toy.so
cheats=$LF_TEST_SOURCE/tests/support/cheats.py
"$python" "$cheats" --table "$LF_TEST_SOURCE/docs/reliability.md"
"$python" "$cheats"
