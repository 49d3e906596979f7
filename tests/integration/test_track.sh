#!/usr/bin/env bash
# Tracking, on real runs: nothing changed is identical, another seed is noise, a slower method is
# named; and the project's own baseline still holds.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/past.sh"

guard 0.01 >guard.yaml
guard 0.0033333333333333335 >slower.yaml

expect 0 "$levelfield" track record guard.yaml --out sub/base.txt -q -j 2
prints '^sub/base.txt$'
cp sub/base.txt first.txt
expect 0 "$levelfield" track record guard.yaml --out sub/base.txt -q
cmp first.txt sub/base.txt || fail "recording again is not the same"

# Unchanged: identical throughout. Other seeds: noise.
expect 0 "$levelfield" track check first.txt -q -j 2
prints '^[0-9]+ identical; chance of a false alarm at most 1 %$'
expect 0 "$levelfield" track check first.txt -q -j 2 --seeds 5-9 --github
prints 'within noise, [0-9]+ identical'
if grep -E '^::|worse' out >&2; then fail "other seeds are called a change"; fi

# A third of the step size: worse on the same seeds and on others, and named everywhere.
"$levelfield" reproduce slower.yaml --scale smoke --out slower -q -j 2 >/dev/null
cp first.txt kept.txt
expect 2 "$levelfield" track check first.txt --results slower --junit first.txt
says 'track check: first.txt is the baseline, and would be replaced'
cmp first.txt kept.txt || fail "a check that was refused changed its baseline"
expect 1 "$levelfield" track check first.txt --results slower --junit ci/j.xml --markdown ci/m.md --github
prints '^roc +econ +FV +worse +x[3-9].*alpha: 0.01 -> 0.0033333333333333335'
prints '^::error file=first.txt,title=levelfield track::econ on roc, FV: worse'
python3 - <<'PY'
import xml.etree.ElementTree as tree
root = tree.parse("ci/j.xml").getroot()
suite = root.find("testsuite")
cases = suite.findall("testcase")
failed = [case.get("name") for case in cases if case.find("failure") is not None]
assert root.tag == "testsuites" and int(suite.get("tests")) == len(cases), suite.attrib
assert int(suite.get("failures")) == len(failed) > 0, failed
assert "roc / econ / FV" in failed and all("econ" in name for name in failed), failed
PY
grep -q '| roc | econ | FV | \*\*worse\*\* |' ci/m.md || fail "not in the Markdown table"
sed 's/seeds: 0-4/seeds: 20-24/' slower.yaml >elsewhere.yaml
"$levelfield" reproduce elsewhere.yaml --scale smoke --out elsewhere -q -j 2 >/dev/null
expect 1 "$levelfield" track check first.txt --results elsewhere
prints 'FV +worse .*5 seeds against 5 others'

# What seems worse is tried on other seeds before the check fails, unless nothing can be run.
mkdir twice && cp first.txt twice/ && cp slower.yaml twice/guard.yaml
(cd twice && expect 1 "$levelfield" track check first.txt -q -j 2
 prints 'FV +worse .*; so it is on other seeds'
 grep -q 'the same on seeds 5-9' "$scratch/err" || fail "does not say that it looks again"
 expect 1 "$levelfield" track check first.txt -q -j 2 --no-confirm
 if grep -q 'other seeds' "$scratch"/out "$scratch"/err; then fail "looks again all the same"; fi)

# History: the targets of a file that is recorded again stay, so that calls compare.
cp first.txt second.txt
expect 0 "$levelfield" track record --results slower --out second.txt --label slower
expect 0 "$levelfield" track show first.txt second.txt
prints '^second.txt .* slower$'
prints '^roc +econ +FV .*↑'

# Few seeds: recording warns, checking says what it cannot know, and raises no alarm.
"$levelfield" track record guard.yaml --seeds 0-2 --out few.txt -q 2>err >out
grep -q '3 seeds .*seeds 0-4 would do' err ||
  fail "recording three seeds does not warn"
expect 0 "$levelfield" track check few.txt -q -j 2 --seeds 7-9
expect 0 "$levelfield" track check first.txt -q -j 2 --seeds 0
prints '^8 of 11 recorded runs were not made again: nothing is known of their seeds$'
prints '^9 identical;'
# Five seeds do, unless they differ by more than the slowdown that is looked for.
expect 0 "$levelfield" track record guard.yaml --seeds 10-14 --out wild.txt -q
grep -qE 'seeds of econ on roc differ by a factor of [0-9.]+ .*5 other seeds may miss .*seeds 0-6' "$scratch/err" ||
  fail "recording seeds that differ does not warn"
expect 0 "$levelfield" track record guard.yaml --seeds 10-16 --out wild.txt -q
if grep -q 'differ by a factor' "$scratch/err"; then fail "warns of seven seeds"; fi

