#!/usr/bin/env bash
# From a command to a line of the findings: what is recorded is what the report says, pages follow from records,
# and whatever goes stale is named.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/findings.sh"

mkdir -p reports/toy
cat >reports/toy/one.yaml <<'YAML'
title: One
citation: A toy.
figures: [{id: f, title: F, caption: "down | it goes", panels: [{problem: p, x: steps, y: FV}]}]
problems: [{id: p, label: "a | b", problem: "dp_scad:data=two_groups"}]
methods:
- {id: det, label: whole, algorithm: "ssg:eta=0.05"}
- {id: small, label: short steps, algorithm: "ssg:eta=1e-6"}
scales: [{name: default, budget: "200:steps", seeds: "0-4", checkpoints: 2}]
tables: [{id: t, title: T, columns: [{id: FV, metric: FV}]}]
published: [{table: t, problem: p, methods: [small], rows: [{id: FV, values: [0.125]}]}]
claims:
- {id: c1, text: "longer steps end lower", kind: lower, method: det, than: [small], metric: FV, where: CVio, at_most: 9}
- {id: c2, text: "shorter steps end lower", kind: lower, method: small, than: [det], metric: FV, where: CVio, at_most: 9}
- {id: c3, text: "whole is first", kind: speedup, method: det, than: [small], metric: FV, target: -1, cost: steps, factor: 1, where: CVio, at_most: 9}
YAML
printf '# Findings\n\n<!-- findings: made by scripts/findings.py -->\n<!-- end of findings -->\n\nend\n' >reports/README.md

export LEVELFIELD_REPORTS=$PWD/reports
expect 1 findings check
prints 'toy/findings.md is not what its records make'
expect 0 findings write
grep -q '^Not recorded' reports/toy/findings.md || fail "what was not run is not called so"
expect 0 findings check

expect 0 "$levelfield" reproduce toy/one -q --out done
jq -e '[.experiments[0].claims[].outcome] == ["held", "not held", "undecided"]' done/report.json >/dev/null || fail "the toy's claims"
expect 0 findings record done
expect 1 findings check
expect 0 findings write
expect 0 findings check
grep -qE '^\| longer steps end lower \| held \| .+ \|$' reports/toy/findings.md || fail "no row of the first claim"
grep -qE '^\| a \\\| b \| FV \| 0\.[0-9]+ \(0\.125\) \|$' reports/toy/findings.md || fail "no published value"
grep -qF '| [toy/one](toy/findings.md#one) | One | 1 |  |  |  | 1 |' reports/README.md || fail "no count of the one fact behind both"
grep -qF '| whole is first | a \| b | short steps | a larger budget: of 5 pairs of runs none has both at the target |' reports/toy/findings.md ||
  fail "the page does not say what the open fact would take"
grep -qF '| a larger budget, or more points | 1 |' reports/README.md || fail "what open facts would take is not counted"
[ "$(head -c 4 docs/images/gallery/toy-one.png | tail -c 3)" = PNG ] || fail "no picture"
grep -qF '![F](images/gallery/toy-one.png)' docs/gallery.md || fail "the gallery does not show the picture"
tail -n 1 reports/README.md | grep -q '^end$' || fail "the rest of the page is lost"

# Each kind of staleness by itself.
stale() {
  local words=$1 file=$2 edit=$3
  cp "$file" kept
  sed -i "$edit" "$file"
  ! cmp -s "$file" kept || fail "nothing changed: $edit"
  expect 1 findings check
  prints "$words"
  mv kept "$file"
}
stale 'toy/one has other claims' reports/toy/one.yaml 's/longer steps end/long steps end/'
stale 'toy/one: c1 was decided by another level' reports/toy/one.yaml '/id: c1/s/at_most: 9/at_most: 9, by: 1e-3/'
stale 'toy/one: c2 was decided by another level' reports/toy/one.yaml '/id: c2/s/at_most: 9/at_most: 9, level: 0.01/'
stale 'toy/one: c3 was decided by another level' reports/toy/one.yaml 's/factor: 1,/factor: 2,/'
stale 'toy/one: c1 was decided by another level' reports/toy/one.yaml '$aties: [{metric: FV, tie: 1e-3, why: It is small.}]'
stale 'toy/one: c1 was decided by another level' reports/toy/one.yaml '$aties: [{metric: FV, tie: 5%, why: It is small.}]'
stale 'published FV of small on p' reports/toy/one.yaml 's/0\.125/0.25/'
stale 'toy/findings.md is not what' reports/toy/findings.md 's/not held/held/'
stale 'README.md is not what' reports/README.md 's/| One | 1 |  |/| One | 2 | 0 |/'
stale 'gallery.md is not what' docs/gallery.md 's/goes/went/'
stale 'toy/other is in findings.json' reports/toy/findings.json 's/^ "one"/ "other"/'
cp docs/images/gallery/toy-one.png docs/images/gallery/toy-two.png
expect 1 findings check
prints 'toy-two.png is of no experiment that is recorded'
rm docs/images/gallery/toy-two.png
expect 0 findings check

