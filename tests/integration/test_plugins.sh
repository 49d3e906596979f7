#!/usr/bin/env bash
# A plugin that crashes, hangs, fails, diverges, leaves or eats memory costs its own runs only, and
# the cause is named in the table, in the JSON object and in the report.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

plugins=$LF_TEST_BUILD/plugins
bad=(crash abort hang nan fail eat_memory exit_now writes_outside)
base=("$levelfield" run --plugin "$plugins/toy.so" -p toy:noise=1 -b 200 --checkpoints 4)
run=("${base[@]}" --timeout 2 --memory 200M -j 2 --out out-dir
  --plugin "$plugins/overrun.so" -a overrun)
for name in "${bad[@]}"; do run+=(--plugin "$plugins/$name.so" -a "$name"); done

expect 4 "${run[@]}"
prints '^  overrun +1 done +200 '
prints '^  nan +1 diverged +[0-9]+ +- '
prints 'crash, seed 0: failed: signal 11'
prints 'abort, seed 0: failed: signal 6'
prints 'hang, seed 0: timeout: .*2 s'
prints 'nan, seed 0: diverged: .*not finite'
prints 'fail, seed 0: failed: .+'
prints 'eat_memory, seed 0: (killed|failed): .*memory'
prints 'exit_now, seed 0: failed: .*ended the process'
prints 'writes_outside, seed 0: failed: .*wrote outside its memory, behind block 1 .*, in step 1$'

# Failed runs are tried again, finished ones are not; the JSON object tells all.
expect 4 "${run[@]}" --json
jq -e '[.runs[] | select(.status == "done")] | length == 1' out >/dev/null || fail "not one done"
jq -e '[.runs[] | select(.status == "diverged")] | length == 1' out >/dev/null ||
  fail "not one diverged"
jq -e '.runs | length == 9 and all(.cause | length > 0)' out >/dev/null ||
  fail "a cause is missing"

# Nor does it matter what the parent of the command thinks of children that end.
expect 4 env --ignore-signal=CHLD "${base[@]}" --plugin "$plugins/crash.so" -a crash --out unheard
prints 'crash, seed 0: failed: signal 11'
expect 0 env --ignore-signal=CHLD "$levelfield" report unheard

# What came before the fault is kept: the trace begins, and no run claims to be whole.
expect 0 "$levelfield" export out-dir --format jsonl
jq -es 'all(.status == "done" or .steps < 200)' out >/dev/null ||
  fail "an unfinished run looks finished"

expect 0 "$levelfield" report out-dir
for cause in 'signal 11' 'signal 6' '2 s' 'not finite' 'ended the process'; do
  grep -q "$cause" out-dir/report.md || fail "the report does not name '$cause'"
done
grep -q '1 of 1 diverged' out-dir/report.md || fail "no column of the final values says that its run diverged"

# A CPU limit is one of a sitting: a run that it ended goes on, and is done after a few of them. It
# takes 2 s, in a thread that is not its first.
burn=("$levelfield" run --plugin "$plugins/toy.so" -p toy --plugin "$plugins/burn_cpu.so" -a burn_cpu:b=20
  -b 100:steps --cpu 0.5 --checkpoint 0.05 --out burnt)
expect 4 "${burn[@]}"
prints 'burn_cpu:b=20, seed 0: timeout: CPU limit of 0.5 s exceeded (in|while metrics were evaluated after) step [0-9]+'
sittings=1
until "${burn[@]}" >out 2>err; do
  grep -q 'goes on from its checkpoint after step' err || fail "the run starts again: $(cat err)"
  sittings=$((sittings + 1))
  [ "$sittings" -lt 30 ] || fail "the run does not come to its end: $(cat out)"
done
[ "$sittings" -ge 3 ] || fail "2 s of CPU time in $sittings sittings of 0.5 s and one more"

# The process of a run has neither a descriptor of the store nor a page of it, and of other runs none.
expect 0 "${base[@]}" -j 3 --seeds 0-8 --plugin "$plugins/reaches_out.so" -a reaches_out --out kept
expect 0 "$levelfield" export kept --format jsonl

# What a plugin prints does not get into results.
code=0
"${base[@]}" --plugin "$plugins/raise_stderr.so" -a raise_stderr --json --out chatter >out 2>err ||
  code=$?
jq -e '.runs | length == 1' out >/dev/null || fail "chatter spoils the JSON object (exit code $code)"

# An experiment file names what plugins bring, and `show` tells what they are.
cat >own.yaml <<'END'
title: A method of one's own
problems:
- {id: toy, label: toy, problem: toy}
methods:
- {id: own, label: Own, algorithm: overrun}
scales:
- {name: default, budget: "50:steps", seeds: 0-1, checkpoints: 4}
END
own=(--plugin "$plugins/toy.so" --plugin "$plugins/overrun.so")
expect 3 "$levelfield" reproduce own.yaml -q
says "there is no problem 'toy'"
expect 0 "$levelfield" reproduce own.yaml -q "${own[@]}"
prints '^levelfield-out/own-default/report.html$'
expect 0 "$levelfield" show own.yaml "${own[@]}"
prints 'overrun'
expect 0 "$levelfield" show toy "${own[@]}"
prints '^toy: a problem$'
expect 3 "$levelfield" show toy --plugin none.so
says 'none.so'
