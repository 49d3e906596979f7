#!/usr/bin/env bash
# Seeds are added where a claim is open: a clear difference stops at the first look, none at all when
# more would not help, and runs that are there count.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

cat >mine.yaml <<'YAML'
title: Three methods, two of them one
problems:
- {id: p, label: p, problem: "dp_scad:data=two_groups"}
methods:
- {id: a, label: A, algorithm: "ssg:mode=stochastic,eta=1e-2"}
- {id: b, label: B, algorithm: "ssg:mode=stochastic,eta=1e-2"}
- {id: c, label: C, algorithm: "ssg:mode=stochastic,eta=1e-4"}
scales:
- {name: smoke, budget: "100:steps", seeds: "0,3", checkpoints: 2, tuning_budget: "5:steps"}
tuning: {metric: FV, points: 1, seeds: "5", grids: [{method: c, grid: "eta=1e-4"}]}
claims:
- {id: clear, text: A ends lower than C, kind: lower, method: a, than: [c], metric: FV, where: CVio, at_most: 9}
- {id: same, text: A ends lower than B, kind: lower, method: a, than: [b], metric: FV, where: CVio, at_most: 9}
YAML

# Without a run: the first look for sure, all of them at most, and only where a claim looks.
expect 0 "$levelfield" reproduce mine.yaml --scale smoke --out none --dry-run --until-decided
sed -n 's/^  runs *//p; /^for sure/p; /^at most/p; s/^  cost *//p' out >said
diff - said <<'END' || fail "the dry run says otherwise"
for sure, the seeds of the first look
12
at most 1205 steps
at most, if no claim is decided before the last look
80
at most 8005 steps
END
[ ! -e none ] || fail "a dry run made a folder"
expect 0 "$levelfield" reproduce mine.yaml --scale smoke --out none --dry-run --max-seeds 6
! grep -q 'for sure' out || fail "two forecasts of one look"

# Two forecasts of the same runs, and two methods of one kind: all are tried as one is that is forecast alone.
cat >tried.yaml <<'YAML'
title: Two of a kind
problems: [{id: p, label: p, problem: "auc:data=two_groups"}]
methods: [{id: a, label: A, algorithm: "counts_runs:eta=0.1"}, {id: b, label: B, algorithm: "counts_runs:eta=0.2"}]
scales: [{name: smoke, budget: "100:steps", seeds: 0-5, checkpoints: 2}]
claims: [{id: c, text: A ends higher than B, kind: higher, method: a, than: [b], metric: auc_test}]
YAML
try=("$levelfield" reproduce tried.yaml --scale smoke --plugin "$LF_TEST_BUILD/plugins/counts_runs.so" --out none --dry-run)
for most in 6 12; do
  export LF_TEST_COUNT_FILE=$scratch/tried.$most
  expect 0 "${try[@]}" --until-decided --max-seeds $most
done
unset LF_TEST_COUNT_FILE
grep -q '^for sure' out || fail "one forecast of two looks"
[ -s tried.6 ] && cmp tried.6 tried.12 ||
  fail "$(wc -l <tried.12) trials for two forecasts of runs that take $(wc -l <tried.6) for one"
# What cannot be forecast is refused before anything is printed.
sed 's/two_groups/a9a/' mine.yaml >elsewhere.yaml
expect 3 env -u LEVELFIELD_DATA "$levelfield" reproduce elsewhere.yaml --scale smoke --out none --dry-run --until-decided
says 'a9a'

here=(reproduce mine.yaml --scale smoke --out kept -j 2)
expect 0 "$levelfield" "${here[@]}"
prints '[|] A ends lower than C +[|] undecided '
expect 0 "$levelfield" "${here[@]}" --until-decided --max-seeds 6
grep -q '10 runs, 2 of them finished\|12 runs, 4 of them finished' err || { cat err >&2; fail "stored runs do not count"; }
prints '[|] A ends lower than C +[|] held +[|] P = 0.05; 6 of 6 seeds for it'
prints '[|] A ends lower than B +[|] undecided .*there is no difference to be seen'
expect 0 "$levelfield" "${here[@]}" --until-decided
prints '[|] A ends lower than C +[|] held +[|] P = 0.05; 6 of 6 seeds for it'
prints '[|] A ends lower than B +[|] undecided +[|] P = 1; 0 of 18 seeds for it'
grep -q '18 seeds: no comparison is open' err || { cat err >&2; fail "does not stop where seeds would not help"; }
cp kept/report.json first.json
expect 0 "$levelfield" "${here[@]}" --until-decided -q
python3 - first.json kept/report.json <<'PY'
import json, sys
claims = [json.load(open(path))["experiments"][0]["claims"] for path in sys.argv[1:]]
assert claims[0] == claims[1], "the same command decides otherwise"
line = claims[0][1]["comparisons"][0]
assert (line["seeds"], line["positive"], line["needs"]) == (18, 0, None), line
PY
# Patience: to the end that was asked for, which is the last look. The seed that tunes judges nothing.
expect 0 "$levelfield" "${here[@]}" --max-seeds 20
prints '0 of 20 seeds for it'
expect 2 "$levelfield" "${here[@]}" --until-decided --max-seeds 0

# What 40 seeds would hardly decide is given up, unless as many are allowed as it would need.
cat >slow.yaml <<'YAML'
title: A small difference
problems: [{id: p, label: p, problem: "auc:data=two_groups"}]
methods: [{id: a, label: A, algorithm: "sgd:eta0=0.03"}, {id: b, label: B, algorithm: "sgd:eta0=0.3"}]
scales: [{name: smoke, budget: "60:steps", seeds: 0-7, checkpoints: 2}]
claims: [{id: c, text: A ends higher than B, kind: higher, method: a, than: [b], metric: auc_test}]
YAML
slow=(reproduce slow.yaml --scale smoke --out slow -q -j 2 --until-decided --max-seeds)
comparison() { jq -c ".experiments[0].claims[0].comparisons[0] | $1" slow/report.json; }
expect 0 "$levelfield" "${slow[@]}" 41
[ "$(comparison '.seeds == 18 and .needs > 41')" = true ] || fail "not given up: $(comparison '[.seeds, .needs]')"
expect 0 "$levelfield" "${slow[@]}" "$(comparison .needs)"
[ "$(comparison '.seeds > 18')" = true ] || fail "given up, though it needs no more seeds than are allowed"

# One comparison refutes a claim; the other is a fact as well, and gets its seeds from whoever asks for decisions.
sed '/^claims/,$d; s/budget: "100/until_decided: 12, &/' mine.yaml >refuted.yaml
echo 'claims: [{id: r, text: A ends higher, kind: higher, method: a, than: [b, c], metric: FV, where: CVio, at_most: 9}]' >>refuted.yaml
looked() { jq -c '[.experiments[0].claims[0] | .outcome, (.comparisons[] | .outcome, .seeds)]' refuted/report.json; }
expect 0 "$levelfield" reproduce refuted.yaml --scale smoke --out refuted -q
[ "$(looked)" = '["not held","undecided",8,"not held",8]' ] || fail "the scale goes on after its claim: $(looked)"
expect 0 "$levelfield" reproduce refuted.yaml --scale smoke --out refuted -q --until-decided
[ "$(looked)" = '["not held","undecided",18,"not held",8]' ] || fail "an open comparison of a refuted claim: $(looked)"

# The tree's own claims can all be decided both ways, with the seeds that their scales may come to.
for item in $("$levelfield" list experiments --json | jq -r '.experiments[].name'); do
  "$levelfield" show "$item" >out
  ! grep -q 'cannot decide' out || fail "$item: $(grep -A2 'cannot decide' out)"
done
