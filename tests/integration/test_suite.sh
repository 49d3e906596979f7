#!/usr/bin/env bash
# levelfield suite: every view's file is whole, a method of one's own meets the others, and what an archive has of the
# runs is not made again.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
unset LEVELFIELD_DATA # generated sets alone: the others are left out, and said to be

expect 2 "$levelfield" suite nothing
says "'nothing' is no view; expected one of plain\|composition\|constrained\|group_minimax\|saddle\|bilevel"

# Each suite's file stands by itself: 6 to 12 problems, every method of its view, equal points, three scales.
for view in plain composition constrained group_minimax saddle bilevel; do
  file=$LF_TEST_SOURCE/suites/$view.yaml
  n=$(grep -c ' problem: "' "$file")
  [ "$n" -ge 6 ] && [ "$n" -le 12 ] || fail "$view: $n problems"
  [ "$(grep -c 'constants: \[{name: target, value: ' "$file")" = "$n" ] || fail "$view: a problem without a target"
  expect 0 "$levelfield" list algorithms --json
  for method in $(jq -r ".algorithms[] | select(.view == \"$view\") | .name" out); do
    grep -q "algorithm: $method}" "$file" || fail "$view: $method is missing"
  done
  [ "$(grep -cE '^- \{name: (small|medium|large),' "$file")" = 3 ] || fail "$view: not three scales"
done

# The real one, as far as its data is generated.
cc -O2 -shared -fPIC -I"$LF_TEST_SOURCE/include" -o heavy_ball.so "$LF_TEST_SOURCE/examples/heavy_ball/heavy_ball.c"
expect 0 "$levelfield" suite plain --plugin heavy_ball.so -q -j 2 --out mine
grep -q 'a1a is left out: ' err || fail "a1a is not said to be left out"
prints '^heavy_ball ends with a lower ce than SGD;.* on .*two'
prints '^heavy_ball ends with a lower ce than SAGA; not held on two, two_rare, small'
if grep -q '(null)' out; then fail "an outcome without a word"; fi
prints '^plain-small.lfz: [1-9][0-9]* runs are taken from it$'
prints '^mine/report.html$'
expect 3 "$levelfield" publish mine --out mine.lfz
says 'runs are of the plugin heavy_ball@.*: name its sources with --source FILE'
expect 0 "$levelfield" publish mine --out mine.lfz --plugin heavy_ball.so \
  --source "$LF_TEST_SOURCE/examples/heavy_ball/heavy_ball.c"

# The others' runs are taken from the archive, and are what is made here.
expect 0 "$levelfield" suite plain -q -j 2 --out theirs --with mine.lfz
prints '^mine.lfz: [1-9][0-9]* runs are taken from it$'
expect 0 "$levelfield" suite plain -q -j 2 --out again --with mine.lfz --baselines rerun
for archive in plain-small mine; do
  prints "^$archive.lfz: [1-9][0-9]* runs made again are the same, bit for bit; 0 differ$"
done
# An archive that has other results of the same runs, whose hashes hold: not taken, and said.
PYTHONPATH=$LF_TEST_SOURCE/tests/support python3 -B -c 'import random
from forgery import Forgery, verify
f = Forgery(verify.members("mine.lfz"), random.Random(1))
name, values, points = f.pick()
f.metric(points, 0)
f.save_run(name, values)
f.seal()
f.write("edited.lfz")'
expect 0 "$levelfield" suite plain -q -j 2 --dry-run --out none --with mine.lfz --with edited.lfz
prints '^edited.lfz: 0 runs are taken from it$'
prints '^edited.lfz: 1 runs are others than the same runs that are there, and not taken: run [0-9a-f]{12}: point 0'
expect 0 env LEVELFIELD_BITS=fast "$levelfield" suite plain --plugin heavy_ball.so -q -j 2 --out fast --with mine.lfz
prints '^mine.lfz: [1-9][0-9]* of its runs are of other bits or another version: no pairs'
prints '^heavy_ball ends with a lower ce than AdaGrad, of mine.lfz, without pairs, .*; not held on .*two_rare \(P = [0-9.e-]+\)'
grep -q 'heavy_ball ends with a lower ce than AdaGrad, of mine.lfz, without pairs' fast/report.html || fail "not in the report"

# Runs of a version whose third number alone is another are pairs; those of an older second number are none.
version=$("$levelfield" --version | cut -d ' ' -f 2)
for other in "${version%.*}.99" "${version%%.*}.999.0"; do
  cp -r mine aged
  python3 - "$other" <<'EOF'
import sqlite3, sys
with sqlite3.connect("aged/results.sqlite") as db:
    db.execute("UPDATE environments SET json = json_set(json, '$.version', ?)", sys.argv[1:])
    db.executescript("DROP TABLE chain; DROP TABLE replays; PRAGMA user_version = 3")  # a store whose chain is made anew
EOF
  expect 0 "$levelfield" publish aged --out aged.lfz --plugin heavy_ball.so \
    --source "$LF_TEST_SOURCE/examples/heavy_ball/heavy_ball.c"
  expect 0 "$levelfield" suite plain --dry-run --out none --with aged.lfz
  case $other in
    "${version%.*}.99") prints "^aged.lfz: [1-9][0-9]* runs are taken" ;;
    *) prints '^aged.lfz: 0 runs are taken from it$' && prints '^aged.lfz: [1-9][0-9]* of its runs are of .*another version' ;;
  esac
  rm -r aged aged.lfz
done

