#!/usr/bin/env bash
# An experiment in parts: a problem now, a method of the other one later, the rest at the end. It
# comes to what it comes to in one go, and nothing is run twice.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# notes PATTERN: the (extended) pattern is on standard error.
notes() {
  grep -qE -- "$1" err || { cat err >&2; fail "does not note '$1'"; }
}

cat >mine.yaml <<'YAML'
title: Two problems, three methods
problems:
- {id: loose, label: loose, problem: "dp_scad:data=two_groups,kappa=0.2"}
- {id: tight, label: tight, problem: "dp_scad:data=two_groups,kappa=0.01"}
- {id: elsewhere, label: elsewhere, problem: "dp_scad:data=nowhere.yaml"}
methods:
- {id: ssg, label: SSG, algorithm: ssg}
- {id: econ, label: 3S-Econ, algorithm: 3secon}
- {id: csa, label: CSA, algorithm: csa}
scales:
- {name: smoke, budget: "60:steps", seeds: 0-1, checkpoints: 2, tuning_budget: "20:steps"}
tables: [{id: end, title: At the end, columns: [{id: FV, metric: FV}]}]
tuning: {metric: FV, points: 2, seed: 1, seeds: "100", grids: [{method: ssg, grid: "eta={1e-3|1e-2}"}]}
YAML
grep -v elsewhere mine.yaml >whole.yaml
here=(reproduce mine.yaml --scale smoke --out parts)

# Data that is not there is not missed by what does not need it.
expect 3 "$levelfield" "${here[@]}"
notes 'nowhere\.yaml'
expect 0 "$levelfield" "${here[@]}" --problem loose
notes '^2 runs, 0 of them finished' # trials of one method on one problem
notes '^6 runs, 0 of them finished'
prints '^tight: not run yet'
prints '^\| loose'
grep -q '12 of 18 runs have no result yet' parts/report.md || fail "the report does not say what is missing"

expect 0 "$levelfield" "${here[@]}" --problem tight --method csa --method econ
notes '^4 runs, 0 of them finished'
if grep -q '^2 runs' err; then fail "trials of a method that was not asked for"; fi
expect 0 "$levelfield" "${here[@]}" --problem tight --problem loose
notes '^12 runs, 10 of them finished'
expect 0 "$levelfield" reproduce whole.yaml --scale smoke --out whole
expect 0 "$levelfield" compare parts whole

expect 2 "$levelfield" "${here[@]}" --problem lose
notes "mine\.yaml: no problem 'lose'; did you mean 'loose'\?"
expect 2 "$levelfield" "${here[@]}" --method sgd
notes "mine\.yaml: no method 'sgd'; there are: "
# Of a paper, the items that have no such problem are passed over.
expect 2 "$levelfield" reproduce rsvrb --scale smoke --problem lose --out none
notes "rsvrb/[a-z0-9_]+: no problem 'lose'" # the last one of them
[ ! -e none ] || fail "a refused command left a folder"
