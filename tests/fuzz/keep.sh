#!/usr/bin/env bash
# tests/fuzz/keep.sh [NAME...]: after a long fuzzing, what it found goes into the tree. Of build/fuzz/corpus/NAME
# those inputs of at most 512 bytes that reach code which tests/fuzz/corpus/NAME does not reach yet, the
# smallest first; of all targets whose corpus is in the tree, unless some are named. Commit what is new.
set -euo pipefail
cd "$(dirname "$0")"
build=${LF_TEST_BUILD:-../../build/fuzz}
[ "$#" -gt 0 ] || set -- $(ls corpus)

for name in "$@"; do
  small=$(mktemp -d)
  find "$build/corpus/$name" -type f -size -513c -exec cp -t "$small" {} +
  before=$(find "corpus/$name" -type f | wc -l)
  # New code counts, not how often it is passed through: so the corpus stays small.
  "$build/tests/fuzz/fuzz_$name" -merge=1 -use_counters=0 "corpus/$name" "$small" >"$small.log" 2>&1 ||
    { cat "$small.log" >&2; exit 1; }
  rm -r "$small" "$small.log"
  echo "$name: $(($(find "corpus/$name" -type f | wc -l) - before)) more, $(cat "corpus/$name"/* | wc -c) bytes in all"
done
