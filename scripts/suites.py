#!/usr/bin/env python3
"""The suites' targets, from what their methods reach.

  levelfield reproduce suites/VIEW.yaml --scale small -j 2 -q --out DIR
  scripts/suites.py VIEW DIR

Writes the target of each problem into suites/VIEW.yaml: the median of the methods' median final values at the small scale,
so that half of them reach it, rounded up in the third digit of how far the best is below it. Where there is
a constraint, an end that violates it is infinitely bad, and the methods are those whose median end is not. The archive
is made after that, of the file as it is then, with the old one out of the way:

  rm suites/VIEW-small.lfz
  scripts/build.sh release
  levelfield suite VIEW -j 2 -q --out DIR
  levelfield publish DIR --out suites/VIEW-small.lfz
"""
import math
import os
import re
import sqlite3
import statistics
import sys

import yaml

SUITES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "suites")
ENDS = """SELECT problem_index, method_index, plans.seed, metric, value FROM plans JOIN runs USING (key)
          JOIN metric_values ON run = runs.id WHERE plans.seed NOT IN ({trials}) AND status = 'done'
          AND metric_values.point = (SELECT max(m.point) FROM metric_values AS m WHERE m.run = runs.id)"""


def ends(store, is_):
    """{problem's index: {method's index: [final values]}}, infinite where the bound is violated."""
    tuning, found = is_["tuning"], {}
    first, last = map(int, tuning["seeds"].split("-"))
    trials = ",".join(str(seed) for seed in range(first, last + 1))
    for problem, method, seed, metric, value in store.execute(ENDS.format(trials=trials)):
        found.setdefault((problem, method, seed), {})[metric] = value
    values = {}
    for (problem, method, _), run in found.items():
        allowed = "where" not in tuning or run[tuning["where"]] <= float(tuning["at_most"])
        end = run[tuning["metric"]] if allowed else math.inf
        values.setdefault(problem, {}).setdefault(method, []).append(end)
    return values


def target(methods):
    medians = sorted(m for m in map(statistics.median, methods.values()) if math.isfinite(m))
    if not medians:
        sys.exit("suites: no method ends within the bound: no target")
    middle = medians[(len(medians) - 1) // 2]
    digit = 10.0 ** (math.floor(math.log10(max(middle - medians[0], 1e-9))) - 2)
    return f"{math.ceil(middle / digit) * digit:.12g}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    path = os.path.join(SUITES, f"{sys.argv[1]}.yaml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    is_ = yaml.safe_load(text)
    with sqlite3.connect(os.path.join(sys.argv[2], "results.sqlite")) as store:
        values = ends(store, is_)
    for index, problem in enumerate(is_["problems"]):
        line = rf"(- {{id: {problem['id']}, .*name: target, value: )[^}}]*"
        text = re.sub(line, lambda m: m[1] + target(values[index]), text)
        print(f"{problem['id']}: {target(values[index])}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
