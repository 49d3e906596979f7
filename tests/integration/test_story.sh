#!/usr/bin/env bash
# A paper's page has tables of results from the records alone: what is typed, or copied though a record has it, is refused.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/findings.sh"
page=reports/toy/README.md

mkdir -p reports/toy
cat >reports/toy/one.yaml <<'YAML'
title: One
citation: A toy.
figures: [{id: f, title: F, panels: [{problem: p, x: steps, y: FV}]}]
problems:
- {id: p, label: "a | b", problem: "dp_scad:data=two_groups"}
- {id: q, label: second, problem: "dp_scad:data=two_groups,kappa=0.1"}
methods: [{id: det, label: whole, algorithm: "ssg:eta=0.05"}, {id: small, label: short steps, algorithm: "ssg:eta=1e-6"}]
scales: [{name: default, budget: "200:steps", seeds: "0-4", checkpoints: 2}]
tables:
- {id: t, title: T, columns: [{id: FV, label: objective, metric: FV}, {id: n, label: steps, cost: steps}]}
- {id: never, title: N, columns: [{id: at, label: first, metric: FV, below: -9, cost: steps}]}
claims: [{id: c, text: longer steps end lower, kind: lower, method: det, than: [small], metric: FV, where: CVio, at_most: 9}]
YAML
printf '<!-- findings: made by scripts/findings.py -->\n<!-- end of findings -->\n' >reports/README.md
export LEVELFIELD_REPORTS=$PWD/reports
expect 0 "$levelfield" reproduce toy/one -q --out done
mark() { printf 'Before.\n\n<!-- values of %s: made by scripts/findings.py -->\n<!-- end of values -->\n\nAfter.\n' "$1" >"$page"; }

# Without a record, of another name, or of what it does not have: one line, and nothing is written.
mark one:t:FV
cp "$page" kept
expect 1 findings write
grep -q '^findings: there is no record toy/one$' err || fail "a table of no record"
cmp -s kept "$page" || fail "a page that cannot be made was written"
expect 0 findings record done
for bad in 'one:u:FV=toy/one:u has no such table' 'one:t:CVio=toy/one:t has no column CVio; expected one of FV, n'; do
  mark "${bad%%=*}"
  expect 1 findings write
  grep -qF "${bad#*=}" err || { cat err >&2; fail "$bad"; }
done

for lost in '<!-- values of one:t: made by scripts/findings.py -->' '<!-- end of values -->' \
  '<!-- values of one:t:FV: made by scripts/findings.py -->'; do # misspelt, or without its other end
  printf '%s\n' "$lost" >"$page"
  expect 1 findings check
  grep -qF "README.md: '$lost' is no mark" err || { cat err >&2; fail "$lost"; }
done

printf '<!-- values of one:t:FV: made by scripts/findings.py -->\n\nWritten.\n\n' >"$page" # nothing is swallowed up to the next end
printf '<!-- values of one:t:FV: made by scripts/findings.py -->\n<!-- end of values -->\n' >>"$page"
expect 1 findings write
grep -q '^Written' "$page" || fail "text between two tables is lost"

# Medians as the report has them, in the order of the experiment; text around them stays.
mark one:t:FV
expect 0 findings write
[ "$(head -n 1 "$page") $(tail -n 1 "$page")" = "Before. After." ] || fail "the text around the table is lost"
grep -qF '| objective | whole | short steps |' "$page" || { cat "$page" >&2; fail "no head"; }
cell() { sed -nE "s/^\| $1 \| ([^ ]+) \|.*/\1/p" "$page"; }
of() { jq -r --arg p "$1" '.experiments[0].tables[0].cells[] | select(.problem == $p and .method == "det" and .column == "FV") | .median' done/report.json; }
for pair in 'a .. b=p' 'second=q'; do
  awk -v shown="$(cell "${pair%=*}")" -v is="$(of "${pair#*=}")" 'BEGIN { d = shown / is - 1; exit !(shown != "" && d < 5e-3 && d > -5e-3) }' ||
    fail "${pair%=*}: $(cell "${pair%=*}") for $(of "${pair#*=}")"
done
expect 0 findings check
mark one:t:FV,n
expect 0 findings write
grep -qF '| second: steps | 200 | 200 |' "$page" || { cat "$page" >&2; fail "no row of a quantity"; }
mark one:never:at
expect 1 findings write # no run got there: there is nothing to show
mark one:t:FV
expect 0 findings write

# A number changed by hand, a row typed, a table copied of what is recorded with its tables, or of nothing.
refused() {
  cp "$page" kept
  eval "$2"
  expect 1 findings check
  prints "$1"
  mv kept "$page"
}
refused 'README.md is not what its records make' "sed -i 's/| second | ./| second | 9/' $page"
refused "a person typed '| ours | 0.25 | \*\*1.5e-7\*\* |'" "printf '| | a | b |\n| --- | --- | --- |\n| ours | 0.25 | **1.5e-7** |\n' >>$page"
refused "a person typed '| at | .5 at -.01 | 0.65 (0.5 to 0.7) |'" "printf '| at | .5 at -.01 | 0.65 (0.5 to 0.7) |\n' >>$page"
copied() { printf '<!-- copied from the report of %s, whose record is older than tables in records -->\n| a | 0.5 |\n' "$1" >>"$page"; }
refused 'the record of toy/one has the table that was copied' 'copied one'
refused 'copied from the report of two, which has no record' 'copied two'
printf '| claim | here |\n| --- | --- |\n| faster by 1.5 | held, by 0.3 |\n\n<!-- of no record: 1.5, 0.3: words are no results -->\n' >>"$page"
expect 0 findings check
amend 'one.pop("values")'
printf 'No table.\n' >"$page"
copied one
expect 0 findings check

# Made again with the same numbers a record keeps what else was found out about it.
tried() { amend 'one["fragile"] = {"made": "2026-01-01", "forms": ["grids"], "held": 1, "lines": []}'; }
tried
expect 0 findings record done
jq -e '.one | .fragile.held == 1 and (.values.t.FV | keys == ["p", "q"])' reports/toy/findings.json >/dev/null || fail "what was tried is lost"
amend 'for claim in one["claims"]: claim.pop("lines")'
expect 0 findings record done
jq -e '.one | has("fragile") and .claims[0].lines != null' reports/toy/findings.json >/dev/null || fail "the same runs, and what was tried is lost"
amend 'for claim in one["claims"]: claim.pop("lines"), one["witnesses"][claim["id"]][0].update(trace="0" * 16)'
expect 0 findings record done
jq -e '.one | has("fragile") | not' reports/toy/findings.json >/dev/null || fail "other runs, and what was tried of them stays"
tried
sed -i 's/0-4/0-5/' reports/toy/one.yaml
expect 0 "$levelfield" reproduce toy/one -q --out more
expect 0 findings record more
jq -e '.one | has("fragile") | not' reports/toy/findings.json >/dev/null || fail "another record has what was tried of the old one"
