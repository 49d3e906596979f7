#!/usr/bin/env bash
# Runs as tasks of Slurm, on a cluster of two nodes that is started for it: the results are those of a
# local command, bit for bit, whatever happens to tasks, nodes, the controller, the waiting command
# and the shards on the way. LEVELFIELD_KEEP=FOLDER keeps what the daemons wrote.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/slurm.sh"

missing=$(slurm_missing)
[ -z "$missing" ] || skip "$missing"
trap 'slurm_stop; rm -rf "$scratch"' EXIT
slurm_start

# Runs that take their time without taking the processor: a millisecond a step and a little more.
plugins=$LF_TEST_BUILD/plugins
toy=("$levelfield" run --plugin "$plugins/dawdle.so" --plugin "$plugins/toy.so" -p toy:noise=1
  --checkpoint 0.2 --no-table)
short=("${toy[@]}" -a dawdle:eta=0.01 -a dawdle:eta=0.02 --budget 3000 --seeds 0-3)
# Longer than the half minute in which Slurm looks at time limits.
long=("${toy[@]}" -a dawdle:eta=0.01 --budget 45000)

saved() { [ "$(compgen -G "$1/checkpoints/*.lfc" | wc -l)" -ge "$2" ]; }
shards() { [ "$(compgen -G "$1/shards/*.sqlite" | wc -l)" -ge "$2" ]; }
mentions() { grep -qE -- "$2" "$1" 2>/dev/null; }
# tasks FOLDER STATE: "JOB_INDEX" of each.
jobs() { ls "$1/slurm" 2>/dev/null | sed 's/^/levelfield-/' | while read -r id; do echo "$id-0,$id-1,$id-2"; done | paste -sd,; }
tasks() { squeue --noheader --array --states=all --name "$(jobs "$1")" --format '%T %F_%K' | sed -n "s/^$2 //p"; }
running() { [ "$(tasks "$1" RUNNING | wc -l)" -ge "$2" ]; }
over() { [ ! -e "/proc/$1/exe" ]; }
# await FOLDER PID WANTED: the command ends in time, with this exit code.
await() {
  local code=0
  until_true 180 over "$2" || { cat "$1.err" >&2; slurm_complain; fail "$1: does not end"; }
  wait "$2" || code=$?
  [ "$code" -eq "$3" ] || { cat "$1.err" >&2; slurm_complain; fail "$1: exit code $code"; }
}
# finished FOLDER PID: the command ends well, and the folder is as good as one that was made here.
finished() {
  await "$1" "$2" 0
  expect 0 "$levelfield" compare whole "$1"
  [ ! -e "$1/slurm" ] && [ ! -e "$1/shards" ] && [ ! -e "$1/checkpoints" ] ||
    { ls -R "$1" >&2; fail "$1: something is left over"; }
}
start() { "${short[@]}" --engine slurm --out "$1" "${@:2}" >"$1.out" 2>"$1.err" & }

# Slurm would give the outputs of all tasks one name there.
expect 2 "${short[@]}" -q --engine slurm --out 'back\slash'
says 'Slurm cannot write to a folder with a backslash; choose another one with --out'
[ -z "$(ls 'back\slash/slurm' 2>/dev/null)" ] || fail "a plan is left that nobody carries out"

# A time limit that is reached: looked at by Slurm twice a minute, so it is begun now and judged last.
"${long[@]}" --engine slurm --out limited --sbatch --time=5 >limited.out 2>limited.err &
limited=$!
"${long[@]}" --out unlimited >unlimited.out 2>unlimited.err &
unlimited=$!
until_true 90 saved limited 1 || { cat limited.err >&2; slurm_complain; fail "no checkpoint on the node"; }
scontrol update "JobId=$(tasks limited RUNNING)" "EndTime=$(date -d '+2 sec' +%FT%T)"

expect 0 "${short[@]}" --out whole -j 8

# Nothing happens: several runs a task, several tasks at a time, an array that is too large for Slurm.
start plain --task-runs 2 -j 2 --tasks 4 --sbatch --comment='two words'
finished plain $!
[ "$(grep -c '^Slurm job' plain.err)" -eq 2 ] || { cat plain.err >&2; fail "not two arrays"; }

# A task that runs and one that waits are cancelled; the waiting command goes on.
start cancelled --tasks 3
cancelled=$!
until_true 90 saved cancelled 1 || fail "no checkpoint of cancelled"
scancel "$(tasks cancelled RUNNING | head -n 1)"
scancel "$(tasks cancelled PENDING | tail -n 1)"

# Beside it another waiting command is killed, and started again.
start orphan --tasks 2
orphan=$!
until_true 90 running orphan 2 || fail "no task of orphan runs"
until_true 90 saved orphan 2 || fail "no checkpoint of orphan"
kill -KILL "$orphan"
wait "$orphan" 2>/dev/null || true
expect 0 "$levelfield" status orphan
prints 'no command is at work here'
prints 'task [0-9]+_[0-9]+ +[0-9]+ %'
start orphan
orphan=$!
until_true 60 mentions orphan.err 'runs are in Slurm.s queue already' || fail "the queue is not looked at"
finished orphan "$orphan"
! grep -q '^Slurm job' orphan.err || { cat orphan.err >&2; fail "queued runs were submitted again"; }
finished cancelled "$cancelled"
grep -q 'CANCELLED' cancelled.err || { cat cancelled.err >&2; fail "cancelling is not mentioned"; }

# slurmd is killed in mid-array, then its node is down; both come back. squeue does not answer for a
# while in between.
start nodes
nodes=$!
until_true 90 saved nodes 1 || fail "no checkpoint of nodes"
slurm_kill_node 1
scontrol update NodeName=lf2 State=DOWN Reason=test
slurm_pause
until_true 60 mentions nodes.err 'Slurm does not answer' || { cat nodes.err >&2; fail "no word of squeue's failure"; }
slurm_resume
scontrol update NodeName=lf2 State=RESUME 2>/dev/null || true # it may be back by itself
slurm_node 1
# Tasks outlive a slurmd that was killed, and may still write into the folder: it need not be empty.
await nodes "$nodes" 0
expect 0 "$levelfield" compare whole nodes

# Submit and leave; a damaged shard is set aside, the others are kept, and its run is made again.
expect 0 "${short[@]}" --engine slurm --out left --no-wait
until_true 180 shards left 8 || { slurm_complain; fail "the tasks bring no results"; }
cp -r left both
file=$(compgen -G 'left/shards/*.sqlite' | head -n 1)
printf 'x' | dd of="$file" bs=1 seek=5000 conv=notrunc status=none
expect 1 "$levelfield" collect left
prints '^7 merged, 0 known, 1 damaged'
grep -q "$file is set aside: its bytes are not those" err || fail "the shard is not named"
expect 0 "$levelfield" collect left
prints '^0 merged'
start left
await left $! 0
expect 0 "$levelfield" compare whole left

# Two at once: nothing twice, nothing lost. A shard that is there already; one that says otherwise.
cp -r both twice
"$levelfield" collect both >one.out 2>one.err & one=$!
"$levelfield" collect both >two.out 2>two.err & two=$!
codes=0
wait "$one" || codes=$((codes + $?))
wait "$two" || codes=$((codes + $?))
[ "$codes" -eq 0 ] || [ "$codes" -eq 3 ] || { cat one.err two.err >&2; fail "two collects: exit codes add up to $codes"; }
expect 0 "$levelfield" collect both
expect 0 "$levelfield" compare whole both
cp -r twice/shards both/shards
expect 0 "$levelfield" collect both
prints '^0 merged, 8 known'
expect 0 "$levelfield" status both --json
jq -e '.experiments[0].runs | .total == 8 and .done == 8' out >/dev/null || fail "status counts wrongly"

# Tuning: the trials first, and then the runs that they speak for; --force makes all of them anew.
tune=("$levelfield" tune -p dp_scad -a 'ssg:eta={1e-3|1e-2}' --budget 200 --metric FV)
expect 0 "${tune[@]}" --out tuned
expect 0 "${tune[@]}" --out tuned_far --engine slurm --task-runs 6 -j 2
expect 0 "$levelfield" compare tuned tuned_far
expect 0 "${tune[@]}" --out tuned_far --engine slurm --task-runs 6 -j 2 --force
grep -q '^Slurm job .*6 runs in 1 task$' err || { cat err >&2; fail "--force repeats nothing"; }
expect 0 "$levelfield" compare tuned tuned_far

# A run that fails is a result of its own, on a node as here; a task that cannot start is given up.
expect 4 "$levelfield" run --plugin "$plugins/crash.so" --plugin "$plugins/toy.so" -p toy -a crash \
  --budget 50 --engine slurm --out crash
prints 'failed: signal 11'
# One whose plugin is refused on the node holds up none that it shares a task with.
expect 4 "$levelfield" run --plugin "$plugins/early_late.so" --plugin "$plugins/overrun.so" \
  --plugin "$plugins/toy.so" -p toy -a early_late -a overrun --budget 50 --engine slurm \
  --task-runs 2 --attempts 1 --out late
prints '^  overrun +1 done'
prints 'early_late, seed 0: killed: 1 Slurm tasks ended without a result'
grep -q 'runs were not made: plugin .*/early_late.so: signal 6 (Aborted) while it was opened' \
  late/slurm/*/*.out || fail "the task does not say why"
expect 4 "${toy[@]}" -a dawdle:eta=0.01 --budget 3000 --seeds 0 --engine slurm --out refused --attempts 1 \
  --sbatch --output=/nowhere/at/all
grep -q 'killed .*1 Slurm tasks ended without a result' err || { cat err >&2; fail "no word of a lost task"; }
expect 3 "${short[@]}" --engine slurm --out bad --sbatch --partition=none
grep -q 'Slurm refuses the job' err || fail "sbatch's refusal is not passed on"

await limited "$limited" 0
grep -q 'TIMEOUT' limited.err || { cat limited.err >&2; fail "the time limit was not reached"; }
await unlimited "$unlimited" 0
expect 0 "$levelfield" compare unlimited limited
