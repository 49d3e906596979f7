#!/usr/bin/env bash
# A method without draws may make much of a rounding. The baseline has its run from a start 1e-9 away, so that a change
# which is no more than rounding is called none, and a step size that is another is.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# guard ALPHA ETA: 3S-Econ makes much of a rounding, SSG from these steps does not.
guard() {
  cat >guard.yaml <<YAML
title: Methods without draws
problems:
- {id: p, label: p, problem: roc_fairness}
methods:
- {id: econ, label: 3S-Econ, algorithm: "3secon:mode=deterministic,beta=100,alpha=$1", deterministic: true}
- {id: ssg, label: SSG, algorithm: "ssg:mode=deterministic,eta=$2", deterministic: true}
scales:
- {name: smoke, budget: "2000:dp.g", seeds: 0-4, checkpoints: 4}
YAML
}

guard 0.01 1e-6
expect 0 "$levelfield" track record guard.yaml --out base.txt -q
grep -q 'a start 1e-9 away changes 3 metrics of methods without draws, such as CVio of econ on p' "$scratch/err" ||
  fail "recording does not warn"
[ "$(grep -c '^beside ' base.txt)" = 2 ] || fail "the runs beside are not recorded"
expect 0 "$levelfield" track check base.txt -q
prints '^[0-9]+ identical; '

# Written by hand, so that more would pass.
sed -E '/^beside p econ/s/ FV [0-9.e-]+/ FV 9/' base.txt >bad.txt
expect 3 "$levelfield" track check bad.txt -q
says 'bad.txt: beside p econ: other FV than its trace gives'

guard 0.01000000001 1e-6
expect 0 "$levelfield" track check base.txt -q
prints '^p +econ +FV +within noise .*within 3 times what a start 1e-9 away changes'

# A baseline without them, as of before, takes it for a change.
sed '/^beside /d; s/^\(runs .*\) beside$/\1/' base.txt >before.txt
"$levelfield" track check before.txt -q >out || [ $? = 1 ]
prints '^p +econ +FV +(worse|better) .*deterministic'

# What is another method is worse in both.
guard 0.0001 1e-9
expect 1 "$levelfield" track check base.txt -q
prints '^p +econ +FV +worse '
prints '^p +ssg +FV +worse '