# Margins that a record keeps are decided again without a run; a verdict that does not follow from them is found,
# and so is a margin or a choice on an edge that somebody changed.
expect 0 findings decide
prints '^reports/toy/findings.json: 3 claims [(]3 lines[)] and 0 choices decided again, 0 otherwise; 0 claims kept no margins$'
planted() {
  cp reports/toy/findings.json kept
  jq "$1" kept >reports/toy/findings.json
  expect 1 findings decide
  prints "$2"
  mv kept reports/toy/findings.json
}
planted '.one.claims[0].outcome = "undecided"' "^one, c1: undecided is held by today's rules$"
planted '.one.claims[0].lines[0].outcome = "tie"' "^one, c1, p against small: tie is held by today's rules$"
planted '.one.claims[1].lines[0].p_against = 0.0625' "^one, c2, p against det: p_against = 0.0625 is 0.03125 by today's rules$"
planted '.one.claims[1].lines[0].margins |= sub("^-"; "")' '^one, c2, p against det: p_against = 0.03125 is 0.'
planted '.one.claims[0].lines[0].other_edge = true' "^one, c1: held is choice on an edge by today's rules$"
planted '.one.claims[2].lines[0].margins = "1 2 3 4 5"' "^one, c3: undecided is held by today's rules$"
cp reports/toy/findings.json kept
jq '.one.claims[0].lines[0].margins = "1 2 x"' kept >reports/toy/findings.json
expect 3 findings decide
says "reports/toy/findings.json: one, c1: 'x' is no margin"
jq 'del(.one.claims[0].lines)' kept >reports/toy/findings.json
expect 0 findings decide
prints '2 claims [(]2 lines[)] and 0 choices decided again, 0 otherwise; 1 claims kept no margins$'
mv kept reports/toy/findings.json

# Runs behind the claims are made again: the same traces, on whatever part of them; a record of another
# program is stale, and is not counted.
for number in 0 1; do
  expect 0 findings replay --mark --count 1 --number "$number"
  prints '^toy/one, c[123], made .*: equal$'
done
expect 0 findings write
grep -q 'had the same traces' reports/toy/findings.md || fail "the page says nothing of the replay"
grep -q ', portable bits\.$' reports/toy/findings.md || fail "the page does not name the bits"
# Commits since then that touch what a run comes from; without the history nobody knows.
aged() { sed -i "s/\"\(replayed_at\|commit\)\": \"[^\"]*\"/\"\1\": \"$1\"/" reports/toy/findings.json && expect 0 findings age; }
cp reports/toy/findings.json fresh.json
if first=$(git -C "$LF_TEST_SOURCE" rev-list --max-parents=0 HEAD 2>/dev/null | tail -n 1); then
  aged "$(git -C "$LF_TEST_SOURCE" rev-parse HEAD)"
  prints '^toy/one: fresh; made 20[0-9-]{8}, replayed 20'
  aged "$first"
  prints '^toy/one: aged, [1-9][0-9]* commits; made'
  aged 000000000000 # rewritten since: the day is known
  prints '^toy/one: (fresh|aged)'
else
  expect 0 findings age
  prints '^toy/one: of unknown age; made'
fi
cp fresh.json reports/toy/findings.json
python3 - <<'PY'
import json
path = "reports/toy/findings.json"
kept = json.load(open(path))
for runs in kept["one"]["witnesses"].values():
    runs[-1]["trace"] = "0" * 16
