#!/usr/bin/env bash
# levelfield verify: a store that is whole, one that a stranger checks by the documentation alone, and
# ones that were tampered with.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

sql() { python3 -c 'import sqlite3, sys
with sqlite3.connect(sys.argv[1] + "/results.sqlite") as db: db.executescript(sys.argv[2])' "$@"; }

run=("$levelfield" run -p auc:data=synthetic_small -a sgd -a adagrad -b 300 -q --no-table)
expect 0 "${run[@]}" --seeds 0-2 -j 2 --out whole
expect 0 "$levelfield" verify whole
prints '^whole: 6 runs are as they were stored; head [0-9a-f]{64}$'
head=$(sed 's/.*head //' out)
[ "$(python3 "$LF_TEST_SOURCE/tests/support/chain.py" whole/results.sqlite)" = "$head" ] ||
  fail "docs/store.md does not lead to the same head"

# What Levelfield does itself leaves the chain whole, and the head that was noted in it.
expect 0 "${run[@]}" --seeds 1 --force --out whole
expect 0 "${run[@]}" --seeds 7 --out whole
expect 0 "$levelfield" verify whole --head "${head:0:12}"
prints 'whole: 8 runs .*; the noted one is link [0-9]+ of [0-9]+, and 2 of the runs before it were made again since$'
python3 "$LF_TEST_SOURCE/tests/support/chain.py" whole/results.sqlite >/dev/null || fail "the chain is another"
expect 2 "$levelfield" verify whole --head nothing
says "expected a hash that was printed"
for words in "--root $head" "--level 3" "--runs 5" "--nonce x"; do
  # shellcheck disable=SC2086
  expect 2 "$levelfield" verify whole $words
  says 'verify: --root, --level, --runs and --nonce are for an archive; a folder has --head and --replay K --seed N$'
done
expect 2 "$levelfield" verify whole --seed 3
says 'add --replay K$'

cp -r whole edited
sql edited "UPDATE points SET algorithm_seconds = 0 WHERE run = (SELECT min(id) FROM runs)"
expect 1 "$levelfield" verify edited
prints '^run .* on auc, seed [0-9] \([0-9a-f]{12}\) was edited: its configuration and trace are those'
prints '^edited: 1 fault$'
cp -r whole better
sql better "UPDATE metric_values SET value = 1 WHERE metric = 'auc_test' AND run = (SELECT max(id) FROM runs)"
expect 1 "$levelfield" verify better
prints 'was edited: its trace is not the one of its hash$'
cp -r whole fewer
sql fewer "PRAGMA foreign_keys = ON; DELETE FROM runs WHERE algorithm LIKE 'sgd:%' AND seed = 0"
expect 1 "$levelfield" verify fewer
prints '^run sgd on auc, seed 0 \([0-9a-f]{12}\) was removed$'
# A key is cut between two letters, for the title's sake; an experiment has none.
cp -r whole letters
sql letters "DELETE FROM plans; DELETE FROM experiments;
  INSERT INTO runs (key, problem, algorithm, seed, budget, checkpoints, log_spaced, expensive, status, trace_sha256, dim)
  VALUES ('0123456789aé', 'auc:k=1', 'größe', 9, '1', 1, 0, 1, 'done', '', 0)"
expect 1 "$levelfield" verify letters
prints '^run größe on auc, seed 9 \(0123456789a\?\) was put in by other means than Levelfield$'
prints '^experiment run at scale default was removed$'
cp -r whole empty
sql empty "DELETE FROM runs; DELETE FROM chain"
expect 3 "$levelfield" verify empty --replay 5
grep -q 'empty: there is no run in it to make again$' err || fail "runs of an empty folder are made again"
cp -r whole prepared
sql prepared "CREATE TRIGGER t AFTER INSERT ON chain BEGIN DELETE FROM runs; END"
expect 3 "${run[@]}" --seeds 8 --out prepared
says "prepared/results.sqlite: its trigger 't' is none that Levelfield makes"
