#!/usr/bin/env bash
# The SONEX paper's items at the smallest scale, those on generated groups; and what its files need of
# the harness: a family that is tuned once, a frontier, two forms of one task.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

expect 0 "$levelfield" reproduce sonex/table3 --scale smoke -j 2 -q
prints '^\| paper +\| +0\.5657 \| +0\.5563 \| +0\.5768 \| +0\.578 \|'
[ -s "$(tail -n 1 out)" ] || fail "no report"
expect 0 "$levelfield" reproduce sonex/table5 --scale smoke -j 2 -q
prints '^\| paper +\| +0\.5657 \| +0\.9666 \|'
grep -q 'stands in for Amazon' "$(tail -n 1 out)" || fail "the stand-in is not marked"

# A family that is tuned once, and the frontier along it.
mkdir -p own
cat >own/family.yaml <<'YAML'
title: A family
problems:
- {id: strict, label: "kap = .01", problem: "dp_scad:data=two_groups,kappa=0.01", constants: [{name: kappa, value: 0.01}]}
- {id: loose, label: "kap = .1", problem: "dp_scad:data=two_groups,kappa=0.1", tuned_as: strict, constants: [{name: kappa, value: 0.1}]}
methods:
- {id: ssg, label: SSG, algorithm: "ssg:mode=deterministic", deterministic: true}
tuning: {metric: FV, points: 2, seed: 1, seeds: "9", grids: [{method: ssg, grid: "eta={0.01|0.1}"}]}
scales:
- {name: smoke, budget: "50:steps", seeds: "0", checkpoints: 2, tuning_budget: "20:steps"}
frontiers:
- {id: f, title: Objective against kappa, x: G, y: FV, label: kappa, at: [-100], lines: [{method: ssg, problems: [strict, loose]}]}
YAML
expect 0 env LEVELFIELD_REPORTS=. "$levelfield" reproduce own/family --scale smoke -q
prints '^\| SSG +\| +not reached \| +2 of 2 \| +1 \|'
report=$(tail -n 1 out)
grep -q 'With the parameters chosen on kap = .01, and no trials of their own: kap = .1.' "$report" ||
    fail "it is not said whose parameters are used"
ls "$(dirname "$report")"/plots/family-frontier-f-smoke.png >/dev/null || fail "no figure"

# Two forms of a task side by side, compared seed by seed.
cat >own/forms.yaml <<'YAML'
title: Two forms
problems:
- {id: cvar, label: CVaR, problem: "cvar_dro:data=synth30", methods: [sonex]}
- {id: dual, label: "CVaR, dual", problem: "cvar_dro:data=synth30,form=dual", methods: [ooa], same_as: cvar}
methods:
- {id: sonex, label: SONEX, algorithm: sonex}
- {id: ooa, label: OOA, algorithm: ooa}
scales: [{name: smoke, budget: "5000:samples.inner", seeds: 0-1, checkpoints: 4}]
use_problems: [cvar]
figures: [{id: f, title: F, panels: [{problem: cvar, y: cvar, x: samples.inner}]}]
tables: [{id: t, title: T, columns: [{id: cvar, metric: cvar}]}]
claims: [{id: c, text: Lower, kind: lower, method: sonex, than: [ooa], metric: cvar}]
YAML
expect 0 env LEVELFIELD_REPORTS=. "$levelfield" reproduce own/forms --scale smoke -j 2 -q
prints '^\| CVaR +\| +SONEX \| +OOA \|'
prints '^OOA ran on CVaR, dual\.'
prints 'undecided \| P = 0\.25; 2 of 2 seeds for it'
[ "$(grep -c '^| .* | *SONEX | *OOA |' out)" -eq 1 ] || fail "a form is shown a second time"
