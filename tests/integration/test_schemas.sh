#!/usr/bin/env bash
# What --json prints is what docs/schemas promises, for runs that end in every way, and nothing more:
# schemas allow no field that they do not name, and name none that is not there.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

python3 -c 'import jsonschema' 2>/dev/null || skip "apt-get install python3-jsonschema"
plugins=$LF_TEST_BUILD/plugins
run=("$levelfield" run -q --json)

# Runs that are done, with and without a solution, of every view; that diverge, crash, fail, hang.
expect 0 "${run[@]}" --budget 200 --save-solution w.txt --problem auc --algorithm sgd --algorithm ppd_sg
jq -c . out >run.jsonl
expect 4 "${run[@]}" --budget 50 --problem auc --algorithm nan --algorithm crash --algorithm fail \
  --plugin "$plugins/nan.so" --plugin "$plugins/crash.so" --plugin "$plugins/fail.so"
jq -c . out >>run.jsonl
expect 4 "${run[@]}" --budget 50 --timeout 1 --problem auc --algorithm hang --plugin "$plugins/hang.so"
jq -c . out >>run.jsonl
expect 0 "${run[@]}" --budget 5 --problem auc --algorithm sgd --seeds 9223372036854775807
prints '"seed": ?9223372036854775807,' # jq 1.6 would round it
jq -c . out >>run.jsonl
for pair in dp_scad:ssg group_dro:aleg cvar_dro:sonex sample_weights:svrb; do
  expect 0 "${run[@]}" --budget 5 --problem "${pair%:*}" --algorithm "${pair#*:}"
  jq -c . out >>run.jsonl
done
[ "$(jq -rs '[.[].runs[].status] | unique | join(" ")' run.jsonl)" = "diverged done failed timeout" ] ||
  fail "not every ending"
expect 0 "$levelfield" export levelfield-out/run --format jsonl
jq -es 'all(.trace | length > 0)' out >/dev/null || fail "no trace in a line of export"
cp out line.jsonl

# Reports: claims and tables, exponents, and runs that ended in every way; no frontier here.
for experiment in aleg/table1 demo; do
  expect 0 "$levelfield" reproduce "$experiment" --scale smoke -q -j 2
  jq -c . "$(tail -n 1 out | sed 's/html$/json/')" >>report.jsonl
done
expect 0 "$levelfield" report levelfield-out/run
jq -c . levelfield-out/run/report.json >>report.jsonl

# Lists, together and one by one; splits.
for kind in '' algorithms problems datasets experiments models; do
  expect 0 "$levelfield" list $kind --json
  jq -c . out >>list.jsonl
done
for problem in auc dp_scad group_dro; do
  expect 0 "$levelfield" data split "$problem" --json
  jq -c . out >>split.jsonl
done

# Badges of a check that holds, and of one that does not.
expect 0 "$levelfield" track record --results levelfield-out/demo-smoke --out base.txt
expect 0 "$levelfield" track check base.txt --results levelfield-out/demo-smoke --badge badge.json
jq -c . badge.json >badges.jsonl
sed 's/^\(pair\|without\|problem\|algorithm\|budget\|metric\|data\|runs\|run\) \([^ ]*\) /\1 z\2 /' base.txt >gone.txt
expect 1 "$levelfield" track check gone.txt --results levelfield-out/demo-smoke --badge badge.json
jq -c . badge.json >>badges.jsonl
[ "$(jq -rs '[.[] | .message | sub("[0-9]+"; "N")] | join(", ")' badges.jsonl)" = "N hold, N missing" ] ||
  fail "what the badges say"

# How far a folder is; test_slurm.sh does the same while tasks run.
expect 0 "$levelfield" status levelfield-out/run --json
jq -c . out >status.jsonl

# A folder that is whole, with and without a head that was noted, and one that is not.
expect 0 "$levelfield" verify levelfield-out/run --json
jq -c . out >verify.jsonl
expect 0 "$levelfield" verify levelfield-out/run --json --head "$(jq -r .head out)"
jq -c . out >>verify.jsonl
expect 3 "$levelfield" verify levelfield-out/run --json --replay 50
jq -c . out >>verify.jsonl
cp -r levelfield-out/run edited
python3 -c 'import sqlite3
with sqlite3.connect("edited/results.sqlite") as db: db.execute("UPDATE runs SET seed = 5")'
expect 1 "$levelfield" verify edited --json
jq -e '.faults | length > 0' out >/dev/null || fail "an edited store has no faults"
jq -c . out >>verify.jsonl

