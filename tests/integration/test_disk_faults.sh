#!/usr/bin/env bash
# A disk that fills up while runs are stored and saved, and a medium that is read-only: what was
# stored stays readable, one clear line says what is wrong, and with room again the same command comes
# to the result of one that never met a fault. The disk is a tmpfs in a mount namespace of its own.
set -euo pipefail
if [ "${1:-}" != inside ]; then
  # Who is not root is, in a user namespace.
  namespace=(unshare -m)
  [ "$(id -u)" -eq 0 ] || namespace+=(-r)
  "${namespace[@]}" true 2>/dev/null || { echo "skipped: no private mount namespace here"; exit 77; }
  exec "${namespace[@]}" bash "$0" inside
fi
. "$LF_TEST_SOURCE/tests/support/cli.sh"
trap 'umount -l "$scratch/small" 2>/dev/null; rm -rf "$scratch"' EXIT

run=("$levelfield" run -p dp_scad:svio_steps=10 -a 3secon:mode=stochastic -b 3000 --checkpoints 100
  --seeds 0-5 --checkpoint 0.01)
expect 0 "${run[@]}" --out whole
mkdir small
# Room for a folder, SQLite's files and some of the runs.
mount -t tmpfs -o size=320k none small
lines() { "$levelfield" export "$1" --format jsonl 2>/dev/null | wc -l; }

# Full: it stops at a run that cannot be stored, and keeps the ones before.
expect 3 "${run[@]}" --out small/out
grep -qE 'disk is full|No space' err || { cat err >&2; fail "a full disk is not named"; }
kept=$(lines small/out)
[ "$kept" -gt 0 ] && [ "$kept" -lt 6 ] || fail "$kept of 6 runs are kept on a full disk"

# Read-only: everything that reads works, what writes says so.
mount -o remount,ro none small
[ "$(lines small/out)" -eq "$kept" ] || fail "a read-only store is not read"
expect 3 "${run[@]}" --out small/out --quiet
says 'small/out'
expect 1 "$levelfield" compare whole small/out # identical, but for those that are missing

# Room again.
mount -o remount,rw,size=20m none small
expect 0 "${run[@]}" --out small/out
expect 0 "$levelfield" compare whole small/out
echo "$kept of 6 runs were kept on a full disk, none of them lost"
