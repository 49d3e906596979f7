#!/usr/bin/env bash
# Tuning from the command line and from an experiment file: trials are made once, the runs use what
# was chosen, claims decide the exit code of --strict.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

cat >fair.yaml <<'YAML'
title: Tuned on a small budget
problems:
- {id: parity, label: demographic parity, problem: "dp_scad:data=two_groups"}
methods:
- {id: det, label: SSG, algorithm: "ssg:mode=deterministic", deterministic: true}
- {id: sto, label: SSG-S, algorithm: "ssg:mode=stochastic"}
- {id: given, label: as given, algorithm: "ssg:mode=deterministic,eta=1e-6", deterministic: true}
scales:
- {name: default, budget: "40:dp.g", tuning_budget: "20:dp.g", seeds: 0-1, checkpoints: 10, expensive: 1}
tuning:
  metric: FV
  points: 3
  seed: 1
  seeds: 100-101
  grids:
  - {method: det, grid: "eta={1e-5..1e-1:5}"}
  - {method: sto, grid: "eta={1e-3|1e-2|1e-1}", note: "Noise forbids the smallest of the steps."}
claims:
- {id: better, text: tuning helps, kind: lower, method: det, than: [given], metric: FV, where: CVio, at_most: 9}
- {id: open, text: two seeds decide nothing, kind: lower, method: sto, than: [given], metric: FV, where: CVio, at_most: 9}
YAML

# The experiment: 3 points of det with one seed, 3 of sto with two.
expect 0 "$levelfield" tune fair.yaml --out fair -j 2
[ "$(grep -c '^done' err)" -eq 9 ] || fail "not nine trials"
prints '^demographic parity, SSG: eta='
prints '^demographic parity, SSG-S: eta=1e-1'
prints '^as given: not tuned'
[ "$(grep -c '^  \* ' out)" -eq 2 ] || fail "not one choice for each method"
expect 0 "$levelfield" tune fair.yaml --out fair --json
[ "$(grep -c '^done' err)" -eq 0 ] || fail "finished trials were repeated"
jq -e '.experiments[0] | .not_tuned == ["given"] and (.tuned | length == 2)
  and ([.tuned[].points | length] | unique == [3])' out >/dev/null || fail "tune --json"
eta=$(jq -r '.experiments[0].tuned[0].chosen | sub("eta="; "")' out)

# The runs: nothing is tried again, and what was chosen is what runs.
expect 0 "$levelfield" reproduce fair.yaml --out fair -j 2 --strict
[ "$(grep -c '^done' err)" -eq 6 ] || fail "not four runs, and two that are nudged"
prints '[|] tuning helps +[|] held '
prints '[|] two seeds decide nothing +[|] undecided '
prints 'needs about|no difference to be seen'
"$levelfield" export fair --format jsonl | jq -e -s --argjson eta "$eta" \
  'any(.[]; .seed == 0 and .parameters.mode == "deterministic" and .parameters.eta == $eta)' >/dev/null ||
  fail "the chosen step size $eta was not run"

# A dry run knows which parameters were chosen, and so that these runs are there.
expect 0 "$levelfield" reproduce fair.yaml --out fair -n
prints '^  trials   9, 9 of them finished before: 0 to make$'
prints '^  runs     [0-9]+, [0-9]+ of them finished before: 0 to make$'

# What the best of so many points comes to: with all of them, the chosen point's value on the first seed.
grep -qF 'Best value against points tried' fair/report.md || fail "no curve of the tuning"
grep -qE '^[|] .* [|] whole +([|] +[0-9.e-]+ )+[|] ' fair/report.md || fail "the curve has no row"

# Another folder, in one go: the same choice, the same results.
expect 0 "$levelfield" reproduce fair.yaml --out again -q
expect 0 "$levelfield" compare fair again

# A claim that does not hold fails a strict check, and only that.
sed 's/method: det, than: \[given\]/method: given, than: [det]/' fair.yaml >wrong.yaml
expect 1 "$levelfield" reproduce wrong.yaml --out fair -q --strict
prints '[|] tuning helps +[|] not held '
expect 0 "$levelfield" reproduce wrong.yaml --out fair -q

# A problem on which nothing is tuned needs no metric of the tuning; one that is tuned does.
cat >views.yaml <<'YAML'
title: Two problems, one of them tuned
problems:
- {id: curve, label: AUC, problem: auc, methods: [sgd]}
- {id: grp, label: groups, problem: group_dro, methods: [smd]}
methods:
- {id: sgd, label: SGD, algorithm: sgd}
- {id: smd, label: SMD, algorithm: smd}
scales:
- {name: default, budget: 200, tuning_budget: "100", seeds: 0-1, checkpoints: 2}
tuning:
  metric: auc_test
  points: 2
  seeds: 100
  grids:
  - {method: sgd, grid: "eta0={1e-2|1e-1}"}