json.dump(kept, open(path, "w"))
PY
expect 1 findings replay --mark --count 1
prints 'trace 0000000000000000 is [0-9a-f]{16} now'
expect 0 findings age
prints '^toy/one: stale; made'
expect 0 findings write
grep -q '^\*\*Stale\*\*' reports/toy/findings.md || fail "the page does not call it stale"
grep -qF '| One | stale |' reports/README.md || fail "a stale record is counted"
mv fresh.json reports/toy/findings.json
expect 0 findings write

# A claim that comes out otherwise when it is made again has a reason, which the pages keep.
cp reports/toy/findings.json kept
jq '.one.claims[0].outcome = "tie"' kept >reports/toy/findings.json
expect 1 findings record done
grep -q 'of toy/one 1 claims came out otherwise than in its record of .*: say what was different, --why rules,code' err ||
  fail "a claim turned without a word"
[ "$(jq -r '.one.claims[0].outcome' reports/toy/findings.json)" = tie ] || fail "it is recorded all the same"
expect 2 findings record done --why moon
grep -q "'moon' is none of rules, code, grids" err || fail "a reason that is none"
expect 0 findings record done --why 'rules (ties),seeds'
expect 0 findings record done
expect 0 findings write
grep -qE '^\| \[toy/one\]\(toy/findings.md#one\) \| [-0-9]+ \| [-0-9]+ \| 1 of 3 claims: 1 from tie to held \| rules \(ties\), seeds \|$' \
  reports/README.md || fail "what turned is not on the first page"
grep -q '^Turned since the record of .*: 1 of 3 claims: 1 from tie to held; different were: rules (ties), seeds\.$' reports/toy/findings.md ||
  fail "what turned is not on its page"
mv kept reports/toy/findings.json
expect 0 findings write

# What claims nothing is run again too, by its first two methods.
sed '/^tables:/,$d' reports/toy/one.yaml >reports/toy/drawn.yaml
expect 0 "$levelfield" reproduce toy/drawn -q --out drawn
expect 0 findings record drawn
[ "$(jq '.drawn.witnesses.shown | length' reports/toy/findings.json)" = 4 ] || fail "runs of a figure are not kept"
expect 0 findings replay --count 9
prints '^toy/drawn, shown, made .*: equal$'
jq 'del(.drawn)' reports/toy/findings.json >kept && mv kept reports/toy/findings.json
rm reports/toy/drawn.yaml docs/images/gallery/toy-drawn.png
expect 0 findings write

# What is held is tried with more: one that is ahead by a violation is fragile, one that is tuned is not.
cat >reports/toy/two.yaml <<'YAML'
title: Two
citation: A toy.
figures: [{id: f, title: F, panels: [{problem: p, x: steps, y: FV}]}]
problems: [{id: p, label: two groups, problem: "dp_scad:data=two_groups"}]
methods:
- {id: a, label: ahead, algorithm: "ssg:mode=deterministic,eta=1e-2", deterministic: true}
- {id: b, label: behind, algorithm: "ssg:mode=deterministic,eta=5e-3", deterministic: true}
- {id: t, label: tuned, algorithm: "ssg:mode=deterministic", deterministic: true}
scales: [{name: default, budget: "100:steps", tuning_budget: "100:steps", seeds: "0", checkpoints: 2}]
tuning: {metric: FV, where: CVio, at_most: 2e-3, points: 2, seeds: "9", grids: [{method: t, grid: "eta={5e-3|3e-2}"}]}
claims:
- {id: first, text: Ahead is ahead, kind: lower, method: a, than: [b], metric: FV, where: CVio, at_most: 2e-3}
- {id: tuned, text: Tuned is ahead, kind: lower, method: t, than: [b], metric: FV, where: CVio, at_most: 2e-3}
YAML
fragile() { "$python3" "$LF_TEST_SOURCE/scripts/fragile.py" --reports reports --levelfield "$levelfield" "$@"; }
expect 0 "$levelfield" reproduce toy/two -q --out two
expect 0 "$levelfield" reproduce toy/one -q --out two
expect 1 fragile two
grep -q 'two has one, two; expected one of these as --item' err || fail "which of two is not asked"
expect 1 fragile two --item two
grep -q 'two is not what the record' err || fail "a folder without a record"
expect 0 findings record two
expect 0 fragile two --item two --form bounds
prints '^toy/two: 2 comparisons held, 1 of them fragile$'
expect 0 fragile two --item two --form effort --form grids # what the record says of bounds stays
[ "$(jq -c '.two.fragile | .forms, .lines[].became' reports/toy/findings.json | tr '\n' ' ')" = \
  '["grids","effort","bounds"] {"bounds":"not held"} ' ] || fail "$(jq -c .two.fragile reports/toy/findings.json)"