# An archive that holds, one with another root, and one of which runs were made again.
expect 0 "$levelfield" run -q --no-table --budget 200 --seeds 0-1 --problem auc:data=synthetic_small --algorithm sgd --out small
expect 0 "$levelfield" publish small --out small.lfz
expect 0 "$levelfield" verify small.lfz --json
jq -c . out >archive.jsonl
expect 1 "$levelfield" verify small.lfz --json --root 00000000
jq -c . out >>archive.jsonl
expect 0 "$levelfield" verify small.lfz --json --level 2
jq -e '.reached == 2 and (.again | length) == 2' out >/dev/null || fail "two runs made again"
jq -c . out >>archive.jsonl

# Choices between points, by the metric and by what it costs to get to a target.
expect 0 "$levelfield" tune -q --json --problem auc --algorithm 'sgd:eta0={1|2}' --budget 20 --metric auc_val --out tuned
jq -c . out >tune.jsonl
expect 0 "$levelfield" tune -q --json --problem auc --algorithm 'adagrad:eta0={1|2}' --budget 200 --metric ce --target 0.1 --out tuned
jq -c . out >>tune.jsonl

# Optima, with a method's runs beside them.
expect 0 "$levelfield" run -q --no-table --budget 200 --problem dp_scad --algorithm ssg --out scad
expect 0 "$levelfield" optima dp_scad --starts 2 --results scad --json
jq -c . out >optima.jsonl

check() { python3 "$LF_TEST_SOURCE/tests/support/check_json.py" "$LF_TEST_SOURCE/docs/schemas/$1" "${@:2}"; }
check run.schema.json <run.jsonl || fail "run --json"
check 'run.schema.json#/$defs/run' <line.jsonl || fail "export --format jsonl"
check report.schema.json <report.jsonl || fail "report.json"
check list.schema.json <list.jsonl || fail "list --json"
check tune.schema.json <tune.jsonl || fail "tune --json"
check split.schema.json <split.jsonl || fail "data split --json"
check optima.schema.json <optima.jsonl || fail "optima --json"
check badge.schema.json <badges.jsonl || fail "track check --badge"
check status.schema.json <status.jsonl || fail "status --json"
check archive.schema.json <archive.jsonl || fail "verify NAME.lfz --json"
check verify.schema.json <verify.jsonl || fail "verify --json"

# refused NAME FILTER...: what jq makes of the first good value does not fit.
refused() {
  local name=$1 filter
  shift
  for filter in "$@"; do head -n 1 "$name.jsonl" | jq -c "$filter"; done | check "$name.schema.json" --none ||
    fail "docs/schemas/$name.schema.json lets a wrong value through"
}
refused run '.runs[0].more = 1' 'del(.runs[0].trace_sha256)' '.runs[0].status = "fine"' '.more = 1' \
  '.runs[0].counters["samples.objective"] = -1' 'del(.runs[0].counters["hvp.lower"])' \
  '.runs[0].seconds.total = 1' '.runs[0].metrics.auc = "high"'
refused report '.experiments[0].claims[0].outcome = "true"' 'del(.experiments[0].environments)' '.experiments[0].more = 1' \
  'del(.experiments[0].tables[0].cells[0].published)' '.experiments[0].runs.done = -1'
refused list '.algorithms[0].view = "other"' '.methods = []' 'del(.problems[0].views)' '{}'
refused tune '.more = 1' 'del(.experiments[0].tuned[0].chosen)' '.experiments[0].tuned[0].points = []' \
  '.experiments[0].tuned[0].points[0].more = 1'
refused split '.parts.train[0] = -1' '.labels = []' 'del(.features)'
refused optima '.more = 1' 'del(.new_chance)' '.optima[0].starts = 0' '.methods[0].gap_best = "small"' '.optima = {}'
refused status '.more = 1' 'del(.writer)' '.experiments[0].runs.total = -1' '.experiments[0].runs.lost = 0' \
  '.slurm = {}' '.slurm = {answers: true, silence: "", jobs: [{job: 1}]}' '.under_way = [{}]'
refused verify '.more = 1' 'del(.head)' '.faults = [{what: "odd", subject: "", line: ""}]' '.noted = {link: 0, made_again: 0}' \
  '.replay = {}' 'del(.replay)'
refused archive '.more = 1' 'del(.root)' '.reached = 4' '.faults = [1]' '.again = [{}]'
