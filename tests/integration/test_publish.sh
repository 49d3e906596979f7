#!/usr/bin/env bash
# An archive: the same bytes each time, checked by the program and by its own checker, and refused after whatever was
# done to it at the level that docs/publish.md says. LEVELFIELD_TAMPERED=1000 tries more than CI does.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
support=$LF_TEST_SOURCE/tests/support

expect 0 "$levelfield" reproduce "$support/tampered.yaml" --scale smoke --out made -q
expect 0 "$levelfield" publish made --out one.lfz --license https://spdx.org/licenses/CC-BY-4.0
prints '^one.lfz: [0-9]+ members, root [0-9a-f]{64}$'
root=$(sed 's/.*root //' out)
expect 0 "$levelfield" publish made --out two.lfz --license https://spdx.org/licenses/CC-BY-4.0
cmp one.lfz two.lfz || fail "one folder, two archives"
expect 0 "$levelfield" verify one.lfz --level 3 --root "$root" -j 2
prints '^level 1: [1-9][0-9]* metrics of [1-9]'
prints '^level 3: ([0-9]+) of \1 runs made again, bit for bit'
prints '^verified by levelfield'
[ "$(head -n -1 out | sha256sum | cut -d' ' -f1)" = "$(tail -n 1 out | sed 's/.* //')" ] || fail "the text's own hash"
for words in "--seed 3" "--nonce x" "--runs 2" "--level 3 --runs 2"; do
  # shellcheck disable=SC2086
  expect 2 "$levelfield" verify one.lfz $words
  says 'verify: --(head, --replay and --seed are for a folder|runs and --nonce say .* add --level 2$)'
done
expect 0 "$levelfield" verify one.lfz --level 2 --runs 2 --nonce x
cp out first
expect 0 "$levelfield" verify one.lfz --level 2 --runs 2 --nonce x
cmp out first || fail "a nonce draws the same runs each time"
expect 0 python3 "$LF_TEST_SOURCE/harness/archive/verify.py" one.lfz "$root"
prints '^level 1: 2 comparisons of claims decided again; 0 comparisons'
PYTHONPATH=$LF_TEST_SOURCE/harness/archive python3 -B -c 'from verify import outcomes
x = [.1 + .01 * i for i in range(6)] + [-10 - .1 * i for i in range(12)]  # the first look decides, whatever comes later
assert outcomes({}, {"p_tie": None}, x)[2] == "held" and outcomes({}, {"p_tie": None}, [-v for v in x])[2] == "not held"
assert outcomes({"tie": "0.5"}, {"p_tie": 1}, x)[2] == "tie" and outcomes({"tie": "5%"}, {"p_tie": 1}, x)[2] is None'
python3 -c 'import json, sys, zipfile
z = zipfile.ZipFile("one.lfz")
assert z.testzip() is None
exec(compile(z.read("verify.py"), "verify.py", "exec"), {"__name__": "a checker"})
crate = json.loads(z.read("ro-crate-metadata.json"))["@graph"]
ids = {e["@id"] for e in crate}
actions = [e for e in crate if e["@type"] == "CreateAction"]
assert len(actions) == sum(n.startswith("runs/") for n in z.namelist()) > 0
assert all(a["result"][0]["@id"] in ids and a["object"][0]["@id"] in ids for a in actions)
for n in z.namelist():
    assert "/tmp/" not in z.read(n).decode() or n.endswith(".py"), n
    if n.startswith("figures/"): assert json.loads(z.read("manifest.json"))["results"] in z.read(n).decode(), n'

expect 0 "$levelfield" checklist one.lfz
prints '^\| NeurIPS 1 \|.*\| 2 claims: ([12] (held|not held|tie|choice on an edge|undecided)(, )?){1,2} \(report\.json\) \|$'
prints '^\| NeurIPS 2 \|.*\|  \|$'
prints '^\| NeurIPS 6 .* 4 trials: 4 to 4 for each pair of method and problem, none for 1 of 2 \(experiments/\) \|$'
prints '^\| NeurIPS 7 \|.*\| seeds 0-5; medians with quartiles, 2 comparisons tested over seeds \(report\.json\) \|$'
prints '^\| NeurIPS 8 \|.*\| 16 records of runs and trials, [0-9.]+ s of CPU time, '
prints '^\| NeurIPS 12 \|.*CC-BY-4\.0'
prints "$root"

# What hangs on a second block as well as on the iterate is no fault of the run.
expect 0 "$levelfield" run --problem bilevel_quadratic --algorithm amigo --budget 2e4:samples --out levels -q
expect 0 "$levelfield" publish levels --out levels.lfz
expect 0 "$levelfield" verify levels.lfz --level 3
prints '^level 1: [1-9][0-9]* metrics of 1 runs .* \([1-9][0-9]* hang on more than that\)'