expect 0 findings write
grep -qF '| Ahead is ahead | two groups | behind | half the violation: not held |' reports/toy/findings.md || fail "no fragile row"
grep -qE '^\| tuned \| eta=[0-9.e-]+ \| all it ran on \|$' reports/toy/findings.md || fail "the page does not say what tuning chose"
grep -qF 'in 1 of the 2 items that have any: of 2, 1 are fragile' reports/README.md || { grep fragile reports/README.md >&2; fail "no count of what is fragile"; }

# The first page begins with chosen claims: what each came to, the effect, and what became of it with more.
printf 'toys: [toy/two:first, toy/two:tuned, toy/one:c2]\n' >reports/headlines.yaml
expect 1 findings write
grep -q "has no place for headlines of toys: '<!-- headlines of toys: made" err || fail "a table without a place"
printf '<!-- headlines of toys: made by scripts/findings.py -->\n<!-- end of headlines of toys -->\n' >>reports/README.md
expect 0 findings write
grep -E '^\| Ahead is ahead \| held \| FV 0\.[0-9]+ against 0\.[0-9]+ \| 1 of 1 fall: half the violation \| \[`toy/two`\]\(toy/findings.md#two\) \|$' \
  reports/README.md >/dev/null || { cat reports/README.md >&2; fail "no row of what is fragile"; }
grep -qE '^\| Tuned is ahead \| held \| .* \| stands \|' reports/README.md || fail "no row of what stands"
grep -qE '^\| shorter steps end lower \| not held \| difference 0\.[0-9]+ \[.*\] \| – \|' reports/README.md || fail "no row of what is refuted"
stale 'README.md is not what' reports/README.md 's/1 of 1 fall/0 of 1 fall/'
printf 'toys: [toy/two:none]\n' >reports/headlines.yaml
expect 1 findings check
grep -q 'headlines.yaml: toy/two:none is no claim of a record that counts' err || fail "a claim that is none"
rm reports/headlines.yaml

