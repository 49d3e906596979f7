#!/usr/bin/env bash
# levelfield optima: what it finds, what it says of stored runs, and what it refuses.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

expect 2 "$levelfield" optima
expect 2 "$levelfield" optima dp_scda
says "did you mean 'dp_scad'"
expect 2 "$levelfield" optima roc_fairness
says 'problem roc_fairness has no search for local optima; dp_scad has'
expect 2 "$levelfield" optima dp_scad --starts 0
says "optima: --starts '0'"
expect 2 "$levelfield" optima dp_scad:lam=-1
says 'lam'
expect 3 "$levelfield" optima dp_scad --starts 1 --results nowhere
says 'nowhere'

# The same starts, whatever their number: values and counts come again.
spec=dp_scad:lam=0.003
expect 0 "$levelfield" optima $spec --starts 30 --json
cp out thirty
jq -e '.starts == 30 and .random == 8 and .unsettled == 0 and .methods == [] and
  ([.optima[].starts] | add) == 30 and (.optima | map(.F) | . == sort) and
  (.optima | all(.kkt <= 1e-6 and .violation <= 1e-9 and (.x | length) == 20)) and
  .new_chance == .alone / .random' thirty >/dev/null || fail "30 starts: $(cat thirty)"
expect 0 "$levelfield" optima $spec --starts 30 --json
cmp out thirty || fail "other optima the second time"
expect 0 "$levelfield" optima $spec --starts 1
prints '^1 start met 1 distinct value$'
prints 'no start was random'

# Runs are starts, too; of one on another problem nothing can be said.
expect 0 "$levelfield" run -p $spec -a ssg -a csa -b 2000 --seeds 0-2 -q --out runs
expect 0 "$levelfield" optima $spec --starts 1 --results runs --json
jq -e '.starts == 7 and (.methods | map(.runs)) == [3, 3] and
  (.optima[0].F as $best | .methods | all(.gap_best == .F - $best))' out >/dev/null || fail "runs: $(cat out)"
expect 0 "$levelfield" optima $spec --starts 1 --results runs
prints '^method +runs +median F'
expect 3 "$levelfield" optima dp_scad --starts 1 --results runs
says 'no finished run on dp_scad'
