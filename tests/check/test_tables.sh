#!/usr/bin/env bash
# The tables of the README name every method and every problem, as `levelfield list` has them; a row that
# is missing, or says something else, is noticed.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
export PYTHONDONTWRITEBYTECODE=1 LEVELFIELD_REPORTS=
tables() { python3 "$LF_TEST_SOURCE/docs/site/tables.py" "$@"; }

tables --check "$LF_TEST_COMMAND"
for edit in '/^| `ssg`/d' 's/^\(| `auc` |[^|]*|\).*/\1 another | one |/' '/<!-- \/problems -->/d'; do
  sed "$edit" "$LF_TEST_SOURCE/README.md" >"$scratch/README.md"
  ! tables --check "$LF_TEST_COMMAND" "$scratch/README.md" 2>/dev/null ||
    { echo "not noticed: $edit"; exit 1; }
done
sed '/^| `ssg`/d' "$LF_TEST_SOURCE/README.md" >"$scratch/README.md"
tables "$LF_TEST_COMMAND" "$scratch/README.md"
diff "$LF_TEST_SOURCE/README.md" "$scratch/README.md"
