#!/usr/bin/env bash
# The survey on hardly any work: a line for every method that solves a problem, why there is none
# where a table does not suit, nothing run twice, and a bound that fails.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/python.sh"

unset LEVELFIELD_DATA # only what is generated
survey() {
  "$python" "$LF_TEST_SOURCE/benchmarks/survey.py" --keep kept.json --steps 20 --batch 16 \
    --levelfield "$levelfield" "$@"
}

expect 0 survey --problem auc --data two_groups
for method in sgd adagrad pga ppd_sg oauc; do
  prints "^\\| auc:data=two_groups,model=linear +\\| $method:B=16 \\|( [0-9.]+ \\|){2} [0-9]+ % \\|"
done
jq -es 'any(.name == "auc" and .rows == 320 and .steps == 20 and .oracle > 0 and .own > 0)' \
  kept.json >/dev/null || fail "rows are not those that were evaluated"
[ "$(jq -s 'map([.problem, .method]) | length - (unique | length)' kept.json)" -eq 0 ] ||
  fail "a run was made twice"
before=$(cat kept.json)
expect 0 survey --problem auc --method sgd --data two_groups
[ "$(cat kept.json)" = "$before" ] || fail "what was kept is run again"
[ "$(grep -c '^| auc' out)" -eq 2 ] || fail "one method on two models are two lines"
expect 1 survey --problem auc --method sgd --data two_groups --check 1e-9
expect 0 survey --problem bilevel_quadratic --method svrb
prints '^\| bilevel_quadratic \| svrb:b=16,b_f=16,b_g=16 \|'
expect 0 survey --problem group_dro --data words
prints '^without group_dro:data=words,model=linear [A-Za-z_0-9:=]+: levelfield: problem group_dro: words has no'
[ "$(grep -c '^without .*model=linear' out)" -eq 1 ] || fail "a table is refused more than once"
