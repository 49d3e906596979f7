#!/usr/bin/env bash
# Pages of a store overwritten one after the other: every run that export writes is one that was
# stored, whatever it leaves out is named, and it never crashes. The list of runs is lost only with
# its own pages.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

expect 0 "$levelfield" run -p dp_scad:svio_steps=10 -a ssg:mode=stochastic -b 200 --seeds 0-5 -q --out whole
expect 0 "$levelfield" export whole --format jsonl --output whole.jsonl
[ "$(wc -l <whole.jsonl)" -eq 6 ] || fail "six runs were stored"

pages=$(($(stat -c %s whole/results.sqlite) / 4096))
found=0 partly=0 unseen=0
for ((page = 0; page < pages; page++)); do
  rm -rf damaged
  cp -r whole damaged
  head -c 4096 /dev/urandom |
    dd of=damaged/results.sqlite bs=4096 seek="$page" conv=notrunc status=none
  code=0
  "$levelfield" export damaged --format jsonl >out 2>err || code=$?
  [ "$code" -le 3 ] || { cat err >&2; fail "page $page: exit code $code"; }
  # Each line that was written is one of the undamaged store, but for order.
  [ -z "$(grep -vxFf whole.jsonl out)" ] || fail "page $page: a run that never was"
  lines=$(wc -l <out)
  if [ "$lines" -lt 6 ]; then
    [ "$code" -ne 0 ] && [ -s err ] || fail "page $page: $lines of 6 runs, and not a word"
  fi
  # verify looks at everything that is in use: only a free page may be another.
  verified=0
  "$levelfield" verify damaged >/dev/null 2>&1 || verified=$?
  [ "$verified" -le 3 ] || fail "page $page: exit code $verified of verify"
  if [ "$verified" -eq 0 ]; then unseen=$((unseen + 1)); fi
  if [ "$code" -ne 0 ]; then found=$((found + 1)); fi
  if [ "$lines" -gt 0 ] && [ "$lines" -lt 6 ]; then partly=$((partly + 1)); fi
done
echo "$pages pages overwritten, $found noticed, $partly cost some of the runs only; verify did not notice $unseen"
free=$(python3 -c 'import sqlite3; print(sqlite3.connect("whole/results.sqlite").execute("PRAGMA freelist_count").fetchone()[0])')
[ "$unseen" -le "$free" ] || fail "verify does not notice what is in use"
[ "$partly" -gt 0 ] || fail "no run was ever saved from a damaged store"
[ "$found" -ge "$((pages / 2))" ] || fail "damage goes unnoticed"
