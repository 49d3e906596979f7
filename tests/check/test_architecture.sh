#!/usr/bin/env bash
# docs/architecture.md speaks of what is there: each row of a walk names a function that its file has, the table of
# arrows is the list that check.layers reads, and so is the picture. Each rule is tried on an edit, too.
set -euo pipefail
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
export PYTHONDONTWRITEBYTECODE=1
page=$LF_TEST_SOURCE/docs/architecture.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# walks PAGE: rows whose file has no such function; at least 25 rows are looked at.
walks() {
  local rows=0 file name
  while read -r file name; do
    rows=$((rows + 1))
    grep -qE "(^|[ *])$name\(" "$LF_TEST_SOURCE/$file" 2>/dev/null || echo "$file has no $name"
  done < <(sed -nE 's/^\| `([^`]*\.[ch])` \| `([a-zA-Z0-9_]*)` \|.*/\1 \2/p' "$1")
  [ "$rows" -ge 25 ] || echo "only $rows rows"
}
# arrows PAGE: what differs from the list.
arrows() {
  diff <(sed -n '/^<!-- layers -->/,/^<!-- \/layers -->/p' "$1" | grep '^|' || true) \
    <(python3 "$LF_TEST_SOURCE/docs/site/layers.py" table) || true
}

found=$(walks "$page" && arrows "$page")
[ -z "$found" ] || { echo "$found"; exit 1; }
for edit in 's/`sonx_step`/`sonx_stride`/' 's/`sonx_step`/`sonx`/' '/^| `base\/`/d'; do
  sed "$edit" "$page" >"$scratch/page.md"
  [ -n "$(walks "$scratch/page.md"; arrows "$scratch/page.md")" ] || { echo "not noticed: $edit"; exit 1; }
done

command -v dot >/dev/null || { echo "skipped: the picture is not compared, as graphviz is not installed"; exit 77; }
edges() { grep -oE '<title>[^<]*</title>' | sort; }
diff <(edges <"$LF_TEST_SOURCE/docs/images/layers.svg") \
  <(python3 "$LF_TEST_SOURCE/docs/site/layers.py" dot | dot -Tsvg | edges) ||
  { echo 'mend: python3 docs/site/layers.py dot | dot -Tsvg -o docs/images/layers.svg'; exit 1; }
