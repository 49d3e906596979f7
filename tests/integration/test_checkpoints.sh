#!/usr/bin/env bash
# Checkpoints from the command line: Ctrl-C and SIGKILL in mid-run, and the same command goes on where
# it was; two commands into one folder; a command that may not go on.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

same=("$levelfield" run -p dp_scad:svio_steps=10 -a 3secon:mode=stochastic -b 60000 --seeds 0-1 -j 2)
run=("${same[@]}" --checkpoint 0.02)
expect 0 "${run[@]}" --out whole
saved() { compgen -G "$1/checkpoints/*.lfc" >/dev/null; }
saved_twice() { [ "$(compgen -G "$1/checkpoints/*.lfc" | wc -l)" -eq 2 ]; }

# stop SIGNAL FOLDER: start the command, and end it when both runs are saved.
stop() {
  "${run[@]}" --out "$2" >/dev/null 2>"$2.err" &
  local parent=$! code=0
  until_true 60 saved_twice "$2" || fail "nothing was saved"
  kill "-$1" "$parent"
  wait "$parent" 2>/dev/null || code=$?
  echo "$code"
}

code=$(stop KILL killed)
[ "$code" -eq 137 ] || fail "exit code $code after SIGKILL"
expect 0 "${run[@]}" --out killed
[ "$(grep -c 'goes on from its checkpoint after step' err)" -eq 2 ] || fail "no word of it"
expect 0 "$levelfield" compare whole killed
[ ! -e killed/checkpoints ] || fail "checkpoints are left over"

for signal in HUP TERM; do # a terminal that closes, and whoever asks politely
  rm -rf stopped
  code=$(stop $signal stopped)
  [ "$code" -eq 130 ] || { cat stopped.err >&2; fail "exit code $code after SIG$signal"; }
  [ "$("$levelfield" export stopped --format jsonl | wc -l)" -eq 0 ] || fail "half a run is stored"
done
cp -r stopped anew
expect 0 "${run[@]}" --out stopped
expect 0 "$levelfield" compare whole stopped

# --force starts from the beginning; a checkpoint that is cut short is set aside.
cp -r anew torn
expect 0 "${run[@]}" --out anew --force
! grep -q 'checkpoint' err || fail "--force looks at checkpoints"
expect 0 "$levelfield" compare whole anew
for file in torn/checkpoints/*.lfc; do truncate -s -10 "$file"; done
expect 0 "${run[@]}" --out torn
[ "$(grep -c 'starts from the beginning; its checkpoint is set aside: it is torn' err)" -eq 2 ] ||
  { cat err >&2; fail "a torn checkpoint is not mentioned"; }
expect 0 "$levelfield" compare whole torn

# Where libm picks other variants, the rest would not be that of the same run: it starts anew.
if grep -qw fma /proc/cpuinfo; then
  code=$(stop KILL variants)
  [ "$code" -eq 137 ] || fail "exit code $code after SIGKILL"
  expect 0 env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA "${run[@]}" --out variants
  [ "$(grep -c 'its checkpoint is set aside: it was made by .* libm .* and this is .* libm ' err)" -eq 2 ] ||
    { cat err >&2; fail "a checkpoint of other variants is taken"; }
fi

# Two at once: the second one is refused and names the first.
"${run[@]}" --out both >/dev/null 2>&1 &
first=$!
until_true 60 saved both || fail "nothing was saved"
expect 3 "${run[@]}" --out both
says "both: another levelfield \(process $first\) stores its results there"
wait "$first" || fail "the first one was disturbed"
expect 0 "$levelfield" compare whole both

# Off, and what is no time.
expect 0 "${same[@]}" --out never --checkpoint 0
expect 2 "${same[@]}" --out never --checkpoint -1
says "a time such as 90, 15m or 2h, or 0"

# What a command left that was killed after it had stored a run goes with the next one.
expect 0 "$levelfield" run -p auc -a sgd -b 20:steps --out swept
expect 0 "$levelfield" export swept --format jsonl
key=$(jq -r .key out)
mkdir swept/checkpoints && : >"swept/checkpoints/$key.lfc"
expect 0 "$levelfield" run -p auc -a sgd -b 20:steps --out swept
[ ! -e swept/checkpoints ] || fail "the checkpoint of a stored run is left over"
