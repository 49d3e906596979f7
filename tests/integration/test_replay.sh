#!/usr/bin/env bash
# levelfield verify --replay: runs that come out again, methods that hide state or read a clock, and
# runs that cannot be made again here.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
plugins=$LF_TEST_BUILD/plugins
export TMPDIR=$scratch/tmp
mkdir tmp
auc=(-p auc:data=synthetic_small -q --no-table)

# The demo, and one experiment of a paper; the choice is that of its seed.
expect 0 "$levelfield" reproduce demo --scale smoke -q -j 2
demo=levelfield-out/demo-smoke
expect 0 "$levelfield" verify "$demo" --replay 20 --seed 7 -j 2
grep -c ': identical$' out >count
prints "^$demo: ([0-9]+) of \1 runs made again, bit for bit \(--seed 7\)\$"
[ "$(cat count)" -ge 3 ] || fail "too few runs in the demo"
expect 0 "$levelfield" verify "$demo" --replay 2 --seed 7
grep ': identical$' out >two
expect 0 "$levelfield" verify "$demo" --replay 2 --seed 7
grep ': identical$' out | cmp - two || fail "the same seed chooses others"
expect 0 "$levelfield" report "$demo"
grep -qE 'Verified: 2 of 2 runs of this folder made again, bit for bit, on 20[0-9-]{8} ' "$demo/report.md" ||
  fail "the report does not say it"
# Not of runs that were made anew since, in the same second or not, and not of what was edited.
expect 0 "$levelfield" reproduce demo --scale smoke -q -j 2 --force
grep -qE 'Verified: 2 of 2 runs .* \(levelfield verify --replay\); [0-9]+ were stored since\.$' "$demo/report.md" ||
  fail "the report does not say what was stored since"
cp -r "$demo" edited
python3 -c 'import sqlite3
with sqlite3.connect("edited/results.sqlite") as db: db.execute("UPDATE runs SET wall_seconds = 0 WHERE seed = 0")'
expect 0 "$levelfield" report edited
grep -qE '^Not verified any more: 2 of 2 runs .*, but [0-9]+ faults? (is|are) in it by now ' edited/report.md ||
  fail "the report says that an edited folder is verified"
expect 0 "$levelfield" reproduce aleg/table1 --scale smoke -q -j 2
expect 0 "$levelfield" verify "$(dirname "$(tail -n 1 out)")" --replay 5 -j 2
prints ' 5 of 5 runs made again'

# Momentum in a static array, and a clock: named, and nothing is said of the method that is sound.
both=(--plugin "$plugins/static_momentum.so" --plugin "$plugins/reads_clock.so")
expect 0 "$levelfield" run "${auc[@]}" -a sgd -a static_momentum -a reads_clock "${both[@]}" -b 300 --out hidden
expect 1 "$levelfield" verify hidden --replay 3 "${both[@]}"
prints '^static_momentum on auc, seed 0: differs, point [0-9]+: .*; without a restore it is identical: algorithm static_momentum keeps state outside its arena$'
prints '^reads_clock on auc, seed 0: differs, .*; algorithm reads_clock does not repeat itself: it reads a clock'
prints '^sgd on auc, seed 0: identical$'
prints '^hidden: 1 of 3 runs made again'

# At their first use they were named already, once a machine, and their runs are not saved.
rm -rf "$XDG_CACHE_HOME"
expect 0 "$levelfield" run "${auc[@]}" -a sgd -a static_momentum -a reads_clock "${both[@]}" -b 30 --out first
[ "$(grep -c 'algorithm static_momentum keeps state outside its arena, .*; its runs are not saved' err)" -eq 1 ] &&
  [ "$(grep -c 'algorithm reads_clock does not repeat itself' err)" -eq 1 ] && [ "$(wc -l <err)" -eq 2 ] ||
  { cat err >&2; fail "what the first use shows is not said, in a line each"; }
grep -qx 'hidden state' "$XDG_CACHE_HOME"/levelfield/plugins/static_momentum@* || fail "the verdict is not kept"
for word in "hidden state" sound; do
  echo -n "$word" >"$(echo "$XDG_CACHE_HOME"/levelfield/plugins/static_momentum@*)"
  expect 0 "$levelfield" run "${auc[@]}" -a static_momentum "${both[@]}" -b 30 --checkpoint 0.001 --force --out first
  grep -c 'keeps state' err || true
