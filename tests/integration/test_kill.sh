#!/usr/bin/env bash
# Killed half way with SIGKILL: the children end too, and the same command started again gives what
# an uninterrupted one gives. Interrupted with Ctrl-C: a clean end, and the same.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

run=("$levelfield" run -p dp_scad -a ssg:mode=stochastic -a 3secon:mode=stochastic -b 20000
  --seeds 0-3 -j 2)
expect 0 "${run[@]}" --out whole
jq_runs() { "$levelfield" export "$1" --format jsonl 2>/dev/null | wc -l; }
# A line of the command, which it writes once the run is stored: asking the store takes too long where
# the machine is busy.
some_stored() { [ "$(grep -c '^done ' "$1.err")" -ge 2 ]; }
all_gone() { local pid; for pid in "$@"; do [ ! -e "/proc/$pid/exe" ] || return 1; done; }

# SIGKILL, as soon as two of the eight runs are stored.
"${run[@]}" --out killed >/dev/null 2>killed.err &
parent=$!
until_true 60 some_stored killed || fail "no run was stored"
mapfile -t offspring < <(children "$parent")
kill -KILL "$parent" 2>/dev/null || fail "it was over before it could be killed"
wait "$parent" 2>/dev/null || true
until_true 10 all_gone "${offspring[@]}" || fail "children outlive their parent"
[ "$(jq_runs killed)" -lt 8 ] || fail "nothing was left to do"
expect 0 "${run[@]}" --out killed
expect 0 "$levelfield" compare whole killed

# Ctrl-C: to the whole group, as a terminal does.
set -m
"${run[@]}" --out stopped >/dev/null 2>stopped.err &
parent=$!
set +m
until_true 60 some_stored stopped || fail "no run was stored"
mapfile -t offspring < <(children "$parent")
kill -INT -- "-$parent" 2>/dev/null || fail "it was over before it could be interrupted"
code=0
wait "$parent" || code=$?
[ "$code" -eq 130 ] || { cat stopped.err >&2; fail "exit code $code after Ctrl-C, expected 130"; }
grep -q 'interrupted' stopped.err || fail "Ctrl-C is not mentioned"
until_true 10 all_gone "${offspring[@]}" || fail "children outlive an interrupt"
kept=$(jq_runs stopped)
[ "$kept" -ge 2 ] && [ "$kept" -lt 8 ] || fail "$kept runs kept, expected between 2 and 7"
expect 0 "${run[@]}" --out stopped
expect 0 "$levelfield" compare whole stopped

# Killed while a problem is tried out before the first run.
"$levelfield" run --plugin "$LF_TEST_BUILD/plugins/toy.so" -p toy:fault=hang -a sgd -b 10 \
  --out built >/dev/null 2>built.err &
parent=$!
has_child() { [ -n "$(children "$1")" ]; }
until_true 60 has_child "$parent" || fail "nothing tries the problem out"
mapfile -t offspring < <(children "$parent")
kill -KILL "$parent" 2>/dev/null || fail "it was over before it could be killed"
wait "$parent" 2>/dev/null || true
until_true 10 all_gone "${offspring[@]}" || {
  kill -KILL "${offspring[@]}"
  fail "a problem is still being built after its command was killed"
}

# One that takes longer than a run may is a run that did.
expect 4 "$levelfield" run --plugin "$LF_TEST_BUILD/plugins/toy.so" -p toy:fault=hang -a sgd -b 10 \
  --timeout 1 --out slow
grep -q timeout err || fail "a problem that hangs is no timeout"
