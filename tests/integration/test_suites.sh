#!/usr/bin/env bash
# The archives in suites/ are of the suites of this version, and their runs are what is made here: two of each archive,
# drawn anew every time, and by hash alone those of problems whose data is not here.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

for view in plain saddle constrained composition group_minimax bilevel; do
  archive=$LF_TEST_SOURCE/suites/$view-small.lfz
  [ "$(stat -c %s "$archive")" -le 5000000 ] || fail "$archive: more than 5 MB"
  if [ -n "${LEVELFIELD_DATA:-}" ]; then
    expect 0 "$levelfield" verify "$archive" --level 2 --runs 2
    prints '^level 2: 2 of 2 runs made again, bit for bit'
  else
    expect 0 "$levelfield" verify "$archive" --level 0
  fi
  expect 0 "$levelfield" suite "$view" --dry-run --out "$view"
  prints "^$view-small.lfz: [1-9][0-9]* runs are taken from it$"
  prints '^nothing was stored$'
  [ ! -e "$view" ] || fail "a dry run of $view left a folder"
done
need_data # without it no run was made again
