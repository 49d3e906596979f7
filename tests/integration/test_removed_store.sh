#!/usr/bin/env bash
# A store that is deleted, moved or replaced while runs go on: one line, and nothing is lost that was
# made before or is made after.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# A millisecond a step: there is time for the fault on a busy machine, too.
run=("$levelfield" run -p auc:data=synthetic_small -a dawdle --plugin "$LF_TEST_BUILD/plugins/dawdle.so"
  -b 2000:steps --seeds 0-3 -j 2 --no-table --checkpoint 0.05)
expect 0 "${run[@]}" --out whole
stored() { # FOLDER COUNT: are so many runs in the store?
  local n
  n=$(python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1] + "/results.sqlite").execute("SELECT count(*) FROM runs").fetchone()[0])' \
    "$1" 2>/dev/null) && [ "$n" -ge "$2" ]
}

# begin FOLDER: the command in the background, with two runs stored.
begin() {
  "${run[@]}" --out "$1" >out 2>err &
  command=$!
  until_true 60 stored "$1" 2 || fail "nothing was stored"
}

whole() { # FOLDER: all of it is there, and the chain is whole.
  expect 0 "$levelfield" compare whole "$1"
  expect 0 "$levelfield" verify "$1"
}

for how in 'rm -rf gone' 'rm gone/results.sqlite' 'rm gone/results.sqlite*' 'mv gone elsewhere'; do
  rm -rf gone elsewhere
  begin gone
  # A checkpoint that was written meanwhile leaves rm a folder that is not empty, and the next try may find a new store.
  tries=1
  until $how 2>rm.err; do
    [[ $how == 'rm -rf'* ]] && [ $((tries++)) -lt 50 ] || { cat rm.err >&2; fail "$how"; }
  done
  wait "$command" || { cat err >&2; fail "$how: the command failed"; }
  lines=$(grep -c 'results.sqlite was removed while runs went on; all that it held is in a new one there' err) || true
  { [ "$lines" -ge 1 ] && [ "$lines" -le "$tries" ]; } || { cat err >&2; fail "$how: $lines lines of it, after $tries tries"; }
  whole gone
  [ -z "$(find gone -name '*.tmp')" ] || fail "$how: something is left over"
done

# Another store in its place is not touched, and what was made comes in by itself.
expect 0 "$levelfield" run -p auc:data=synthetic_small -a sgd -b 50 --out other -q
begin taken
cp other/results.sqlite new.sqlite
mv new.sqlite taken/results.sqlite
rm -f taken/results.sqlite-wal taken/results.sqlite-shm
code=0
wait "$command" || code=$?
[ "$code" -eq 3 ] || { cat err >&2; fail "exit code $code where another store is"; }
[ "$(grep -c 'another file took its place while runs went on; the [0-9]* runs' err)" -eq 1 ] || fail "not one line of it"
expect 0 "$levelfield" compare other taken
expect 0 "${run[@]}" --out taken
expect 0 "$levelfield" verify taken
prints 'taken: 5 runs are as they were stored'

# A folder that cannot be made again: one line, no crash.
mkdir real && ln -s real deep
begin deep/er
touch file && ln -s file next
mv -T next deep # at once: a folder that is gone for a moment would be made anew
rm -rf real
code=0
wait "$command" || code=$?
[ "$code" -eq 3 ] || { cat err >&2; fail "exit code $code where no folder can be"; }
[ "$(grep -c 'levelfield: .*deep' err)" -ge 1 ] || { cat err >&2; fail "no word of it"; }
