#!/usr/bin/env bash
# What makes a result another than it looks like is said before a run starts, or beside its result.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# A view that the problem shows with other parameters only: one line, and nothing was written.
expect 3 "$levelfield" run -p cvar_dro:form=dual -a sonx -b 10
says 'sonx solves the composition view, which problem cvar_dro does not show .*: set form=primal$'
[ ! -e levelfield-out ] || fail "something was written before it was refused"
expect 3 "$levelfield" run -p cvar_dro -a sonx -a smd -b 10
says 'smd solves the group_minimax view, .*: set form=dual$'

# A sum of which a method asks one term is another problem: said in the table, as JSON, in the report.
half=(run --plugin "$LF_TEST_BUILD/plugins/half_asks.so" -a half_asks -a sonx -p cvar_dro:decay=0.1
  -b 20 --checkpoints 2 --out half)
expect 0 "$levelfield" "${half[@]}"
prints '^  half_asks, seed 0: done: budget spent; warning: objective 1 of 2, counted from 0, was never asked about$'
! grep -q 'sonx, seed 0: done' out || fail "sonx asks about both"
expect 0 "$levelfield" "${half[@]}" --json
jq -e '.runs | map(.warning) | sort_by(. == null) |
  (.[0] | test("objective 1 of 2")) and .[1] == null' out >/dev/null || fail "no warning in the JSON object"
expect 0 "$levelfield" report half
grep -q 'half_asks.*objective 1 of 2' half/report.md || fail "no warning in the report"

# The same without the second objective is no reason to warn.
expect 0 "$levelfield" run --plugin "$LF_TEST_BUILD/plugins/half_asks.so" -a half_asks -p cvar_dro:decay=0 -b 20
! grep -q 'warning' out || fail "a warning about one objective of one"
