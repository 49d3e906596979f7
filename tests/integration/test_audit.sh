#!/usr/bin/env bash
# A method in a process of its own: the same bits as in the run's, for every method on a problem of its
# view; what it does to its own process is its run's failure; where the machine cannot, one line.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

"$levelfield" doctor >doctor.out || true
grep -qE '^ok +--audit' doctor.out || skip "$(grep -e '--audit' doctor.out)"
plugins=$LF_TEST_BUILD/plugins

# same PROBLEM BUDGET METHOD...: both ways, and compare.
runs=0
same() {
  local problem=$1 budget=$2 words=()
  shift 2
  for method in "$@"; do words+=(-a "$method"); done
  expect 0 "$levelfield" run -p "$problem" "${words[@]}" -b "$budget" --seeds 0-1 -q \
    --vectors "${vectors:-auto}" --out "here-$runs"
  expect 0 "$levelfield" run -p "$problem" "${words[@]}" -b "$budget" --seeds 0-1 -q \
    --vectors "${vectors:-auto}" --audit --out "there-$runs"
  expect 0 "$levelfield" compare "here-$runs" "there-$runs"
  prints "^$((2 * $#)) identical, 0 different"
  runs=$((runs + 1))
}
same cvar_dro:r=0.4 40:steps sonx sonex alexr alexr2
same neyman_pearson:penalty=squared 40:steps sox msvr msvr:variant=v2
same neyman_pearson 40:steps 3secon:mode=deterministic 3secon:mode=stochastic csa icppac ipp_ssg oss ssg
same group_dro 2000:gradient.inner aleg smd mpvr al_svre smd_online ooa
same mero 20:steps mero
same auc 40:steps ppd_sg ppd_adagrad oauc pga sgd adagrad saga
same bilevel_quadratic 40:steps svrb svrb:form=dense svrb:form=batch stable rsvrb re_rsvrb soba stocbio ttsa bsa
same bilevel_quadratic 777:samples svrb rsvrb # refused in the middle of a step
same auc:model=mlp 20:steps ppd_sg sgd
vectors=sparse
same auc:data=words,score=raw 200:steps sgd:beta=0.1 ppd_sg:T0=20,gamma=10 pga:T0=5,gamma=10
same neyman_pearson:data=words 200:steps ssg 3secon:nu=0.1
same neyman_pearson:data=words,penalty=squared 777:samples sox sonex:lam=0 # refused in the middle of a step
same average_precision:data=words 100:steps soap:B=16 sox:B1=4,B2=8
same neyman_pearson:data=words,penalty=squared 200:steps alexr msvr msvr:variant=sp
# Short rows of ones over few columns are packed, and batches of two classes scored at once.
awk 'BEGIN { for (i = 0; i < 400; i++) { printf "%s", i % 3 ? -1 : 1
  for (k = 0; k < 8; k++) printf " %d:1", 8 * k + 1 + (i * (k + 7) + int(i / 5)) % 8; print "" } }' >ones.libsvm
echo 'features: ones.libsvm' >ones.yaml
same auc:data=ones.yaml,batches=balanced 200:steps sgd:B=32
same average_precision:data=ones.yaml 100:steps soap:B=32
unset vectors

# Its record says so, and a run that was not audited is not taken for it.
expect 0 "$levelfield" run -p auc -a sgd -b 20:steps --json --out both
expect 0 "$levelfield" run -p auc -a sgd -b 20:steps --json --audit --out both
grep -q '0 of them finished before' err || fail "a run that was not audited was taken for one that was"
expect 0 "$levelfield" run -p auc -a sgd -b 20:steps --json --audit --out both
! grep -q 'started' err || fail "an audited run was repeated"
expect 0 "$levelfield" export both --format jsonl --output both.jsonl
grep -q '"code": *"audited"' both.jsonl || fail "the export does not say that a run was audited"

# A plugin, opened in that process alone: what it does there ends its own run.
ends() {
  local name=$1 status=$2 cause=$3
  shift 3
  timeout 60 "$levelfield" run --plugin "$plugins/toy.so" --plugin "$plugins/$name.so" -p toy -a "$name" -b 20:steps \
    --json --audit --out "$name" "$@" >out 2>err || true
  jq -e --arg status "$status" --arg cause "$cause" \
    '.runs | length == 1 and all((.status | test($status)) and (.cause | test($cause)))' out >/dev/null ||
    { cat out err >&2; fail "$name did not end as '$status', '$cause'"; }
}
ends overrun done 'budget spent'
ends crash failed 'in step 1: its process was ended by signal 11 \(Segmentation fault\)$'
ends abort failed 'in step 1: its process was ended by signal 6 \(Aborted\)$'
ends exit_now failed 'in step 1: it ended its process \(exit status 0\)$'
ends fail failed 'failed in step 1: the model has no minimum'
ends hang timeout 'wall limit of 2 s exceeded in step 1' --timeout 2
ends eat_memory 'killed|failed' 'memory limit|no room' --memory 400M # the pool's limit, or the kernel's before it looks
ends nan diverged 'not finite'
