#!/usr/bin/env bash
# A report for a paper: tables as LaTeX and CSV, figures as PDF, SVG and pgfplots with their data, and a
# main.tex that compiles, with figures as they are drawn and as pgfplots draws them.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# A label of everything that TeX takes for something else.
cat >odd.yaml <<'YAML'
title: "100 % of $x_1^2$ & {more} \\ ~#"
summary: "Signs: \"<|>\" – ≤ é λ ż Δ ж ą 漢"
problems:
- {id: parity, label: "50 % & more_of #1", problem: "dp_scad:data=two_groups"}
methods:
- {id: csa, label: "CSA^~_\\{}", algorithm: csa}
- {id: ssg, label: "SSG & \"co\" <|>", algorithm: ssg}
- {id: same, label: "SSG $ again", algorithm: "ssg:b_f=31"}
scales:
- {name: default, budget: "30:passes.constraint", seeds: 0-7, checkpoints: 5, expensive: 1}
tables:
- {id: t, title: "Table_1 & co", caption: "In % of \\alpha", columns: [{id: FV, metric: FV}, {id: steps, cost: steps}]}
YAML
expect 0 "$levelfield" reproduce odd.yaml -q --out odd
expect 0 "$levelfield" report odd --latex paper
[ "$(cat out)" = paper/main.tex ] || fail "the file is not what is printed"
tables=(paper/tables/table-*.tex)
[ "${#tables[@]}" -ge 2 ] || fail "no tables"
for file in "${tables[@]}"; do
  [ -s "${file%.tex}.csv" ] || fail "$file has no CSV"
  grep -q '\\toprule' "$file" && grep -q '\\bottomrule' "$file" || fail "$file has no rules"
done
for file in paper/plots/*.pdf; do
  for kind in svg tex csv; do [ -s "${file%.pdf}.$kind" ] || fail "$file has no $kind"; done
done

# Captions say what it cost, how it is made, and of which results it is.
plain() { sed 's/\\allowbreak{}//g' "$1/main.tex"; }
plain paper | grep 'Budget 30:passes.constraint; seeds 0-7. Made by: levelfield reproduce odd.yaml --scale default' >/dev/null ||
  fail "no stamp"
hash() { plain "$1" | sed -n 's/.*Results: \([0-9a-f]*\)\..*/\1/p' | sort -u; }
[ "$(hash paper | wc -w)" -eq 1 ] || fail "not one hash of results"

# The numbers are those of the report, and the best is bold by a test: CSA is far below with eight seeds, and
# of two that are level neither is; SSG in the last row, where only costs are, is not.
python3 - <<'PY' || fail "the CSV is not the table"
import csv
rows = list(csv.reader(open("paper/tables/table-1.csv", newline="")))
assert rows[0][1:] == ['CSA^~_\\{}', 'SSG & "co" <|>', 'SSG $ again'], rows[0]
assert rows[1][0].startswith("FV"), rows[1]
values = [float(cell.split(";")[0]) for cell in rows[1][1:]]
assert values[0] < values[1], values
assert all(float(cell.split(";")[0]) > 0 for cell in rows[2][1:])
PY
grep -q '^{FV} & \\textbf{' paper/tables/table-1.tex || fail "the best is not bold"
[ "$(grep -c textbf paper/tables/table-1.tex)" -eq 1 ] || fail "a cost is bold"

# Few seeds tell nobody from nobody: nothing is bold. Other results have another hash.
sed 's/seeds: 0-7/seeds: 0-2/' odd.yaml >few.yaml
expect 0 "$levelfield" reproduce few.yaml -q --out few
expect 0 "$levelfield" report few --latex two
! grep -q textbf two/tables/table-1.tex || fail "bold without a test that could tell"
[ "$(hash two)" != "$(hash paper)" ] || fail "other results, the same hash"
expect 3 "$levelfield" report nowhere --latex three
[ ! -e three/main.tex ] || fail "a paper about nothing"

# Sixteen sentences of several lines each are more than a page has, which a table that floats would lose.
{
  cat few.yaml
  echo claims:
  for i in {1..16}; do
    echo "- {id: c$i, text: \"Claim $i, which says at some length that CSA ends lower than the others on this set\","
    echo "   kind: lower, method: csa, than: [ssg, same], problems: [parity], metric: FV, where: CVio, at_most: 1}"
  done
} >many.yaml
expect 0 "$levelfield" reproduce many.yaml -q --out much
expect 0 "$levelfield" report much --latex many
grep -q 'begin{longtable}' many/tables/table-1.tex || fail "a table is longer than its page"

command -v pdflatex >/dev/null || skip "pdflatex is not installed (scripts/setup.sh latex)"
kpsewhich lmodern.sty >/dev/null || skip "lmodern is not installed: scripts/setup.sh latex"
for figures in false true; do
  sed -i "s/\\\\newif\\\\ifpgf\\\\pgf[a-z]*/\\\\newif\\\\ifpgf\\\\pgf$figures/" paper/main.tex
  (cd paper && pdflatex -interaction=nonstopmode -halt-on-error main.tex) >out 2>&1 ||
    { grep -A5 '^!' out >&2; fail "main.tex does not compile, pgf $figures"; }
  [ -s paper/main.pdf ] || fail "no PDF"
  ! grep -q 'Missing character\|undefined' out || { grep 'Missing char\|undefined' out >&2; fail "something is lost"; }
done

# The article about the findings compiles from the tree's records alone.
expect 0 python3 "$LF_TEST_SOURCE/scripts/article.py" make article
[ -s article/article.pdf ] || fail "no article"
! grep -q 'Missing character\|undefined' article/article.log || fail "something is lost in the article"
! grep -q '[0-9]pk>' article/article.log || fail "the article has fonts of dots"