YAML
expect 0 "$levelfield" reproduce views.yaml --out views -q
grep -qF 'Not tuned:** SMD' views/report.md || fail "the report does not say which method runs as given"
sed '/method: sgd, grid/a\  - {method: smd, grid: "eta_w={1|2}"}' views.yaml >both.yaml
expect 3 "$levelfield" tune both.yaml --out both
says "tuning: problem 'grp': no metric 'auc_test'"

# Options: equal numbers of points, drawn again the same.
tune=("$levelfield" tune -p dp_scad -b 20:dp.g --metric FV --seeds 9 -q)
expect 0 "${tune[@]}" -a 'ssg:eta={1e-4..1e-1:7}' -a 'ssg:eta={1e-3|1e-2},mode=stochastic'
[ "$(grep -c ' eta=' out)" -eq 6 ] || fail "not two points for each of two methods"
grep -qE '^(levelfield: )?tune: ssg[^ ]*: 2 of its 7 points are tried, as ssg[^ ]* has 2; with as many points' err ||
  fail "a grid is thinned without a word: $(cat err)"
cp out first
expect 0 "${tune[@]}" -a 'ssg:eta={1e-4..1e-1:7}' -a 'ssg:eta={1e-3|1e-2},mode=stochastic' --out other
sed '/cost of tuning/d' first >a
sed '/cost of tuning/d' out >b
cmp a b || fail "another folder, another choice"
expect 0 "${tune[@]}" -a 'ssg:eta={1e-4..1e-1}' --search random --points 4 --target 0.9 \
  --where CVio --at-most 1e-4
prints 'cost to 0.9'

# A choice that ends worse than where it began is called so, and holds no claim against itself.
expect 0 "${tune[@]}" -a 'ssg:eta={1e2|1e3}' --json
jq -e '.experiments[0].tuned[0] | .worse and (.failed | not)' out >/dev/null || fail "worse than the start, --json"
expect 0 "${tune[@]}" -a 'ssg:eta={1e2|1e3}'
prints '^  ends worse than the start, 1$'
sed -e 's/eta={1e-5[.][.]1e-1:5}/eta={1e2|1e3|1e4}/' -e 's/method: det, than: \[given\]/method: given, than: [det]/' fair.yaml >worse.yaml
expect 0 "$levelfield" reproduce worse.yaml --out worse -q --strict
prints '[|] tuning helps +[|] choice on an edge +[|] held, but the choice of SSG ends worse than the start; '
grep -qF 'Modes of one method with grids of their own:** SSG-S: Noise forbids' fair/report.md || fail "no word of the grids"
grep -qF 'Chosen, and worse than the start:' worse/report.md || fail "the report does not name it"
expect 0 "$levelfield" show ./worse.yaml
prints '^sto: +Noise forbids the smallest of the steps'
prints 'a claim that is lost by a choice worse than the start stays open'

# Mistakes, one line each.
expect 2 "${tune[@]}" -a ssg
says 'nothing to choose from'
expect 2 "${tune[@]}" -a 'ssg:eta={1e-4..1e-1}'
says 'points is missing'
expect 2 "${tune[@]}" -a 'ssg:eta={1|2}' --points 3
says 'the grid has 2 points, but every method gets 3'
expect 2 "${tune[@]}" -a 'ssg:ete={1|2}'
says "did you mean 'eta'"
expect 2 "${tune[@]/#FV/FW}" -a 'ssg:eta={1|2}'
says "no metric 'FW'"
expect 2 "${tune[@]}" -a 'ssg:eta={1|2}' --where CVio
says 'go together'
expect 2 "$levelfield" tune -p dp_scad
says '--algorithm is missing'
expect 2 "$levelfield" tune fair.yaml -p dp_scad
says 'not both'
expect 2 "$levelfield" tune demo
says 'tunes nothing'
sed 's/, note: .*}/}/' fair.yaml >unlike.yaml
expect 3 "$levelfield" reproduce unlike.yaml
says "'det' and 'sto' on 'parity' are both ssg, and eta is tried at other values"
sed 's/seeds: 100-101/seeds: 1,100/' fair.yaml >overlap.yaml
expect 3 "$levelfield" reproduce overlap.yaml
says "1 is also a seed of scale 'default'"
