#!/usr/bin/env bash
# A record is of what its experiment file asked for when it was made: once the file asks for something else, its page says
# what, nothing of it is counted, and a sentence that quotes it has to say so.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/findings.sh"

mkdir -p reports/toy
cat >reports/toy/one.yaml <<'YAML'
title: One
citation: A toy.
figures: [{id: f, title: F, panels: [{problem: p, x: steps, y: FV}]}]
problems: [{id: p, label: parity, problem: "dp_scad:data=two_groups"}, {id: q, label: unused, problem: "dp_scad:data=two_groups"}]
use_problems: [p]
methods:
- {id: det, label: whole, algorithm: ssg}
- {id: small, label: short steps, algorithm: "ssg:eta=1e-6"}
settings: [{problem: q, budget: "9:steps"}, {problem: p, method: small, budget: "30:steps"}]
scales: [{name: default, budget: "20:steps", tuning_budget: full, seeds: 0-4, checkpoints: 2}]
tuning: {metric: FV, points: 2, seed: 1, seeds: 100-101, grids: [{method: det, grid: "eta={1e-3|1e-2}"}]}
tables: [{id: t, title: T, columns: [{id: FV, metric: FV}]}]
claims:
- {id: c, text: tuning helps, kind: lower, method: det, than: [small], metric: FV, where: CVio, at_most: 9, by: 1e-9}
YAML
printf '# Findings\n\n<!-- findings: made by scripts/findings.py -->\n<!-- end of findings -->\n\nend\n' >reports/README.md
printf 'Tuning helps, which is held.\n<!-- as in one: c = held -->\n' >reports/toy/README.md
export LEVELFIELD_REPORTS=$PWD/reports
expect 0 "$levelfield" reproduce toy/one -q --out done
expect 0 findings record done
expect 0 findings write
expect 0 findings check
grep -q '^Scale default, a budget for each method, seeds 0-4; ' reports/toy/findings.md || fail "not the budgets of its runs"
grep -qF '| One | 1 |' reports/README.md || fail "the record is not counted"

cp -r reports asked
# What the file asks for is changed by a sed command; the page then says in which of its parts.
other() {
  sed -i "$1" reports/toy/one.yaml
  cmp -s reports/toy/one.yaml asked/toy/one.yaml && fail "'$1' changes nothing"
  expect 1 findings check
  prints "toy/findings.md is not what its records make"
  expect 0 findings write
  grep -qF "**Of another file**: since it was recorded the experiment file has changed in $2, and the" reports/toy/findings.md ||
    fail "the page does not say that $2 changed: $(grep -F "**Of another" reports/toy/findings.md)"
  grep -qF '| One | of another file |' reports/README.md || fail "counted, though $2 changed"
  grep -q ', of another file; \[its claims\]' docs/gallery.md || fail "the gallery does not say so"
  expect 0 findings age
  prints '^toy/one: of another file; made'
  grep -q '^Scale default, a budget for each method, ' reports/toy/findings.md || fail "the file's budgets for the record's"
  expect 1 findings check
  prints 'the record one is of another file: tell readers so, and <!-- as in one, of another file: '
  sed -i 's/which is held/which was held/; s/as in one:/as in one, of another file:/' reports/toy/README.md
  expect 0 findings check
  rm -r reports && cp -r asked reports
}
other 's/1e-3|1e-2/1e-3|1e-2|1e-1/' 'grids (det)'
other 's/, points: 2/, points: 3/' 'tuning (points)'
other 's/two_groups"}, {id: q/two_groups,kappa=0.1"}, {id: q/' 'problems (p)'
other 's/algorithm: ssg}/algorithm: "ssg:eps=0.1"}/' 'methods (det)'
other 's/"20:steps"/"40:steps"/; s/0-4/0-6/' 'scale (budget, seeds)'
other 's/"30:steps"/"40:steps"/' 'settings (p:small)'
other 's/metric: FV, where/metric: CVio, where/' 'claims (c)'
other 's/kind: lower/kind: higher/' 'claims (c)'
other '/^tables/s/metric: FV/metric: CVio/' 'tables (t.FV)'
other 's/^- {id: small.*/&\n- {id: more, label: more, algorithm: "ssg:eta=0.1"}/' 'methods (more)'

# Words, other ways to write a number, and what it does not run are not what is asked for.
for same in 's/label: parity/label: equality/' 's/by: 1e-9/by: 0.000000001/' 's/id: q, label: unused, problem: "dp_scad/&:kappa=0.1,/' \
  's/"9:steps"/"8:steps"/' '/^tables/s/}\]}/}, {id: CVio, metric: CVio}]}/'; do
  sed -i "$same" reports/toy/one.yaml
  cmp -s reports/toy/one.yaml asked/toy/one.yaml && fail "'$same' changes nothing"
  expect 0 findings write
  ! grep -q 'Of another file' reports/toy/findings.md || fail "'$same' is no other file"
  rm -r reports && cp -r asked reports
done

# A mark that calls a good record old is refused, too.
sed -i 's/as in one:/as in one, of another file:/' reports/toy/README.md
expect 1 findings check
prints 'the record one is not of another file: tell readers so, and <!-- as in one: '
