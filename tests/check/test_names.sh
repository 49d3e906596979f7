#!/usr/bin/env bash
# A name means one thing: no type, no enumerator of a header and no source file has another's. Each rule
# is tried on a planted violation as well, so that a rule that catches nothing cannot pass.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/files.sh"
names=$LF_TEST_SOURCE/tests/support/names.py

mapfile -t files < <(lf_files '*.c' '*.h')
found=$(python3 "$names" "$LF_TEST_SOURCE" "${files[@]}")
[ -z "$found" ] || { echo "$found"; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# planted WANTED FILE TEXT FILE TEXT: what is said of a tree of these two files.
planted() {
  local wanted=$1
  rm -rf "${scratch:?}"/*
  mkdir -p "$scratch/${2%/*}" "$scratch/${4%/*}"
  printf '%s\n' "$3" >"$scratch/$2"
  printf '%s\n' "$5" >"$scratch/$4"
  found=$(python3 "$names" "$scratch" "$2" "$4")
  [ "$found" = "$wanted" ] || { echo "of $2 and $4 is said '$found', not '$wanted'"; exit 1; }
}
planted 'the typedef twin is in base/a.h and oracle/b.c' base/a.h 'typedef int twin;' oracle/b.c 'typedef int twin;'
planted 'the struct twin is in base/a.h and oracle/b.h' base/a.h 'struct twin { int a; };' oracle/b.h 'struct twin { int a; };'
planted 'the enumerator TWIN is in base/a.h and oracle/b.h' base/a.h 'enum { TWIN };' oracle/b.h 'enum { TWIN };'
planted 'twin.c is base/twin.c and problems/common/twin.c' base/twin.c '' problems/common/twin.c ''
planted '' base/a.h 'typedef struct twin twin;' base/a.c 'struct twin { int a; };'
planted '' algorithms/plain/twin.c '' problems/auc/twin.c ''
