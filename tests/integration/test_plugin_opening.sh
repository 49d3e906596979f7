#!/usr/bin/env bash
# Whatever a plugin's file does when it is opened, the command goes on: the plugin costs its own runs
# and one line, and the exit code says so.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

plugins=$LF_TEST_BUILD/plugins
base=("$levelfield" run -q --plugin "$plugins/toy.so" --plugin "$plugins/overrun.so" -p toy
  -b 200 --checkpoints 2)

# lines N PATTERN: standard error has N lines, one of which has the (extended) pattern.
lines() {
  [ "$(wc -l <err)" -eq "$1" ] || { cat err >&2; fail "not $1 lines of error"; }
  grep -qE -- "$2" err || { cat err >&2; fail "the error does not say '$2'"; }
}

# done_in FOLDER METHOD...: these and no others are stored, and done.
done_in() {
  local folder=$1
  shift
  "$levelfield" export "$folder" --format jsonl >stored
  jq -es --arg want "$*" 'map(select(.status == "done") | .algorithm | split(":")[0]) | unique
    | join(" ") == $want' stored >/dev/null || { cat stored >&2; fail "$folder: not $*"; }
}

# A good one and two bad ones, both named.
expect 4 "${base[@]}" -a overrun --plugin "$plugins/early_exit.so" -a early_exit \
  --plugin "$plugins/early_abort.so" -a early_abort:b=3 --out mixed
lines 2 'plugin .*/early_exit.so: it ended the process that opened it \(exit status 0\)'
lines 2 'plugin .*/early_abort.so: signal 6 \(Aborted\) while it was opened'
prints '^  overrun +1 done '
done_in mixed overrun

# Nothing is left to be run, and nothing is stored.
expect 3 "${base[@]}" --plugin "$plugins/early_exit.so" -a early_exit --out none
says 'early_exit.so: it ended the process'
[ ! -e none ] || fail "a folder was made for nothing"

# Methods that are tuned are named one by one, too.
expect 4 "$levelfield" tune -q --plugin "$plugins/toy.so" --plugin "$plugins/early_exit.so" -p toy \
  -a 'sgd:eta0={0.1|0.2}' -a 'early_exit:eta={0.1|0.2}' -b 50 --metric loss --out tuned
lines 1 'early_exit.so: it ended the process'
prints 'sgd'

# It is not replaced by something else of its name.
cp "$plugins/early_exit.so" sgd.so
expect 4 "${base[@]}" -a overrun --plugin sgd.so -a sgd --out replaced
done_in replaced overrun

# Other commands are about what their plugins bring, and end.
for words in "list" "list algorithms --json" "show overrun" "reproduce own.yaml" "tune own.yaml" \
  "track record own.yaml --out guard"; do
  # shellcheck disable=SC2086
  expect 3 "$levelfield" $words --plugin "$plugins/early_exit.so"
  says 'early_exit.so: it ended the process'
done
expect 0 "$levelfield" list algorithms --plugin "$plugins/overrun.so"
prints '^  overrun +plain '

# What one prints while it is opened gets neither into results nor between lines.
expect 0 "${base[@]}" --json --plugin "$plugins/early_chatter.so" -a early_chatter --out chatter
jq -e '.runs | length == 1' out >/dev/null || fail "chatter spoils the JSON object"
[ ! -s err ] || fail "chatter among the lines of the command: $(cat err)"

# What it leaves behind ends with the process that opened it, the problem's too.
expect 0 "${base[@]}" --plugin "$plugins/early_child.so" -a early_child --out child
[ "$(wc -l <early_child.pids)" -ge 2 ] || fail "it was opened less than twice"
while read -r pid; do
  until_true 5 test ! -e "/proc/$pid" || fail "process $pid was left behind"
done <early_child.pids

# One that crashes in the process of its run, though it did not before, is a failed run.
expect 4 "${base[@]}" -a overrun --plugin "$plugins/early_late.so" -a early_late --out late
prints 'early_late, seed 0: failed: signal 6 \(Aborted\) while its plugin was opened'
done_in late overrun

# A problem that is another when it is opened again costs the runs on it, not the command.
expect 4 "${base[@]}" -p early_problem -a overrun --plugin "$plugins/early_problem.so" --out other
prints 'overrun, seed 0: failed: plugin .*/early_problem.so: it describes itself otherwise'
done_in other overrun

# A file that changes under way is not what was named.
cp "$plugins/hang.so" .
cp hang.so other.so && printf x >>other.so
"${base[@]}" -j 1 --plugin ./hang.so -a hang:after=0 -a overrun --timeout 2 --seeds 0-1 --out changed \
  >out 2>err &
until_true 10 test -e changed/results.sqlite || fail "no store"
cp other.so hang.new && mv hang.new hang.so
code=0
wait $! || code=$?
[ "$code" -eq 4 ] || fail "exit code $code"
prints 'hang:after=0, seed 1: failed: plugin /.*/hang.so: the file has changed since the command began'
done_in changed overrun
