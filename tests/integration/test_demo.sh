#!/usr/bin/env bash
# The demo with nothing at all: no data, no home, no cache. Its report is sound HTML, and everything
# it promises is there.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

expect 0 env -u LEVELFIELD_DATA -u XDG_CACHE_HOME HOME= "$levelfield" reproduce demo --scale smoke -j 2
report=$(tail -n 1 out)
[ "$report" = levelfield-out/demo-smoke/report.html ] || fail "the last line is '$report'"
prints '^\|' # a table
xmllint --html --noout "$report" 2>lint || true
# libxml2 knows no HTML 5: its complaints about new elements are no faults.
if grep -E 'error' lint | grep -vE 'Tag [a-z]+ invalid' >&2; then fail "the report is not sound"; fi
grep -q '<svg' "$report" || fail "no figure in the report"
if grep -E '(src|href)="(https?:)?//' "$report" >&2; then fail "the report needs a network"; fi
[ -s levelfield-out/demo-smoke/report.md ] || fail "no Markdown twin"
for kind in svg pdf png; do
  ls levelfield-out/demo-smoke/plots/*."$kind" >/dev/null || fail "no $kind"
done
for svg in levelfield-out/demo-smoke/plots/*.svg; do xmllint --noout "$svg" || fail "$svg"; done

# At least four methods, each with results; again, and nothing is run again.
[ "$("$levelfield" export levelfield-out/demo-smoke --format jsonl | jq -s '[.[].algorithm] | unique | length')" -ge 4 ] ||
  fail "fewer than four methods"
expect 0 "$levelfield" reproduce demo --scale smoke
expect 0 "$levelfield" plot levelfield-out/demo-smoke
expect 0 "$levelfield" report levelfield-out/demo-smoke
