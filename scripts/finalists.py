#!/usr/bin/env python3
"""How many points have to go on from the first tuning seed to the others?

  scripts/finalists.py [DIR] [--last N]... [--simulate TRIALS]
                                              DIR: what scripts/tuning_table.py --out DIR left, or is leaving

The runs of the full grids in DIR, every point with every seed, tell what the rule for grids of up to 12 points would
choose if the N best of the first seed went on, with each of the seeds as the first in turn. Prints a row for each
item and N: how often that is the full grid's choice, worse by no more than the range of its own seeds ("within
noise"), or worse; and the share of the grid's runs that it takes. "P/4" is a quarter of the points, at least two.
Pairs that one seed tells all of are left out. --simulate prints the same for TRIALS made-up grids a row, of which each
point has a normal loss of its own, and each of three seeds adds normal noise of so many standard deviations to it.
"""
import argparse
import os
import random
import sqlite3
import statistics

import yaml

OUTCOMES = ("same", "within noise", "worse")


def points_of(store, name):
    """{(problem, method): [[(excess, loss) of each seed] of each point]} of an experiment; excess is what `where`
    is above its bound."""
    identity, text = store.execute("SELECT id, yaml FROM experiments WHERE name = ?", [name]).fetchone()
    is_ = yaml.safe_load(text)
    tuning = is_["tuning"]
    found = {}
    for problem, method, point, run, status in store.execute(
            "SELECT problem_index, method_index, plans.point, runs.id, status FROM plans JOIN runs ON runs.key = plans.key"
            " WHERE experiment = ? AND parameters IS NOT NULL ORDER BY plans.point, plans.seed", [identity]):
        def final(metric, run=run):
            return store.execute("SELECT value, higher_is_better FROM metric_values JOIN metrics ON metrics.run ="
                                 " metric_values.run AND name = metric WHERE metrics.run = ? AND metric = ?"
                                 " ORDER BY point DESC", [run, metric]).fetchone()
        value, where = final(tuning["metric"]), final(tuning["where"]) if "where" in tuning else (0, 0)
        constants = {c["name"]: c["value"] for c in is_["problems"][problem].get("constants", [])}
        bound = constants.get(tuning.get("bound"), tuning.get("at_most", 0))
        done = status == "done" and value and where
        score = (max(0.0, where[0] - bound), -value[0] if value[1] else value[0]) if done else (float("inf"),) * 2
        found.setdefault((problem, method), {}).setdefault(point, []).append(score)
    return {pair: [by[p] for p in sorted(by)] for pair, by in found.items()}


def over(point):
    """Both medians; those within the bound first."""
    return tuple(statistics.median(column) for column in zip(*point))


def outcome(points, last, first):
    """One of OUTCOMES, for the rule that the `last` best of one seed go on."""
    order = sorted(range(len(points)), key=lambda p: points[p][first])
    chosen, best = (min(among, key=lambda p: over(points[p])) for among in (order[:last], range(len(points))))
    (off, loss), (least, lowest) = over(points[chosen]), over(points[best])
    if (off, loss) == (least, lowest):
        return "same"
    losses = [x for _, x in points[best]]
    return "within noise" if off <= least and loss - lowest <= max(losses) - min(losses) else "worse"


def finalists(points, last):
    return last or max(2, len(points) // 4)


def rows(title, pairs, lasts, total):
    """Counts of each last, over all pairs and first seeds: total[title, last] += outcomes, runs, those of the grid."""
    for points in pairs:
        seeds = len(points[0])
        for last in lasts:
            kept, n = total.setdefault((title, last or "P/4"), [0] * 5), finalists(points, last)
            for first in range(seeds):
                kept[OUTCOMES.index(outcome(points, n, first))] += 1
            kept[3] += len(points) + (seeds - 1) * n
            kept[4] += len(points) * seeds


def made_up(size, noise, trials):
    """Grids of so many points with three seeds, always the same ones."""
    draw = random.Random(size)
    for _ in range(trials):
        middle = [draw.gauss(0, 1) for _ in range(size)]
        yield [[(0.0, m + draw.gauss(0, noise)) for _ in range(3)] for m in middle]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR", nargs="?")
    parser.add_argument("--last", type=int, action="append", default=[])
    parser.add_argument("--simulate", type=int, default=0, metavar="TRIALS")
    options = parser.parse_args()
    lasts, total = [4, 0, *options.last], {}
    if options.folder:
        store = sqlite3.connect(f"file:{os.path.join(options.folder, 'trials', 'results.sqlite')}?mode=ro", uri=True)
        for name, in store.execute("SELECT name FROM experiments WHERE name LIKE '%-grid.yaml' ORDER BY name").fetchall():
            pairs = [x for x in points_of(store, name).values() if len(x[0]) > 1 and len({len(p) for p in x}) == 1]
            rows(os.path.basename(name).removesuffix("-grid.yaml").replace("-", "/"), pairs, lasts, total)
            rows("all", pairs, lasts, total)
    for size in (8, 12) if options.simulate else ():
        for noise in (0.1, 0.3, 1):
            rows(f"{size} points, noise {noise}", made_up(size, noise, options.simulate), lasts, total)
    heads = ["on", "last", "choices", *OUTCOMES, "runs, of the grid's"]
    print("| " + " | ".join(heads) + " |\n| --- | ---: |" + " ---: |" * (len(heads) - 2))
    for (title, last), (*count, runs, of) in sorted(total.items(), key=lambda x: x[0][0] == "all"):
        print(f"| {title} | {last} | {sum(count)} | {' | '.join(map(str, count))} | {runs / of:.2f} |")


if __name__ == "__main__":
    main()
