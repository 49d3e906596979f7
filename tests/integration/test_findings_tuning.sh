#!/usr/bin/env bash
# A record keeps how tuning went on from choice to choice; where today's ranges of parameters make another edge of one, so
# that a rerun would try other points, `findings.py decide` says so.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/findings.sh"

mkdir -p reports/toy
cat >reports/toy/one.yaml <<'YAML'
title: One
citation: A toy.
figures: [{id: f, title: F, panels: [{problem: p, x: steps, y: FV}]}]
problems: [{id: p, label: parity, problem: "dp_scad:data=two_groups"}]
methods:
- {id: det, label: whole, algorithm: "ssg:eps=0.1"}
- {id: given, label: as given, algorithm: "ssg:eta=1e-6"}
scales: [{name: default, budget: "40:dp.g", tuning_budget: full, seeds: 0-4, checkpoints: 2}]
tuning: {metric: FV, points: 3, seed: 1, seeds: 100-101, grids: [{method: det, grid: "eta={1e-5|1e-4|1e-3}"}]}
claims:
- {id: c, text: tuning helps, kind: lower, method: det, than: [given], metric: FV, where: CVio, at_most: 9}
YAML
printf '# Findings\n\n<!-- findings: made by scripts/findings.py -->\n<!-- end of findings -->\n\nend\n' >reports/README.md
export LEVELFIELD_REPORTS=$PWD/reports
expect 0 "$levelfield" reproduce toy/one -q --out done
expect 0 findings record done

# The largest step ends lowest, so that the grid goes on past it, twice.
rounds='.one.tuning.det.on.p'
[ "$(jq -r '.one.tuning.det.algorithm' reports/toy/findings.json)" = ssg:eps=0.1 ] || fail "of another method"
jq -c "[$rounds[] | [.low, .high, .chosen, .edges]]" reports/toy/findings.json >rounds
diff - rounds <<'JSON' || fail "the rounds are not those of the tuning"
[["eta=1e-05","eta=0.001","eta=1e-3","eta"],["eta=1e-05","eta=0.01","eta=0.01","eta"],["eta=1e-05","eta=0.1","eta=0.1","eta"]]
JSON
expect 0 findings decide
prints '1 claims [(]1 lines[)] and 3 choices decided again, 0 otherwise'

planted() {
  cp reports/toy/findings.json kept
  jq "$1" kept >reports/toy/findings.json
  expect "$2" findings decide
  mv kept reports/toy/findings.json
}
planted "$rounds[1].edges = \"\"" 1
prints "^one, tuning of det on p: eta=0.01 was on the edge of nothing; by today's parameters, of eta$"
# 0 is all that eps can be at least: where that was not known, it was an edge.
planted "$rounds[0] = {low: \"eta=1,eps=0\", high: \"eta=9,eps=1\", chosen: \"eta=3,eps=0\", edges: \"eps\"}" 1
prints "^one, tuning of det on p: eta=3,eps=0 was on the edge of eps; by today's parameters, of nothing$"
planted "del($rounds[2].low)" 3
says 'reports/toy/findings.json: one, tuning of det on p: a round needs low, high, chosen and edges'
planted '.one.tuning.det.algorithm = "sgs"' 3
says "reports/toy/findings.json: one: there is no algorithm 'sgs'"
