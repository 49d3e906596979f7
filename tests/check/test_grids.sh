#!/usr/bin/env bash
# What a method has besides its steps is tuned like those of the methods that it is compared with: the length
# of the Neumann series, the inner steps and the plan of the two step sizes of the bilevel baselines.
set -euo pipefail

python3 -c 'import yaml' 2>/dev/null || { echo "skipped: apt-get install python3-yaml"; exit 77; }
cd "$LF_TEST_SOURCE"
python3 - <<'PY'
import sys
sys.path.insert(0, "scripts")
from experiments import experiment, items

NEEDS = {"ttsa": ("Q", "sched"), "stocbio": ("Q", "D", "sched"), "bsa": ("Q", "D", "inner", "sched")}
folder, seen, found = "reports/rsvrb", set(), []
for item in items(folder):
    is_ = experiment(folder, item)
    plugin = {m["id"]: m["algorithm"].split(":")[0] for m in is_["methods"]}
    for grid in is_["tuning"]["grids"]:
        name = plugin[grid["method"]]
        tried = {part.split("=")[0] for part in grid["grid"].split(",") if "{" in part}
        seen.add(name)
        found += [f"{folder}/{item}.yaml: {grid['method']} on {grid.get('problem', 'all')}: {key} is not tuned"
                  for key in NEEDS.get(name, ()) if key not in tried]
missing = NEEDS.keys() - seen
sys.exit("\n".join(found + [f"{folder}: no grid of {name}" for name in sorted(missing)]) or 0)
PY