done >told
mv "$XDG_CACHE_HOME"/levelfield/plugins/static_momentum@*{,-earlier}
expect 0 "$levelfield" run "${auc[@]}" -a static_momentum "${both[@]}" -b 30 --checkpoint 0.001 --force --out first
grep -c 'keeps state' err >>told || true
[ "$(paste -sd' ' told)" = "1 0 1" ] || fail "the kept verdict is not asked, or that of another commit is"

# A problem's own: its start is no method's affair, and its answers may be.
toys=(--plugin "$plugins/toy.so")
expect 0 "$levelfield" run -q --no-table -p toy:fault=pid -p toy:fault=count -a sgd "${toys[@]}" -b 300 --out toys
expect 1 "$levelfield" verify toys --replay 2 "${toys[@]}"
prints '^sgd on toy, seed 0: differs, point 0: .*; problem toy does not repeat itself: it reads a clock'
prints '^sgd on toy, seed 0: differs, point [1-9][0-9]*: .*; without a restore it is identical: algorithm sgd or problem toy keeps state outside its arena$'
# Nor does its hidden state stay with a method that was first used on it.
for problem in toy:fault=count auc; do
  expect 0 "$levelfield" run -p $problem -a dawdle "${toys[@]}" --plugin "$plugins/dawdle.so" -b 30:steps --checkpoint 0.001 -q --out own
  grep -c 'algorithm dawdle or problem toy keeps state outside its arena' err || ! grep . err || fail "$problem: it is told of the method"
done >told
[ "$(paste -sd' ' told)" = "1 0" ] || fail "a problem's hidden state is its method's: $(cat told)"
# Within one command neither, whichever comes first: each pair of method and problem's plugin has a verdict of its own.
for problems in "-p toy:fault=count -p auc" "-p auc -p toy:fault=count"; do
  rm -rf "$XDG_CACHE_HOME"
  # shellcheck disable=SC2086 # words
  expect 0 "$levelfield" run $problems -a dawdle "${toys[@]}" --plugin "$plugins/dawdle.so" -b 30:steps --force -q --out own
  grep -c 'algorithm dawdle or problem toy keeps state outside its arena' err || true
  sort "$XDG_CACHE_HOME"/levelfield/plugins/dawdle@*
done >told
[ "$(paste -sd' ' told)" = "1 hidden state sound 1 hidden state sound" ] ||
  fail "one problem's verdict is another's in the same command: $(cat told)"
# A method that cannot be tried, as it hangs, is tried with two seeds, and not again with each of the others.
mkfifo starts
exec 9<>starts
export LF_TEST_PID_FILE=$scratch/starts
expect 4 "$levelfield" run "${auc[@]}" -a hang --plugin "$plugins/hang.so" -b 30 -s 0-4 --timeout 1 -q --no-table --out hung
unset LF_TEST_PID_FILE
starts=$({ timeout 1 cat <&9 || true; } | wc -l)
exec 9<&-
[ "$starts" -le 7 ] || fail "$starts processes for five runs and two of a first use"

# One that is said to have ended before its data was read.
expect 4 "$levelfield" run "${auc[@]}" -a sgd -b 30 --timeout 1e-9 --out early
expect 1 "$levelfield" verify early --replay 1
prints '^sgd on auc, seed 0: differs, it is stored as timeout \(wall limit of 1e-09 s .*; give it the same limit by --timeout$'
expect 4 "$levelfield" run "${auc[@]}" -a sgd -b 30 --memory 1M --out small
expect 1 "$levelfield" verify small --replay 1
prints '^sgd on auc, seed 0: differs, it is stored as killed \(memory limit of 1 MiB .*; give it the same limit by --memory$'
expect 0 "$levelfield" verify small --replay 1 --memory 1M
prints '^sgd on auc, seed 0: identical, without a restore: it comes to no result$'

# What is not here.
expect 3 "$levelfield" verify hidden --replay 3
grep -q '^levelfield: hidden: 2 of 3 runs cannot be made again here; what is missing is said of each$' err || fail "code 3 without a line"
prints "^static_momentum on auc, seed 0: cannot be made again here, there is no algorithm 'static_momentum'"
mkdir other
cp "$plugins/static_momentum.so" other/
echo >>other/static_momentum.so
expect 1 "$levelfield" verify hidden --replay 3 --plugin "$plugins/static_momentum.so" # one differs, one is not here
expect 3 "$levelfield" verify hidden --replay 3 --plugin other/static_momentum.so
prints 'static_momentum on auc, seed 0: cannot be made again here, it was made by the code static_momentum@[0-9a-f]{12}, and here it is static_momentum@'

