#!/usr/bin/env bash
# A method that became worse is named, whatever became of the others: on the recorded seeds and on
# others, in either order of the methods, in the tree and in a plugin.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# guard A B [C D E F]: two methods at these step sizes, and four more if there are four more sizes.
guard() {
  cat <<YAML
title: guarded
problems:
- {id: cvar, label: CVaR, problem: "cvar_dro:r=0.4"}
methods:
- {id: a, label: A, algorithm: "sonx:eta=$1"}
- {id: b, label: B, algorithm: "sonex:eta=$2"}
YAML
  local name ids=(c d e f) of=(sonx sonex sonx sonex)
  for name in 0 1 2 3; do
    [ "$#" -lt 6 ] || echo "- {id: ${ids[name]}, label: ${ids[name]^}, algorithm: \"${of[name]}:eta=${*:name+3:1}\"}"
  done
  echo 'scales: [{name: smoke, budget: "200:steps", seeds: 0-4, checkpoints: 20}]'
}

# slower NAME METHODS SIZE...: checked at these step sizes, METHODS and no others are called worse in
# cvar; on the recorded seeds and on others.
slower() {
  local name=$1 methods=$2 seeds
  shift 2
  guard "$@" >guard.yaml
  for seeds in 0-4 10-14; do
    expect 1 "$levelfield" track check base.txt -q -j 2 --seeds "$seeds"
    awk '$3 == "cvar" && $4 == "worse" { print $2 }' out | sort -u >named
    echo "$methods" | tr ' ' '\n' | diff - named >&2 ||
      { cat out >&2; fail "$name, seeds $seeds: not exactly $methods called worse"; }
  done
}

guard .02 .002 >guard.yaml
expect 0 "$levelfield" track record guard.yaml --out base.txt -q -j 2
slower "A alone" a .01 .002
slower "A beside a better B" a .01 .004
slower "A beside a far better B" a .01 .02
slower "the mirror image" b .04 .001
slower "the far mirror image" b .2 .001
slower "both" "a b" .01 .001
guard .04 .004 >guard.yaml
expect 0 "$levelfield" track check base.txt -q -j 2
prints 'better'

guard .02 .002 .02 .002 .02 .002 >guard.yaml
expect 0 "$levelfield" track record guard.yaml --out base.txt -q -j 2
slower "one of six, the others better" a .01 .004 .04 .02 .1 .01
slower "two of six, two better, two as they were" "a d" .01 .004 .04 .001 .02 .002
slower "five of six" "a b c e f" .01 .001 .0066666666666666667 .02 .005 .0005

# The second look takes seeds that tuned nothing, and that are seeds: here not 5-9 but 8-12, and not those above the last.
tuned() {
  cat <<YAML
title: tuned
problems: [{id: cvar, label: CVaR, problem: "cvar_dro:r=0.4"}]
methods: [{id: a, label: A, algorithm: sonx}]
scales: [{name: smoke, budget: "200:steps", seeds: 0-4, checkpoints: 20, tuning_budget: "20:steps"}]
tuning: {metric: cvar, points: 1, seeds: "5,7", grids: [{method: a, grid: "eta=$1"}]}
YAML
}
for seeds in 0-4:8-12 9223372036854775803-9223372036854775807:0-4; do
  tuned .02 >tuned.yaml
  expect 0 "$levelfield" track record tuned.yaml --seeds "${seeds%:*}" --out "tuned$seeds.txt" -q
  tuned .01 >tuned.yaml
  expect 1 "$levelfield" track check "tuned$seeds.txt" -q
  grep -q "the same on seeds ${seeds#*:} " err || { cat err >&2; fail "other seeds than ${seeds#*:} confirm"; }
done

# Seeds that are asked for are those of all pairs, whatever the file says of some: a second look on the first one's seeds is none.
own() { guard "$@"; echo 'settings: [{method: a, seeds: 0-5}]'; }
own .02 .002 >own.yaml
expect 0 "$levelfield" track record own.yaml --seeds 0-4 --out own.txt -q
[ "$(grep -c '^runs cvar [ab] 5$' own.txt)" -eq 2 ] || { grep '^runs' own.txt >&2; fail "a pair has other seeds than were asked for"; }
own .01 .002 >own.yaml
expect 1 "$levelfield" track check own.txt
sed -n 's/^started .* A seed //p' err | sort -n | paste -sd' ' >looked
[ "$(cat looked)" = "0 1 2 3 4 5 6 7 8 9" ] || fail "five seeds, and then five others: $(cat looked)"

# Plugins: one slowed a hundredfold, the other twice as fast.
# ball NAME FACTOR: NAME.so is heavy_ball under that name with FACTOR times its step.
ball() {
  sed -e "s/heavy_ball/$1/g" -e "s/-s->p.eta/-($2) * s->p.eta/" \
    "$LF_TEST_SOURCE/examples/heavy_ball/heavy_ball.c" >"$1.c"
  cc -shared -fPIC -I "$LF_TEST_SOURCE/include" -o "$1.so" "$1.c"
}
cat >guard.yaml <<'YAML'
title: two plugins
problems:
- {id: two, label: two groups, problem: "auc:data=two_groups"}
methods:
- {id: one, label: one, algorithm: "one_ball:eta=0.003"}
- {id: other, label: other, algorithm: "other_ball:eta=0.003"}
scales: [{name: smoke, budget: "200:steps", seeds: 0-4, checkpoints: 20}]
YAML
plugins=(--plugin ./one_ball.so --plugin ./other_ball.so)
ball one_ball 1
ball other_ball 1
expect 0 "$levelfield" track record guard.yaml --out base.txt -q -j 2 "${plugins[@]}"
ball one_ball 0.01
for factor in 1 2 8; do
  ball other_ball "$factor"
  expect 1 "$levelfield" track check base.txt -q -j 2 "${plugins[@]}"
  prints '^two +one +[a-z_]+ +worse'
  if grep -qE '^two +other .* worse' out; then fail "the faster plugin is called worse"; fi
done
