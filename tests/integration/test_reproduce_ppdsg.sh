#!/usr/bin/env bash
# AUC maximisation on the generated set: tuned by the worst seed, shown by the area under the curve.
# Then an item of the PPD-SG paper at the smallest scale, with stand-ins called stand-ins.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

mkdir -p own
cat >own/small.yaml <<'YAML'
title: Small
problems: [{id: half, label: two groups, problem: "auc:data=two_groups,ratio=91"}]
methods:
- {id: sgd, label: SGD-CE, algorithm: sgd}
- {id: ppd_sg, label: PPD-SG, algorithm: "ppd_sg:T0=20"}
- {id: still, label: no steps, algorithm: "sgd:eta0=0"}
tuning:
  metric: auc_val
  judge: worst
  points: 2
  seed: 1
  seeds: 100-102
  grids: [{method: sgd, grid: "eta0={1e-9|0.3}"}, {method: ppd_sg, grid: "eta0={1e-9|1}"}]
scales: [{name: smoke, budget: "6400:samples", tuning_budget: "3200:samples", seeds: 0-4, checkpoints: 8}]
figures: [{id: f, title: F, panels: [{problem: half, x: samples, y: auc_test}]}]
tables: [{id: t, title: T, columns: [{id: area, mean: auc_test, cost: samples}, {id: end, metric: auc_test}]}]
claims:
- {id: early, text: Moving helps, kind: higher, method: ppd_sg, than: [still], metric: auc_test, mean: true, cost: samples}
YAML
expect 0 env LEVELFIELD_REPORTS=. "$levelfield" reproduce own/small --scale smoke -j 2 -q --strict
prints 'difference of means 0\.'
prints '^\| area +\| +0\.[5-9][0-9]* \| +0\.[5-9][0-9]* \| +0\.[0-9]* \|'
report=$(tail -n 1 out)
grep -q 'The best worst case over these seeds of final auc_val was chosen.' "$report" ||
    fail "the report does not say how points were judged"
grep -q 'eta0=0.3' "$report" || fail "no step size in the report"
sed -i 's/judge: worst/judge: best/' own/small.yaml
expect 3 env LEVELFIELD_REPORTS=. "$levelfield" reproduce own/small --scale smoke
says "judge: expected median or worst, not 'best'"

need_data
expect 0 "$levelfield" reproduce ppdsg/fig3 --scale smoke -j 2 -q
for method in SGD-CE AdaGrad-CE OAUC PGA PPD-SG PPD-AdaGrad; do prints "$method"; done
report=$(tail -n 1 out)
[ "$(grep -o 'MNIST, random half, 95 % (stand-in)' "$report" | wc -l)" -ge 3 ] || fail "stand-ins are not marked"
ls "$(dirname "$report")"/plots/fig3-fig3-smoke.png >/dev/null || fail "no figure"
