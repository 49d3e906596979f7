#!/usr/bin/env bash
# The tables of docs/ name every method and every problem, as `levelfield list` has them; a row that
# is missing, or says something else, is noticed.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
export PYTHONDONTWRITEBYTECODE=1 LEVELFIELD_REPORTS=
tables() { python3 "$LF_TEST_SOURCE/docs/site/tables.py" "$@"; }

tables --check "$LF_TEST_COMMAND"
edited() {
  cp "$LF_TEST_SOURCE"/docs/{methods,problems}.md "$scratch"
  sed -i "$2" "$scratch/$1"
}
while read -r page edit; do
  edited "$page" "$edit"
  ! tables --check "$LF_TEST_COMMAND" "$scratch" 2>/dev/null || { echo "not noticed in $page: $edit"; exit 1; }
done <<'EDITS'
methods.md /^| `ssg`/d
problems.md s/^\(| `auc` |[^|]*|\).*/\1 another | one |/
problems.md /<!-- \/problems -->/d
EDITS
edited methods.md '/^| `ssg`/d'
tables "$LF_TEST_COMMAND" "$scratch"
for page in methods problems; do diff "$LF_TEST_SOURCE/docs/$page.md" "$scratch/$page.md"; done
