#!/usr/bin/env bash
# --until-decided over Slurm: each look's runs are an array of tasks, and what is decided is what a local
# command decides, line for line; starts that are moved keep their word on the nodes.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/slurm.sh"

missing=$(slurm_missing)
[ -z "$missing" ] || skip "$missing"
trap 'slurm_stop; rm -rf "$scratch"' EXIT
slurm_start

cat >looks.yaml <<'YAML'
title: Three methods, two of them one, and a start that varies
problems:
- {id: p, label: p, problem: "dp_scad:data=two_groups", varies: [start]}
methods:
- {id: a, label: A, algorithm: "ssg:mode=stochastic,eta=1e-2"}
- {id: b, label: B, algorithm: "ssg:mode=stochastic,eta=1e-2"}
- {id: c, label: C, algorithm: "ssg:mode=deterministic,eta=1e-4", deterministic: true}
- {id: d, label: D, algorithm: "ssg:mode=deterministic,eta=1e-2", deterministic: true}
scales:
- {name: default, budget: "100:steps", seeds: "0-2", checkpoints: 2}
claims:
- {id: clear, text: A ends lower than C, kind: lower, method: a, than: [c], metric: FV, where: CVio, at_most: 9}
- {id: same, text: A ends lower than B, kind: lower, method: a, than: [b], metric: FV, where: CVio, at_most: 9}
- {id: exact, text: D ends lower than C, kind: lower, method: d, than: [c], metric: FV, where: CVio, at_most: 9}
YAML

decide=(reproduce looks.yaml --until-decided --max-seeds 8)
expect 0 "$levelfield" "${decide[@]}" --out here -j 2
prints '[|] D ends lower than C +[|] held +[|] exact, [0-9]+ starts within '
expect 0 timeout 300 "$levelfield" "${decide[@]}" --engine slurm --tasks 2 --out there
[ "$(grep -c '^Slurm job' err)" -ge 2 ] || { cat err >&2; fail "not an array for each look"; }
expect 0 "$levelfield" compare here there
claims='[.experiments[0].claims[] | {id, outcome, statistic}]'
[ "$(jq -c "$claims" here/report.json)" = "$(jq -c "$claims" there/report.json)" ] || fail "Slurm decides otherwise"
jq -e '[.experiments[0].claims[].outcome] == ["held", "undecided", "held"]' there/report.json >/dev/null ||
  fail "outcomes: $(jq -c "$claims" there/report.json)"