# What cannot be used costs one line.
expect 3 "$levelfield" track check none.txt
says 'none.txt'
sed 's/^run roc econ 2 done/run roc econ 2 fine/' first.txt >bad.txt
expect 3 "$levelfield" track check bad.txt
says "bad.txt:[0-9]+: expected done, diverged, failed, timeout or killed, not 'fine'"
# Cut at a line's end: the runs that are gone are missed.
sed -E '/^run roc econ 2/d' first.txt >bad.txt
expect 3 "$levelfield" track check bad.txt -q -j 2
says 'bad.txt: expected 5 runs of econ on roc, .* but there are 4: the file was cut or edited'
# Written by hand: numbers that are not those of their trace, an end that is missing, the better side.
sed -E '/^run roc econ 2/s/ (FV [0-9])/ \19/' first.txt >bad.txt
expect 3 "$levelfield" track check bad.txt -q -j 2
says 'bad.txt: run roc econ 2: other FV than its trace gives'
sed -E '/^run roc econ 2/s/ ([0-9]+) CVio/ 1\1 CVio/' first.txt >bad.txt
expect 3 "$levelfield" track check bad.txt -q -j 2
says 'bad.txt: run roc econ 2: other oracle calls than'
sed 's/^run roc econ 2 done/run roc econ 2 failed/' first.txt >bad.txt
expect 3 "$levelfield" track check bad.txt -q -j 2
says "bad.txt:[0-9]+: expected '-' for the final value of CVio, as a run that ended as failed has none: .*restore it"
head -c -6 first.txt >bad.txt
expect 3 "$levelfield" track check bad.txt -q -j 2
sed 's/^\(metric roc econ FV \)lower/\1higher/' first.txt >bad.txt
expect 3 "$levelfield" track check bad.txt -q -j 2
says 'metric FV: the baseline calls higher values better, the problem lower ones'
# Other rows of expensive metrics are another budget. A file of before does not say how many it has, and misses them.
sed 's/checkpoints: 10/&, expensive: 2/' guard.yaml >dear.yaml
expect 0 "$levelfield" track record dear.yaml --seeds 0 --out dear.txt -q
sed 's/^experiment .*/experiment guard.yaml/' dear.txt >cheap.txt
expect 3 "$levelfield" track check cheap.txt -q
says "cheap.txt: budget roc econ: recorded with '.*, 2 expensive', and here it is '.*checkpoints'"
sed -i 's/, 2 expensive$//' cheap.txt
expect 1 "$levelfield" track check cheap.txt -q
prints '^roc +econ +KKT +missing .*no run has a value of it any more'
prints '^9 missing, '
expect 2 "$levelfield" track check first.txt --threshold 0
says "threshold '0': expected a number above 0"
expect 2 "$levelfield" track record guard.yaml
says 'out is missing'
expect 2 "$levelfield" track record --out x.txt
says 'name an experiment'
for name in nosuch/x demo/demos; do expect 2 "$levelfield" track record "$name" --out x.txt; done
expect 3 "$levelfield" track record nosuch.yaml --out x.txt
expect 2 "$levelfield" track record guard.yaml --out x.txt --seeds 5-1
says 'seeds'
# What cannot be written is said before there are runs.
: >file
for words in 'record guard.yaml --out' 'check first.txt --junit' 'check first.txt --markdown' 'check first.txt --badge'; do
  expect 3 "$levelfield" track $words file/x
  says '^levelfield: file'
  ! grep -q started err || fail "runs came first: $words"
done
expect 3 "$levelfield" track check first.txt --results nowhere
says 'nowhere'
sed 's/^experiment .*/experiment moved.yaml/' first.txt >moved.txt
expect 3 "$levelfield" track check moved.txt
says 'moved.yaml'

# Whatever CPU type OpenBLAS takes this for, portable bits are the same; a type that this CPU cannot play is refused.
for core in Prescott Nehalem Haswell; do
  if [ "$core" != Haswell ] || grep -qw avx2 /proc/cpuinfo; then
    expect 0 "$levelfield" track check first.txt -q -j 2 --blas-core "$core"
    prints '^9 identical;'
  else
    expect 2 "$levelfield" track check first.txt -q -j 2 --blas-core "$core"
    says "$core"
  fi
done

# The project's own baseline, bit for bit. After a change that is meant to change results, from the top folder:
#   build/release/levelfield track record fairness/fairness --seeds 0-4 --out tests/baselines/fairness.txt
expect 0 "$levelfield" track check "$LF_TEST_SOURCE/tests/baselines/fairness.txt" -q -j 2
prints '^144 identical; chance of a false alarm at most 1 %$'
