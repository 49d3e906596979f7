#!/usr/bin/env bash
# What the papers' pages say in words is held to the records: each form of a mark, right and wrong, and what has no mark.
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
- {id: p, label: first, problem: "dp_scad:data=two_groups"}
- {id: q, label: second, problem: "dp_scad:data=two_groups,kappa=0.1"}
methods: [{id: det, label: long, algorithm: "ssg:eta=0.05"}, {id: small, label: short, algorithm: "ssg:eta=1e-6"}]
scales: [{name: default, budget: "200:steps", seeds: "0-5", checkpoints: 2}]
tables: [{id: t, title: T, columns: [{id: FV, label: objective, metric: FV}]}]
claims:
- {id: c, text: longer steps end lower, kind: lower, method: det, than: [small], metric: FV, where: CVio, at_most: 9}
- {id: d, text: shorter steps end lower, kind: lower, method: small, than: [det], metric: FV, where: CVio, at_most: 9}
YAML
printf '# First\n\n### Field\n\nText.\n\n<!-- findings: made by scripts/findings.py -->\n<!-- end of findings -->\n' >reports/README.md
export LEVELFIELD_REPORTS=$PWD/reports
expect 0 "$levelfield" reproduce toy/one -q --out done
expect 0 findings record done
amend '
one["fragile"] = {"made": "2026-01-01", "forms": ["grids"], "held": 2, "lines": [
    {"claim": "longer steps end lower", "problem": "second", "against": "short", "became": {"grids": "tie"}}]}
one["exponents"] = [{"fit": "eps", "method": "det", "estimate": 0.8639}]
one["labels"]["det"] = "long"
one["chosen"] = {"det": {"p": "eta=0.05,eps=0"}}
margins = sorted(map(float, one["claims"][0]["lines"][0]["margins"].split()))
median = float(one["values"]["t"]["FV"]["p"]["det"].split()[0])
numbers = f"{median:.4f} {(margins[2] + margins[3]) / 2:.2e}\n".replace("e-0", "e-")
open("numbers", "w").write(numbers)'
read -r median difference <numbers
expect 0 findings write

says() { printf '%s\n' "$@" >"$page"; }
fine() {
  says "$@"
  expect 0 findings check
}
refused() { # what is said, then the page
  says "${@:2}"
  expect 1 findings check
  prints "$1"
}

fine 'Longer steps end lower, held on both.' \
  '<!-- as in one: c = held; c:*:* = held; c:p:small = held; [cd] = 1 of 2 held; d:*:det = 2 of 2 not held;' \
  "  c:p:small by $difference; t:FV:p:det = $median; eps:det = 0.864; fragile = 1 of 2; c:q:* with grids = tie;" \
  '  c:p:small with grids = held; c says 6 of 6 seeds for it; det:p chose eta=0.05 -->'
refused 'as in one: c = not held; it has 1 held' 'Text.' '<!-- as in one: c = not held -->'
refused 'c:\*:\* = 1 of 2 held; it has 2 held' 'Text.' '<!-- as in one: c:*:* = 1 of 2 held -->'
refused 'no claim e; it has c, d' 'Text.' '<!-- as in one: e = held -->'
refused 'no comparison c:x:small; it has p:small, q:small' 'Text.' '<!-- as in one: c:x:small = held -->'
refused "c: 'better' is no outcome" 'Text.' '<!-- as in one: c = better -->'
refused "'c is held' is no comparison" 'Text.' '<!-- as in one: c is held -->'
refused 'c:p:small by 77; it is ' 'Text.' '<!-- as in one: c:p:small by 77 -->'
refused 't:FV:p:det = 77; it has ' 'Text.' '<!-- as in one: t:FV:p:det = 77 -->'
refused 'no number t:FV:p:other' 'Text.' '<!-- as in one: t:FV:p:other = 0.5 -->'
refused 'eps:det = 0.87; it has 0.8639' 'Text.' '<!-- as in one: eps:det = 0.87 -->'
refused 'fragile = 0 of 2; it has 1 of 2' 'Text.' '<!-- as in one: fragile = 0 of 2 -->'
refused 'c:q:small with grids = held; it has 1 tie' 'Text.' '<!-- as in one: c:q:small with grids = held -->'
refused 'it was not tried with effort' 'Text.' '<!-- as in one: c:q:small with effort = held -->'
refused 'd:q:det with grids: none of them is held' 'Text.' '<!-- as in one: d:q:det with grids = not held -->'
refused "c says 'no seeds'; it says: " 'Text.' '<!-- as in one: c says no seeds -->'
refused "c says 'eeds for it'; it says: " 'Text.' '<!-- as in one: c says eeds for it -->'
for odd in 'c by 3' 'c:p:small by much' 'eps:det = held' 'c:p:small:x by 3' 'c with grids = held' 'c:p with grids = held'; do
  refused "as in one: '$odd' is no comparison" 'Text.' "<!-- as in one: $odd -->"
done
refused 'det:p chose eta=0.5; it chose eta=0.05,eps=0' 'Text.' '<!-- as in one: det:p chose eta=0.5 -->'
refused 'det:q chose eta=0.05; it chose nothing' 'Text.' '<!-- as in one: det:q chose eta=0.05 -->'
refused 'there is no record two' 'Text.' '<!-- as in two: c = held -->'
refused 'is no mark' 'Text.' '<!-- as in one c = held -->'

# A verdict, or a number, without anything behind it; parameters, code, links and published values need nothing.
refused "'held' without a record" 'It is held.' '' 'Text.' '<!-- as in one: c = held -->'
refused "'undecided' without a record" '- Fine (held).' '  <!-- as in one: c = held -->' '- Here it is undecided.'
refused '0.1234 is of no record' 'It ends at 0.1234.'
refused '0.1234 is of no record' 'It ends at 0.1234, which another paragraph backs.' '' "Here at $median." "<!-- as in one: t:FV:p:det = $median -->"
refused 'is no mark' 'It ended at 0.1234 once.' '<!-- of no record: 0.1234 -->' # without a reason
fine 'It ended at 0.1234 once.' '<!-- of no record: 0.1234: of an earlier build -->'
# shellcheck disable=SC2016 # it is Markdown
fine 'A step of 0.05 or 1e-6 on held-out rows, `--tol 0.777`, [here](page-0.777.md).' '' '| claim | here |' '| --- | --- |' \
  '| c | held |' '' '<!-- as in toy/one: c = held -->'

# The first page is held to all papers' records.
sed -i 's/^Text\./It is held.\n<!-- as in toy\/one: c = tie -->/' reports/README.md
refused 'reports/README.md: as in toy/one: c = tie; it has 1 held' 'Text.'
sed -i 's/c = tie/c = held/' reports/README.md
fine 'Text.'