if grep -qw fma /proc/cpuinfo; then
  expect 0 "$levelfield" run "${auc[@]}" -a ppd_sg -b 2000 --out variants
  expect 0 env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA "$levelfield" verify variants --replay 1
  prints '^ppd_sg on auc, seed 0: identical$'
fi

# A trace that was made up, with a hash and a chain to match, as somebody could who has this program.
cp -r hidden forged
python3 - "$LF_TEST_SOURCE/tests/support" <<'END'
import sqlite3, sys
with sqlite3.connect("forged/results.sqlite") as db:
    db.execute("UPDATE metric_values SET value = 0.99 WHERE metric = 'auc_test' AND point > 5 AND run ="
               " (SELECT id FROM runs WHERE algorithm LIKE 'sgd:%')")
    db.execute("DROP TABLE chain")
    db.execute("DROP TABLE replays")
    db.execute("PRAGMA user_version = 3")
END
expect 1 "$levelfield" verify forged --replay 3 "${both[@]}"
prints 'brought up to date from schema 3, what was changed before that cannot be told'
prints '^sgd on auc, seed 0: differs, point 6: auc_test is 0\.9'

# Nothing to make again, words that make no sense.
expect 0 "$levelfield" run "${auc[@]}" -a sgd -b 1 --out short
expect 0 "$levelfield" verify short --replay 1
prints 'sgd on auc, seed 0: identical'
expect 2 "$levelfield" verify short --replay none

# Of data that are not here nothing is known, unless the folder has faults, too.
mkdir data
{ echo a,y; for i in {1..60}; do echo "$i,$((i % 2))"; done; } >data/rows.csv
printf 'features: rows.csv\nlabel: y\n' >data/own.yaml
expect 0 "$levelfield" run -q --no-table -p auc:data=data/own.yaml -a sgd -b 2 --out own-data
cp -r own-data own-faults
python3 -c 'import sqlite3
with sqlite3.connect("own-faults/results.sqlite") as db: db.execute("UPDATE runs SET wall_seconds = 0")'
mv data gone
expect 3 "$levelfield" verify own-data --replay 1
prints '^sgd on auc, seed 0: cannot be made again here, '
expect 3 "$levelfield" verify own-data --replay 1 --json
jq -e '.replay.runs[0].outcome == "impossible"' out >/dev/null || fail "no JSON of what cannot be made again"
expect 1 "$levelfield" verify own-faults --replay 1

# What the numbers are numbers of, without a trace; data that is not named; a plan of years.
forge() {
  rm -rf forged && cp -r short forged
  python3 -c 'import hashlib, sqlite3, sys
with sqlite3.connect("forged/results.sqlite") as db:
    db.create_function("sha256", 1, lambda text: hashlib.sha256(text.encode()).hexdigest())
    db.executescript(sys.argv[1] + "; DROP TABLE chain; DROP TABLE replays; PRAGMA user_version = 3")' "$1"
  expect "${2:-1}" "$levelfield" verify forged --replay 1
}
forge "UPDATE metrics SET higher_is_better = 1 - higher_is_better WHERE name = 'auc_test'"
prints '^sgd on auc, seed 0: differs, metric auc_test is not better when higher, and is better when higher$'
forge "UPDATE runs SET data_sha256 = NULL, data_name = NULL"
prints "^sgd on auc, seed 0: differs, data is '' and 'synthetic_small'$"
forge "UPDATE runs SET checkpoints = 9223372036854775807" 3
prints '^sgd on auc, seed 0: cannot be made again here, its configuration is not the one of its key$'
forge "UPDATE runs SET checkpoints = 9223372036854775807, configuration =
  replace(configuration, '\"checkpoints\":20', '\"checkpoints\":9223372036854775807');
  UPDATE runs SET key = sha256(configuration)" 3
prints '^sgd on auc, seed 0: cannot be made again here, no experiment asks for 9223372036854775807 checkpoints$'

# No folder is left over.
[ -z "$(ls tmp)" ] || fail "a folder is left over"
