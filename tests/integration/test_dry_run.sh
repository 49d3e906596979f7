#!/usr/bin/env bash
# --dry-run says what would be run, what is there already and what it would cost, and stores nothing.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# same COMMAND...: no file under the folder is another after it, and none is new.
same() {
  find . -path ./cache -prune -o -type f ! -name out ! -name err -exec sha256sum {} + | sort >"$scratch/cache/before"
  expect 0 "$@"
  find . -path ./cache -prune -o -type f ! -name out ! -name err -exec sha256sum {} + | sort |
    diff "$scratch/cache/before" - || fail "something was written: $*"
}
mkdir -p cache
run=("$levelfield" run -p dp_scad -a ssg -a csa -b 20:passes.constraint,500:steps --out runs)

same "${run[@]}" -s 0-4 -n
[ ! -e runs ] || fail "a folder was made"
prints '^  runs     10$'
prints '^  cost     at most 200 passes.constraint, 5000 steps$'
prints '^  time     about .* [(]10 runs tried for a few steps[)]$'
prints '^  memory   about [0-9.]+ MB a run$'
prints '^  disk     about [0-9.]+ kB more$'
prints '^nothing was stored$'
same "$levelfield" run -p auc -a sgd -b 1e300:samples -n
prints '^  time     about a lifetime or more [(]1 runs tried for a few steps[)]$'

# First steps are no pace: they meet memory that is new. Those of SAGA took ten times as long as the rest, and so did the forecast.
same "$levelfield" run -p auc:data=two_groups -a saga -b 2e7:samples -n
prints '^  time     about [0-9]+ s [(]1 runs'

# Of rows with dear metrics one method's trial tells; where it fails, another's.
cat >dear.yaml <<'YAML'
title: dear
problems: [{id: p, label: p, problem: auc}]
methods: [{id: crash, label: crash, algorithm: crash}, {id: sgd, label: sgd, algorithm: sgd}]
scales: [{name: default, budget: "1e6:samples", seeds: 0-3, checkpoints: 10, expensive: 3}]
figures: [{id: f, title: F, panels: [{problem: p, x: steps, y: P}]}]
YAML
same "$levelfield" reproduce dear.yaml --plugin "$LF_TEST_BUILD/plugins/crash.so" -n
prints '^  time     about .* [(]4 runs tried for a few steps, 4 runs not known and left out[)]$'

# What is stored is not to be made, and tells how long the others take.
expect 0 "${run[@]}" -s 0-2 -q
same "${run[@]}" -s 0-4 --dry-run -j 2
prints '^  runs     10, 6 of them finished before: 4 to make$'
prints '^  time     about .* with -j 2; .*4 runs like stored ones'
prints '^  cost     at most 80 passes.constraint, 2000 steps$'
same "${run[@]}" -s 0-2 --dry-run
prints '^  runs     6, 6 of them finished before: 0 to make$'
! grep -q '^  time' out || fail "a time for nothing"
same "${run[@]}" -s 0-2 --dry-run --force
prints '^  runs     6$'

# What would be refused is refused.
expect 3 "${run[@]}" -a sonx -n
says 'sonx solves the composition view'

# Trials of tuning.
tune=(-p dp_scad -a 'ssg:eta={1e-3|1e-2}' -a 'csa:eta={1e-3|1e-2}' -b 20:passes.constraint -m FV)
same "$levelfield" tune "${tune[@]}" --out tuned -n
prints '^  trials   [1-9][0-9]*$'
expect 0 "$levelfield" tune "${tune[@]}" --out tuned -q
same "$levelfield" tune "${tune[@]}" --out tuned -n
prints ': 0 to make$'

# A race: its first round, what follows for sure, what may follow; and in the end what there was. 16 points are
# screened, 12 go on, 4 of them to two more seeds; perhaps the 4 left, other finalists, and two rounds past the edges.
race=(tune --race -p dp_scad -a 'ssg:eta={1e-5..1:4},eps={0|1e-5|1e-4|1e-3}' -b 4:passes.constraint -m FV --out raced)
same "$levelfield" "${race[@]}" -n
prints '^  trials   16$'
prints '^  later    20$'
prints '^  perhaps  36 trials more'
prints '^  cost     at most 240 passes.constraint$' # 16 quarters, and 56 whole
expect 0 "$levelfield" "${race[@]}" -q
same "$levelfield" "${race[@]}" -n
made=$("$levelfield" status raced | awk '$3 == "trials" { print $4 }')
later=$(awk '$1 == "later" { print $2 + 0 }' out)
[ "$made" -eq $((16 + later)) ] || fail "a forecast of $((16 + later)) trials, where $made were made"
prints "^  later    $later, $later of them finished before: 0 to make$"
! grep -q '^  perhaps' out || fail "a race that is over may go on"
# Of another grid, or another method, nothing has been tried yet.
same "$levelfield" "${race[@]/eta={1e-5..1:4\}/eta={2e-5..2:4\}}" -n
prints '^  later    20$'
prints '^  cost     at most 240 passes.constraint$'
same "$levelfield" "${race[@]}" -a 'csa:eta={1e-5..1:16}' -n
prints "^  later    $((later + 20)), $later of them finished before: 20 to make$"
prints '^  perhaps  36 trials more'

# Seeds that came where a claim was open stand between those of before: nothing is made twice for that.
cat >few.yaml <<'YAML'
title: Two problems, of which one has a claim
problems: [{id: p, label: p, problem: "dp_scad:data=two_groups"}, {id: q, label: q, problem: "dp_scad:data=two_groups,kappa=0.1"}]
methods: [{id: a, label: A, algorithm: ssg}, {id: b, label: B, algorithm: "ssg:b_f=31"}]
scales: [{name: default, budget: "40:steps", tuning_budget: "40:steps", seeds: 0-5, checkpoints: 2}]
tuning: {metric: FV, where: CVio, at_most: 9, points: 2, seeds: "100", grids: [{method: a, grid: "eta={1e-5|1e-2}"}, {method: b, grid: "eta={1e-5|1e-2}"}]}
claims: [{id: c, text: near, kind: lower, method: a, than: [b], problems: [q], metric: FV, where: CVio, at_most: 9}]
YAML
expect 0 "$levelfield" reproduce few.yaml --until-decided --max-seeds 12 -q --out few
[ "$("$levelfield" status few | awk '$3 == "runs" { print $4 }')" -gt 24 ] || fail "no seed was added"
expect 0 "$levelfield" reproduce few.yaml --out few -n
prints '^  runs     24, 24 of them finished before: 0 to make$'

same "$levelfield" track record demo/demo --scale smoke --out base.txt --dry-run
[ ! -e base.txt ] || fail "a baseline was written"
expect 2 "$levelfield" track record demo/demo --out base.txt --dry-run --results runs
says 'track record: --dry-run is for runs'
