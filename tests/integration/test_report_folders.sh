#!/usr/bin/env bash
# One report of several folders: everything that is in any of them, and what came out otherwise.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

run=("$levelfield" run -q -p dp_scad -a ssg -a csa -b 20:passes.constraint --checkpoints 4 --no-table)
expect 0 "${run[@]}" -s 0-7 --out before
cp -r before copy
expect 0 "${run[@]}" -s 0-7 --out after --bits fast
expect 2 "$levelfield" report before after
says 'report: of several folders: say with --out where it goes'
[ ! -e before/report.html ] || fail "written into one of the folders"

# A copy is identical, run by run; other kernels make other bits, and no difference that seeds would not.
expect 0 "$levelfield" report before copy --out same
[ "$(grep -c '^| copy .* 8 of 8 | identical' same/report.md)" -eq 2 ] || fail "a copy is not identical"
expect 0 "$levelfield" report before after --out both
[ "$(head -1 out)" = both/report.html ] || fail "the files are not what is printed"
grep -q '^## Between the folders' both/report.md || fail "no comparison"
[ "$(grep -cE '^[|] after .*(within seeds|identical)' both/report.md)" -eq 2 ] || fail "not two methods compared"
grep -q 'before, .*: [0-9.]*, commit [0-9a-z-]*, on ' both/report.md || fail "who made it is not said"
[ "$(grep -o 'aria-label="first [-0-9.e]* to [-0-9.e]*, in folder' both/report.html | wc -l)" -eq 2 ] ||
  fail "the difference is not drawn for both methods"
# Cost until the first folder's median: a copy's is its own, and what stops early never comes there.
expect 0 "${run[@]:0:10}" 5:passes.constraint --checkpoints 4 --no-table -s 0-7 --out short
expect 0 "$levelfield" report before copy --out same
expect 0 "$levelfield" report before short --out less
awk -F ' *[|] *' '$2 == "copy" && ($9 + 0 <= 0 || $9 != $10) { exit 1 }' same/report.md || fail "a copy costs another sum"
[ "$(awk -F ' *[|] *' '$2 == "short" && $10 == "not reached"' less/report.md | wc -l)" -eq 2 ] || fail "a quarter of the budget is enough"
# What one of them lacks is said, and so is that nothing can be compared.
expect 0 "$levelfield" run -q -p dp_scad -a ssg -a oss -b 20:passes.constraint --checkpoints 4 --no-table -s 6-9 --out others
expect 0 "$levelfield" report before others --out less
grep -A1 '^| others .* ssg .* 2 of 2' less/report.md | grep -q 'not all seeds' || fail "that seeds are left out is not said"
grep -q '^Not compared between before and others: csa on .* (only in before), oss on .* (only in others)\.$' less/report.md ||
  fail "what one folder lacks is left out in silence"
expect 0 "$levelfield" run -q -p dp_scad -a ssg -a csa -b 20:passes.constraint --checkpoints 4 --no-table -s 8-9 --out later
expect 0 "$levelfield" report before later --out none
grep -q '^## Between the folders' none/report.md || fail "nothing is said of two folders that share no seed"
grep -q '^Not compared between before and later: ssg on .* (no seed is in both), csa on .* (no seed is in both)\.$' none/report.md ||
  fail "that no seed is in both is not said"
# Each folder has been verified, or not, by itself.
for folder in before copy; do
  expect 0 "$levelfield" verify "$folder" --replay "${#folder}" -j 2
done
expect 0 "$levelfield" report before copy short --out same
for folder in before copy; do
  n=${#folder}
  grep -q "^Verified: $n of $n runs of $folder made again, bit for bit, on " same/report.md ||
    fail "the report does not say that $folder is verified"
done
[ "$(grep -c '^Verified: ' same/report.md)" -eq 2 ] || fail "a folder is verified that is not, or twice"
# Runs of an earlier command are in no experiment by now, and a line says so.
expect 0 "$levelfield" run -q -p dp_scad -a ssg -b 5:passes.constraint --checkpoints 4 --no-table -s 0-7 --out short
expect 0 "$levelfield" status short
prints '^8 stored runs are in none of these experiments, .*; levelfield export short has all$'
expect 0 "$levelfield" report before short --out less
grep -q '^8 stored runs of short are in none of these experiments, ' less/report.md || fail "the report leaves runs out in silence"
expect 0 "$levelfield" report short
grep -q '^8 stored runs of this folder are in none of these' short/report.md || fail "the report of a folder says nothing"
expect 0 "$levelfield" status before
! grep -q 'stored run' out || fail "all runs of the folder are in its experiment"
for folder in before after; do
  grep -q "^## A comparison from the command line ($folder)" both/report.md || fail "$folder is not in the report"
  [ -s "both/plots/run-FV-$folder.svg" ] || fail "$folder has no figure of its own"
done
[ ! -e before/plots ] && [ ! -e after/plots ] || fail "something was written into the folders"

# What differs beyond seeds is said: a method that its name hides another step size behind.
cat >other.yaml <<'YAML'
title: one name, two methods
problems: [{id: p, label: parity, problem: dp_scad}]
methods: [{id: m, label: method, algorithm: "csa:gamma=STEP"}]
scales: [{name: default, budget: "20:passes.constraint", seeds: 0-7, checkpoints: 4, expensive: 1}]
YAML
mkdir x y
sed 's/STEP/1e-2/' other.yaml >x/e.yaml
sed 's/STEP/1e-4/' other.yaml >y/e.yaml
(cd x && expect 0 "$levelfield" reproduce e.yaml -q --out ../one)
(cd y && expect 0 "$levelfield" reproduce e.yaml -q --out ../two)
expect 0 "$levelfield" report one two --out three
grep -q '^| two .* 0 of 8 | differs, p = 0.00' three/report.md || { cat three/report.md >&2; fail "a difference is not seen"; }
expect 0 "$levelfield" report before after --latex paper
grep -q 'Between the folders' paper/main.tex && fail "a paper has a part that it was not asked for"
[ "$(grep -c '\\section' paper/main.tex)" -ge 2 ] || fail "not both folders in the paper"
expect 3 "$levelfield" report before nowhere --out none
says 'nowhere: No such file or directory'