# Error bars and tests are those that there are, of each experiment.
expect 0 "$levelfield" checklist levels.lfz
prints '^\| NeurIPS 7 \|.*\| seeds 0; one seed: no error bars, no tests \(report\.json\) \|$'
prints '^\| NeurIPS 8 \|.*\| 1 record of runs and trials, '
cp -r made both
expect 0 "$levelfield" run --problem auc --algorithm sgd --budget 600:samples --out both -q
expect 0 "$levelfield" publish both --out both.lfz
expect 0 "$levelfield" checklist both.lfz
prints '^\| NeurIPS 7 \|.*\| seeds (0-5 of tampered\.yaml, 0 of run|0 of run, 0-5 of tampered\.yaml); medians with quartiles, 2 comparisons '

# What a stranger cannot check is not published.
expect 2 "$levelfield" publish made
says 'name the file with --out'
expect 2 "$levelfield" publish made --out x.lfz --license free
says "license 'free': expected its address"
expect 3 "$levelfield" publish nowhere --out x.lfz
expect 0 "$levelfield" reproduce "$support/tampered.yaml" --scale smoke --method slow --out fewer -q
expect 3 "$levelfield" publish fewer --out x.lfz
says 'tampered.yaml: 10 of its 16 runs are not there yet'
sql() { python3 -c 'import sqlite3, sys
with sqlite3.connect(sys.argv[1] + "/results.sqlite") as db: db.executescript(sys.argv[2])' "$@"; }
cp -r made edited
sql edited "UPDATE runs SET status = 'killed' WHERE seed = 3"
expect 3 "$levelfield" publish edited --out x.lfz
says '^levelfield: edited: not as it was stored: run .* seed 3 .* was edited: .* \(2 in all'
[ ! -e x.lfz ] || fail "half an archive"

# The machine's names are in no archive: of folders, of who works there, of the machine itself.
mkdir -p people/maryjane folders/of-mary-jane
printf 'x,y\n%s\n' "$(seq 40 | awk '{ print $1 % 7 "," $1 % 2 }')" >people/maryjane/own.csv
printf 'features: own.csv\nlabel: y\n' | tee people/maryjane/own.yaml >own.yaml
cp people/maryjane/own.csv .
mary() { env HOME="$scratch/folders/of-mary-jane" USER=maryjane LOGNAME=maryjane LEVELFIELD_DATA= "$levelfield" "$@"; }
expect 0 mary run --problem auc:data=own.yaml --algorithm sgd --budget 100:samples --out hers -q
expect 0 mary publish hers --out hers.lfz
python3 -c 'import os, socket, zipfile
z = zipfile.ZipFile("hers.lfz")
host = socket.gethostname()
names = ["maryjane", "mary-jane", os.getcwd()] + [host] * (len(host) > 4 and host != "localhost")
for n in z.namelist():
    for name in names: assert name not in n and name not in z.read(n).decode(), (n, name)'
# Data that were changed since are named, to whoever publishes and whoever verifies: neither run nor archive is.
sed 's/^1,/9,/' people/maryjane/own.csv >own.csv
expect 3 mary publish hers --out again.lfz
says 'run [0-9a-f]{12}: its data set own\.yaml \(SHA-256 [0-9a-f]{12}\) is another one here \([0-9a-f]{12}\): publish with'
expect 1 mary verify hers.lfz
prints '^run [0-9a-f]{12}: its data set own\.yaml \(SHA-256 [0-9a-f]{12}\) is another one here \([0-9a-f]{12}\) \(1 metrics'
cp people/maryjane/own.csv .
for place in people/maryjane "$scratch/people/maryjane"; do
  expect 0 mary run --problem "auc:data=$place/own.yaml" --algorithm sgd --budget 100:samples --out "told-${place%%/*}" -q
  expect 3 mary publish "told-${place%%/*}" --out told.lfz
  says "names '[^']*(maryjane|${scratch##*/})[^']*', which is of this machine"
done
# Nor the folders of the one who made the runs, elsewhere and under another name.
for place in "$scratch/people/../own.yaml" ../own.yaml; do
  out=theirs-${#place}
  (cd people && expect 0 mary run --problem "auc:data=$place" --algorithm sgd --budget 100:samples --out "$out" -q)
  (cd folders && expect 3 mary publish "../people/$out" --out ../told.lfz)
  says "experiments/001.jsonl: '$place' names folders of a machine; make the runs again from a folder above the data"
done
[ ! -e told.lfz ] || fail "an archive that names its user"

# A run that no plan has any more is not published, and the lock is no name for an archive.
for method in sgd adagrad; do
  expect 0 "$levelfield" run --problem auc --algorithm "$method" --budget 100:samples --out planned -q
done
expect 3 "$levelfield" publish planned --out planned/.writer
says 'planned/\.writer: cannot write: a store of results has a file of that name'
expect 0 "$levelfield" publish planned --out planned.lfz
grep -q '^levelfield: 1 stored run is in no plan, and left out: of an earlier command there, or of an archive' err ||
  fail "a run is left out without a word"
prints '^planned\.lfz: [0-9]+ members, '

# How a run ended follows from nothing, and whoever writes a store may write its chain anew, as one of an older schema
# gets its own: rivals that are said to have been killed are made again, to their end.
cp -r made ended
sql ended "UPDATE runs SET status = 'killed' WHERE algorithm LIKE '%1e-06%';
  DROP TABLE chain; DROP TABLE replays; PRAGMA user_version = 3"
expect 0 "$levelfield" publish ended --out ended.lfz
expect 0 "$levelfield" verify ended.lfz
prints '^level 1: 6 runs are said to have ended without a result$'
expect 1 "$levelfield" verify ended.lfz --level 3 -j 2
prints '^sgd on auc, seed 0: differs, it is stored as killed \(budget spent\), and here it ends as done$'
prints '^level 3: 10 of 16 runs made again'
# One that cannot but fail fails again.
abort=(--plugin "$LF_TEST_BUILD/plugins/abort.so")
expect 4 "$levelfield" run --problem auc --algorithm abort "${abort[@]}" --budget 9:steps --out fails -q
expect 0 "$levelfield" publish fails --out fails.lfz "${abort[@]}" --source "$LF_TEST_SOURCE/tests/plugins/abort.c"
expect 0 "$levelfield" verify fails.lfz --level 3 "${abort[@]}"
prints '^level 3: 1 of 1 runs made again'

# One that a limit ended has to end so again: the limit is none of its words.
expect 4 "$levelfield" run --problem auc:data=synthetic_small --algorithm sgd --budget 1e9:steps --cpu 0.2 --out ends -q
expect 0 "$levelfield" publish ends --out ends.lfz
expect 0 "$levelfield" verify ends.lfz --level 3 --cpu 0.2
expect 0 "$levelfield" verify ends --replay 1 --cpu 0.2

sql ended "UPDATE runs SET status = 'diverged' WHERE algorithm LIKE '%1e-06%';
  DROP TABLE chain; DROP TABLE replays; PRAGMA user_version = 3"
expect 0 "$levelfield" publish ended --out ended.lfz
expect 0 "$levelfield" verify ended.lfz
prints '^level 1: 6 runs are said to have diverged$'

# A name that comes with Levelfield is no proof.
python3 -c 'import sys
sys.path.insert(0, sys.argv[1])
from forgery import Forgery, verify
f = Forgery(verify.members("one.lfz"), None)
for name in ("experiments/001.jsonl", "report.json", "README.md", "ro-crate-metadata.json"):
    f.found[name] = f.found[name].replace(b"tampered.yaml", b"demo/demo")
f.seal()
f.write("named.lfz")' "$support"
expect 0 "$levelfield" verify named.lfz
prints '^level 1: demo/demo is not as it comes with this version$'

# What a metric or a cost is said to be is what its problem says, but where another version made the run.
for list in metrics measures; do
  python3 -c 'import random, sys
sys.path.insert(0, sys.argv[1])
from forgery import Forgery, verify
f = Forgery(verify.members("one.lfz"), random.Random(1))
name, values, _ = f.pick()
values[0][sys.argv[2]][0]["doc"] = "what all agree on"
f.save_run(name, values)
f.seal()
f.write("described.lfz")
f.found["environments.jsonl"] = f.found["environments.jsonl"].replace(b"\"commit\":\"", b"\"commit\":\"0")
f.seal()
f.write("elsewhere.lfz")' "$support" "$list"
  expect 1 "$levelfield" verify described.lfz
  prints '^run [0-9a-f]{12}: its (metrics|costs) are not those of its problem \(1 metrics are others\)$'
  expect 0 "$levelfield" verify elsewhere.lfz
  prints '^level 1: 16 runs say that another version made them: descriptions of their metrics and costs are taken'
done

# Another version may have known of fewer parts of the rows, of no others; this one knows of all.
for change in part sha256 form; do
  python3 -c 'import sys
sys.path.insert(0, sys.argv[1])
from forgery import Forgery, lines, text_of, verify
f = Forgery(verify.members("one.lfz"), None)
data = lines(f.found["data.jsonl"])
parts = data[0]["parts"]
if sys.argv[2] == "part":
    del parts[sorted(parts)[0]]
elif sys.argv[2] == "form":
    data[0]["parts"] = sorted(parts)
else:
    parts[sorted(parts)[0]]["sha256"] = "0" * 64
f.found["data.jsonl"] = text_of(data)
f.seal()
f.write("parts.lfz")
f.found["about.json"] = f.found["about.json"].replace(b"\"commit\": \"", b"\"commit\": \"0")
f.seal()
f.write("elsewhere.lfz")' "$support" $change
  expect 1 "$levelfield" verify parts.lfz
  prints '^data.jsonl: data or splits are others here$'
  [ $change = part ] && code=0 || code=1
  expect $code "$levelfield" verify elsewhere.lfz
  [ $code = 0 ] || prints '^data.jsonl: data or splits are others here$'
done

# level KIND LEVEL FILE: refused at that level, by one who has never seen the root.
tampered=${LEVELFIELD_TAMPERED:-50}
python3 "$support/tamper.py" one.lfz attacks "$tampered" "${LEVELFIELD_SEED:-1}"
for file in attacks/*.lfz; do
  name=${file#attacks/} level=${name%%-*}
  # -f: a level that sees less accepts it, or the table would be wrong the other way round
  if [ "$level" -gt 0 ]; then
    below=$((level > 1 ? 1 : 0))
    "$levelfield" verify "$file" --level "$below" >out 2>err || fail "$file is seen at level $below already: $(cat out)"
  fi
  if "$levelfield" verify "$file" --level "$level" >out 2>err; then fail "$file is accepted at level $level"; fi
  [[ $file != *-gone-* ]] || grep -q '^run [0-9a-f]*: ' out || fail "$file: seen by its report alone: $(cat out)"
  if [ "$level" = 0 ] && [[ $file != *-impossible-* ]] &&
    python3 "$LF_TEST_SOURCE/harness/archive/verify.py" "$file" >out 2>err; then
    fail "verify.py accepts $file"
  fi
  expect 1 "$levelfield" verify "$file" --level 0 --root "$root"
  name=${name#*-}
  kind=${name%-*}
  grep -qE "^\| \`$kind\` .*\| $level \|$" "$LF_TEST_SOURCE/docs/publish.md" ||
    fail "docs/publish.md does not say that level $level sees $kind"
done
[ "$(find attacks -name '*.lfz' | wc -l)" = "$tampered" ] || fail "not $tampered attacks"

# Tuning without a run passes for no finding, and no word of an archive for a row of its checklist.
expect 0 "$levelfield" tune "$support/tampered.yaml" --scale smoke --out tuned -q
expect 0 "$levelfield" publish tuned --out tuned.lfz
expect 0 "$levelfield" verify tuned.lfz
prints '^level 0: tampered.yaml is of tuning alone: none of its 12 runs was made$'
expect 0 python3 "$LF_TEST_SOURCE/harness/archive/verify.py" tuned.lfz
prints '^tampered.yaml is of tuning alone: none of its runs was made$'
python3 -m zipfile -e tuned.lfz tuned.members
grep -q '(tuning alone: none of its 12 runs was made)$' tuned.members/README.md || fail "README.md says nothing of it"
expect 0 "$levelfield" checklist tuned.lfz
prints ' 4 records of runs and trials, '
python3 -c 'import json, random, sys; sys.path.insert(0, sys.argv[1]); from forgery import Forgery, verify
f = Forgery(verify.members("one.lfz"), random.Random(1))
about = json.loads(f.found["about.json"])
about["license"] = "red |  |\n| NeurIPS 1 | <b> | all held |"
f.found["about.json"] = json.dumps(about).encode()
f.seal()
f.write("celled.lfz")' "$support"
expect 0 "$levelfield" checklist celled.lfz
prints '^\| NeurIPS 12 \|.*red \\\|.*\\\| &lt;b> \\\| all held'

# Archives that are out to harm whoever opens them: one line, at once.
python3 "$support/hostile.py" one.lfz hostile
for file in hostile/*; do
  expect 3 "$levelfield" verify "$file"
  says "${file##*/}: no archive of Levelfield, or damaged: "
  if timeout 20 python3 "$LF_TEST_SOURCE/harness/archive/verify.py" "$file" >out 2>err; then fail "verify.py takes $file"; fi
  [ "$(wc -l <err)" = 1 ] || { cat err; fail "verify.py: not one line about $file"; }
done
