#!/usr/bin/env bash
# kill -9 of everything at random moments, again and again, until the command is through: what was
# stored stays as it was, and in the end the store is that of a command that nobody killed.
# LEVELFIELD_TRIALS says how many kills there are (default 8).
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

trials=${LEVELFIELD_TRIALS:-8}
RANDOM=20261122
run=("$levelfield" run -p dp_scad:svio_steps=10 -a 3secon:mode=stochastic -a ssg:mode=stochastic
  -b 3000 --seeds 0-3 -j 2 -q --checkpoint 0.01)
expect 0 "${run[@]}" --out whole

# stored: keys and hashes of the runs in the store, one a line. A kill may come before there are any.
stored() {
  [ -e killed/results.sqlite ] || return 0
  "$levelfield" export killed --format jsonl >lines 2>err || grep -q 'no results in it yet' err ||
    { cat err >&2; fail "a damaged store after a kill"; }
  sed -E 's/.*"key":"([0-9a-f]*)".*"trace_sha256":"([0-9a-f]*)".*/\1 \2/' lines
}

# finished: the command came to its end; its store is the right one.
finished() {
  expect 0 "$levelfield" compare whole killed
  [ ! -e killed/checkpoints ] || fail "checkpoints are left over"
  rm -rf killed
  : >before
  chains=$((chains + 1))
}

kills=0 chains=0 stages=0
: >before
while [ "$kills" -lt "$trials" ]; do
  "${run[@]}" --out killed >/dev/null 2>err &
  parent=$!
  sleep "0.$(printf %03d $((RANDOM % 700)))"
  mapfile -t offspring < <(children "$parent")
  code=0
  kill -KILL "$parent" "${offspring[@]}" 2>/dev/null || true
  wait "$parent" 2>/dev/null || code=$?
  if [ "$code" -eq 0 ]; then
    finished
    continue
  fi
  [ "$code" -eq 137 ] || { cat err >&2; fail "exit code $code"; }
  kills=$((kills + 1))
  ! compgen -G 'killed/checkpoints/*.lfc' >/dev/null || stages=$((stages + 1))
  stored >after
  [ -z "$(grep -vxFf after before || true)" ] || fail "a stored run is lost or another after kill $kills"
  mv after before
done
expect 0 "${run[@]}" --out killed
finished
echo "$kills kills, $stages of them with a checkpoint to go on from; $chains commands came to their end, none with a result lost"