# A step size at the end of its range is tuned within it, with as many points as the others, or as the range has.
sed -e 's/heavy_ball/light_ball/g' -e 's/eta, 0.01, 0, 1e6/eta, 1, 0.5, 1/' \
  "$LF_TEST_SOURCE/examples/heavy_ball/heavy_ball.c" >light_ball.c
cc -O2 -shared -fPIC -I"$LF_TEST_SOURCE/include" -o light_ball.so light_ball.c
expect 0 "$levelfield" suite plain --plugin light_ball.so -q -j 2 --out edge --with mine.lfz
expect 0 "$levelfield" publish edge --out edge.lfz --plugin light_ball.so --source light_ball.c
expect 0 "$levelfield" checklist edge.lfz
prints 'NeurIPS 6 .*chosen. .* trials: 8 to 10 for each pair of method and problem, none for 0 of 18 '

# A name that the suite has for another method is none for one's own.
sed -e 's/heavy_ball/econ/g' -e 's/LF_VIEW_PLAIN/LF_VIEW_CONSTRAINED/' \
  "$LF_TEST_SOURCE/examples/heavy_ball/heavy_ball.c" >econ.c
cc -O2 -shared -fPIC -I"$LF_TEST_SOURCE/include" -o econ.so econ.c
expect 3 "$levelfield" suite constrained --plugin econ.so --out none
says 'plugin econ: the suite has 3secon under this name; give yours another'
[ ! -e none ] || fail "a refused suite left a folder"

# Where a problem of a suite lists its methods, one's own is among them.
expect 0 "$levelfield" new algorithm listed --view composition
cc -O2 -shared -fPIC -I"$LF_TEST_SOURCE/include" -o listed.so listed/listed.c
expect 0 "$levelfield" suite composition --plugin listed.so --dry-run --out none
prints '^  trials +[0-9]+, [0-9]+ of them finished before: [1-9][0-9]* to make'
[ ! -e none ] || fail "a dry run left a folder"

# A board: archives that hold, each once whatever it is called, and why others are not on it.
cp mine.lfz '<b>&"mine".lfz'
printf 'nothing' >'<script>alert(1)<script>.lfz'
cp -r edge easier
python3 - <<'EOF'
import sqlite3
with sqlite3.connect("easier/results.sqlite") as db:
    db.executescript("""UPDATE experiments SET yaml = replace(yaml, 'value: 6.385', 'value: 9.385');
      DROP TABLE chain; DROP TABLE replays; PRAGMA user_version = 3""")  # a store whose chain is made anew
EOF
expect 0 "$levelfield" publish easier --out easier.lfz --plugin light_ball.so --source light_ball.c
expect 0 "$levelfield" run --problem auc:data=two_groups --algorithm sgd --budget 200:samples --out other
expect 0 "$levelfield" publish other --out other.lfz
expect 3 "$levelfield" suite plain -q --out nothing --with other.lfz
grep -q 'other.lfz: it has no suite/plain$' err || fail "an archive of something else is taken"
expect 3 "$levelfield" suite plain -q --out nothing --with easier.lfz
grep -q 'easier.lfz: its suite/plain is not the one of this version$' err || fail "an easier suite is taken"
expect 1 "$levelfield" suite board '<b>&"mine".lfz' edge.lfz mine.lfz '<script>alert(1)<script>.lfz' easier.lfz other.lfz \
  --html site --by '<i>me</i>' --plugin heavy_ball.so --plugin light_ball.so
prints '^site/index.html$'
grep -q 'easier.lfz is refused: its suite/plain is not the one of this version' err || fail "an easier suite is taken"
grep -q 'other.lfz is refused: its experiment .* is no suite' err || fail "a run is taken for a suite"
python3 - site <<'EOF'
import pathlib, re, sys
from xml.etree import ElementTree
site = pathlib.Path(sys.argv[1])
page = (site / "index.html").read_text()
assert "<b>" not in page and "<i>me" not in page and "<script>alert" not in page
tree = ElementTree.fromstring(page.replace("<!DOCTYPE html>", ""))
links = {a.get("href"): a.text for a in tree.iter("a")}
copies = {p.name for p in site.glob("*.lfz")}
assert set(links) == copies and len(copies) == 2, (links, copies)
assert sorted(links.values()) == ['<b>&"mine".lfz', "edge.lfz"], links
suites = [h.text for h in tree.iter("h2")]
assert suites == ["suite/plain, scale small", "Refused"], suites
tables = list(tree.iter("table"))
assert len(tables) == 4, len(tables)
for table in tables[:3]:
    rows = [[c for c in row] for row in table.iter("tr")]
    names = ["".join(r[0].itertext()) for r in rows[1:]]
    assert len(names) == 7 and any("light_ball" in n for n in names), names
    costs = [r[1].text for r in rows[1:]]
    known = [float(c) for c in costs if c != "not reached"]
    assert known == sorted(known) and known and costs[len(known):] == ["not reached"] * (7 - len(known)), costs
    assert all(r[5].text == "level 1 by <i>me</i>" for r in rows[1:])
assert [r[0].text for r in tables[3].iter("tr")][1:] == ["<script>alert(1)<script>.lfz", "easier.lfz", "other.lfz"]
EOF
for copy in site/*.lfz; do
  expect 0 "$levelfield" verify "$copy" --level 0
  prints "root $(basename "$copy" .lfz)"
done
expect 2 "$levelfield" suite board --html site
expect 2 "$levelfield" suite plain --html site
expect 2 "$levelfield" suite plain saddle
says "one view at a time; 'saddle' is too many"
