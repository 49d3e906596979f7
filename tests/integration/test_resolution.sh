#!/usr/bin/env bash
# A method without draws whose step size moves by one part in 10^9 ends elsewhere. A claim that one of the two is lower
# was exact once, and held. From a start that is nudged by as little both end elsewhere, too, so that it is undecided; over
# starts it is so either way round. Where methods differ by more than that, they do, and tables show no more digits.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

econ="3secon:mode=deterministic,beta=100"
for starts in "" ", varies: [start]"; do
  cat >mine.yaml <<YAML
title: A step size, and one that nobody would call another
problems:
- {id: p, label: p, problem: roc_fairness$starts}
methods:
- {id: a, label: A, algorithm: "$econ,alpha=0.01", deterministic: true}
- {id: b, label: B, algorithm: "$econ,alpha=0.01000000001", deterministic: true}
scales:
- {name: smoke, budget: "2000:dp.g", seeds: 0-5, checkpoints: 4}
claims:
- {id: a, text: A ends lower than B, kind: lower, method: a, than: [b], metric: FV, where: CVio, at_most: 1}
- {id: b, text: B ends lower than A, kind: lower, method: b, than: [a], metric: FV, where: CVio, at_most: 1}
YAML
  expect 0 "$levelfield" reproduce mine.yaml --scale smoke --out "kept${starts:+-starts}" -j 2 -q
  if [ -z "$starts" ]; then
    prints '[|] A ends lower than B +[|] undecided +[|] exact for one start, but 1e-9 beside it the difference is another'
    prints '[|] B ends lower than A +[|] undecided +[|] exact for one start, but 1e-9 beside it the difference is another'
    prints '[|] ± start +[|] +± 0[.]0+[1-9] +[|] +± 0[.]0+[1-9] +[|]'
  else
    prints '[|] A ends lower than B +[|] undecided +[|] over starts: '
    prints '[|] B ends lower than A +[|] undecided +[|] over starts: '
  fi
done

cat >apart.yaml <<YAML
title: Two steps sizes that differ
problems:
- {id: p, label: p, problem: roc_fairness}
methods:
- {id: a, label: A, algorithm: "ssg:mode=deterministic,eta=0.01", deterministic: true}
- {id: b, label: B, algorithm: "ssg:mode=deterministic,eta=1e-6", deterministic: true}
scales:
- {name: smoke, budget: "2000:dp.g", seeds: 0-5, checkpoints: 4}
claims:
- {id: a, text: A ends lower than B, kind: lower, method: a, than: [b], metric: FV, where: CVio, at_most: 1}
- {id: b, text: B ends lower than A, kind: lower, method: b, than: [a], metric: FV, where: CVio, at_most: 1}
YAML
expect 0 "$levelfield" reproduce apart.yaml --scale smoke --out apart -j 2 -q
prints '[|] A ends lower than B +[|] held '
prints '[|] B ends lower than A +[|] not held '
