#!/usr/bin/env bash
# A method without draws whose step size moves by one part in 10^9 ends elsewhere. A claim that one of the two is lower
# was exact once, and held. From a start that is nudged by as little both end elsewhere, too, so that it is undecided; over
# starts it is so either way round. Where methods differ by more than that, they do, and tables show no more digits.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# two OUT METHOD METHOD [SETTING]: A and B on one problem, each claimed to end lower than the other.
two() {
  cat >mine.yaml <<YAML
title: Two step sizes
problems:
- {id: p, label: p, problem: roc_fairness${4:-}}
methods:
- {id: a, label: A, algorithm: "$2", deterministic: true}
- {id: b, label: B, algorithm: "$3", deterministic: true}
scales:
- {name: smoke, budget: "2000:dp.g", seeds: 0-5, checkpoints: 4}
claims:
- {id: a, text: A ends lower than B, kind: lower, method: a, than: [b], metric: FV, where: CVio, at_most: 1}
- {id: b, text: B ends lower than A, kind: lower, method: b, than: [a], metric: FV, where: CVio, at_most: 1}
YAML
  expect 0 "$levelfield" reproduce mine.yaml --scale smoke --out "$1" -j 2 -q
}

econ="3secon:mode=deterministic,beta=100"
two kept "$econ,alpha=0.01" "$econ,alpha=0.01000000001"
prints '[|] A ends lower than B +[|] undecided +[|] exact for one start, but 1e-9 beside it the difference is another'
prints '[|] B ends lower than A +[|] undecided +[|] exact for one start, but 1e-9 beside it the difference is another'
prints '[|] ± start +[|] +± [1-9]e-[34] +[|] +± [1-9]e-[34] +[|]'
# The runs beside are runs like others: made again, they have the same traces.
expect 0 "$levelfield" verify kept --replay 4
prints '4 of 4 runs made again, bit for bit'

two kept-starts "$econ,alpha=0.01" "$econ,alpha=0.01000000001" ", varies: [start]"
prints '[|] A ends lower than B +[|] undecided +[|] over starts: '
prints '[|] B ends lower than A +[|] undecided +[|] over starts: '

two apart "ssg:mode=deterministic,eta=0.01" "ssg:mode=deterministic,eta=1e-6"
prints '[|] A ends lower than B +[|] held '
prints '[|] B ends lower than A +[|] not held '
