#!/usr/bin/env bash
# Today's methods beside those of the papers, at the smallest scale: every method of both files, on four problems each.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
need_data

# every ITEM: every run that was planned is done, and every claim of the file is in the report.
every() {
  expect 0 "$levelfield" reproduce "today/$1" --scale smoke -j 2 -q
  report=$(tail -n 1 out)
  python3 - "$(dirname "$report")/report.json" "$LF_TEST_SOURCE/reports/today/$1.yaml" <<'PY'
import json, re, sys
with open(sys.argv[1]) as made, open(sys.argv[2]) as asked:
    made, asked = json.load(made)["experiments"][0], asked.read()
claims = re.findall(r"^- \{id: (\w+), text", asked, re.M)
assert len(made["claims"]) == len(claims) > 10, (len(made["claims"]), len(claims))
assert made["runs"]["done"] == made["runs"]["planned"] > 0, made["runs"]
PY
}

every constrained
for column in F CVio KKT mu; do prints "^\| $column +\|"; done
every composition
prints '^\| EPS +\|'
every bilevel
prints '^\| F +\|'