# Of one that takes long the problems that are finished are a record, too, until all of it is one.
cat >reports/toy/three.yaml <<'YAML'
title: Three
citation: A toy.
figures: [{id: f, title: F, panels: [{problem: p, x: steps, y: FV}]}]
problems: [{id: p, label: first, problem: "dp_scad:data=two_groups"}, {id: q, label: second, problem: "dp_scad:data=two_groups,kappa=0.1"}]
methods: [{id: det, label: whole, algorithm: "ssg:eta=0.05"}, {id: small, label: short steps, algorithm: "ssg:eta=1e-6"}]
scales: [{name: default, budget: "100:steps", seeds: "0-4", checkpoints: 2, settings: [{problem: p, budget: "200:steps"}, {method: small, budget: "200:steps"}]}]
tables: [{id: t, title: T, columns: [{id: FV, metric: FV}]}]
published: [{table: t, problem: p, methods: [det], rows: [{id: FV, values: [0.5]}]}, {table: t, problem: q, methods: [det], rows: [{id: FV, values: [0.25]}]}]
claims:
- {id: both, text: longer steps end lower, kind: lower, method: det, than: [small], metric: FV, where: CVio, at_most: 9}
- {id: turned, text: shorter steps end lower, kind: higher, problems: [p], method: det, than: [small], metric: FV, where: CVio, at_most: 9}
- {id: late, text: on the second, kind: lower, problems: [q], method: det, than: [small], metric: FV, where: CVio, at_most: 9}
YAML
expect 0 "$levelfield" reproduce toy/three --problem p -q --out part
expect 1 findings record part
expect 2 findings record part --piece "A Half"
expect 1 findings record part --piece default
expect 0 findings record part --piece half
expect 0 findings write
expect 0 findings check
expect 0 findings decide
prints '^reports/toy/findings.json: .* 0 otherwise'
grep -qE '^\| longer steps end lower \| held \| 1 of 2 comparisons are made: 1 held; ' reports/toy/findings.md || fail "a piece's claim is not about its lines"
! grep -q 'on the second\|0\.25' reports/toy/findings.md || fail "a piece has what was not made"
grep -qE '^A piece: first\. Not made, and about [^:]*: second\.$' reports/toy/findings.md || fail "the page does not say what is left"
grep -q '^levelfield reproduce toy/three --problem p -j 2$' reports/toy/findings.md || fail "no command for the piece"
grep -q '^Scale default, budget 200:steps, ' reports/toy/findings.md || fail "the piece does not have its problem's budget"
grep -qF '| [toy/three-half](toy/findings.md#three-half) | Three, half | 1 |  |  |  |  |' reports/README.md || fail "no row of the piece, or not of the one fact behind two claims"
stale 'toy/three-half has other claims' reports/toy/three.yaml 's/longer steps end/long steps end/'
expect 0 "$levelfield" reproduce toy/three -q --out part
expect 0 findings record part --piece half
expect 0 findings write
expect 1 findings check
prints 'toy/three-half is a piece of three, which is recorded: remove it from findings.json'
grep -q '^Scale default, budget 200:steps (first), a budget for each method (second)' reports/toy/findings.md || fail "no budgets"

# A folder that is not finished is no finding.
sed -i 's/0-4/0-5/' reports/toy/one.yaml
expect 0 "$levelfield" reproduce toy/one -q --out more
python3 - <<'PY'
import json
report = json.load(open("more/report.json"))
report["experiments"][0]["runs"]["missing"] = 1
json.dump(report, open("more/report.json", "w"))
PY
cp reports/toy/findings.json kept
expect 1 findings record more
cmp -s kept reports/toy/findings.json || fail "an unfinished item changed the record"
grep -q '^findings: toy/one is not finished' err || fail "an unfinished folder was taken"

# The command of a record with more seeds than are added unasked says how many, or with fewer and something open.
for last in "39, []:--until-decided" "71, []:--until-decided --max-seeds 72" "17, []:--until-decided" \
  '11, [{"statistic": "P = 0.35"}]:--until-decided --max-seeds 12' '39, [{"statistic": "P = 0.35"}]:--until-decided'; do
    jq "[${last%:--*}] as [\$last, \$open] | .one.last_seed = \$last | .one.claims[].open = \$open" kept > reports/toy/findings.json
    expect 0 findings write
    grep -qx "levelfield reproduce toy/one ${last##*:} -j 2" reports/toy/findings.md || fail "another command after $last"
done

jq '.one.last_seed = 160 | .one.most_seeds = 160' kept > reports/toy/findings.json # one of them tunes
expect 0 findings write
grep -qx "levelfield reproduce toy/one --until-decided --max-seeds 160 -j 2" reports/toy/findings.md || fail "a seed that tunes is counted"

# The repository's own: one of its items at the smallest scale, into a copy.
unset LEVELFIELD_REPORTS
rm -r reports docs && cp -r "$LF_TEST_SOURCE/reports" reports
expect 0 "$levelfield" reproduce aleg/fig1a --scale smoke -q -j 2 --out own
expect 0 findings record own
expect 0 findings write
expect 0 findings check
expect 0 findings decide
prints '^reports/aleg/findings.json: [1-9][0-9]* claims [(][1-9][0-9]* lines[)] and [0-9]+ choices decided again, 0 otherwise; '
claims=$(jq '.experiments[0].claims | length' own/report.json)
rows=$(awk '/^## /{on = $2 == "fig1a"} on' reports/aleg/findings.md | grep -cE '\| (held|not held|tie|choice on an edge|undecided) \|')
[ "$claims" -gt 0 ] && [ "$claims" -eq "$rows" ] || fail "$claims claims and $rows rows"
