#!/usr/bin/env bash
# How many finalists a race needs is read off by scripts/finalists.py: three points whose choices are known by hand.
set -euo pipefail

python3 -c 'import yaml' 2>/dev/null || { echo "skipped: apt-get install python3-yaml"; exit 77; }
cd "$LF_TEST_SOURCE/scripts"
python3 - <<'PY'
import finalists

# Medians 3, 2, 2.5; on the first seed the third is best and the second last, on the second seed it is first.
points = [[(0, 2), (0, 3), (0, 4)], [(0, 5), (0, 1), (0, 2)], [(0, 1), (0, 2.5), (0, 3)]]
assert [finalists.outcome(points, n, 0) for n in (1, 2, 3)] == ["within noise", "within noise", "same"]
assert finalists.outcome(points, 1, 1) == "same"
# The best one's seeds hardly differ: then half more is worse.
points[1] = [(0, 5), (0, 2), (0, 2)]
points[1][0] = (0, 2.05)
assert finalists.outcome(points, 1, 0) == "worse", finalists.outcome(points, 1, 0)
# Beyond the bound is worse, whatever the loss; and a point within it comes first.
points = [[(1, 0), (1, 0), (1, 0)], [(0, 9), (0, 9), (0, 9)]]
assert [finalists.outcome(points, n, 0) for n in (1, 2)] == ["same", "same"]
points[1][0] = (2, 9)
assert finalists.outcome(points, 1, 0) == "worse"
assert [finalists.finalists([0] * n, 0) for n in (4, 8, 12)] == [2, 2, 3]
total = {}
finalists.rows("x", finalists.made_up(8, 1, 50), [4, 0], total)
assert total["x", 4][3:] == [50 * 16, 50 * 24] and total["x", "P/4"][3:] == [50 * 12, 50 * 24]
assert total["x", 4][2] < total["x", "P/4"][2] < 75, total
PY
