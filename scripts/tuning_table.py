#!/usr/bin/env python3
"""Does tuning by matched spending choose what the full grid would, and at what share of its cost?

  scripts/tuning_table.py [--scale default] [--out DIR] [-j N] PAPER/ITEM[/PROBLEM]...

Each item is tuned twice on each of its problems: by the rule (`tuning_budget: full`), and by every point of
the grid at full length with every tuning seed. Prints a row for each problem, and the methods where the rule
chose worse. "within noise" is worse by no more than the range of the best point's own seeds; "better" is a
point beyond the grid. Trials are kept in DIR, so that a table that was begun goes on.
"""
import argparse
import copy
import json
import os
import subprocess
import sys

import yaml

from experiments import experiment

HERE = os.path.dirname(os.path.abspath(__file__))
OUTCOMES = ("same", "better", "within noise", "worse")
SHOWN = ("figures", "tables", "published", "fits", "frontiers", "claims", "notes")


def length(is_, scale, problem):
    """The budget of a run on the problem; None where methods have budgets of their own."""
    budget = scale["budget"]
    for setting in is_.get("settings", []) + scale.get("settings", []):
        if "budget" in setting and setting.get("problem", problem) == problem:
            if "method" in setting:
                return None
            budget = setting["budget"]
    return budget


def tuned(is_):
    """Problems that are tuned: in use, no borrowers."""
    wanted = is_.get("use_problems") or [p["id"] for p in is_["problems"]]
    return [p["id"] for p in is_["problems"] if "tuned_as" not in p and
            (p["id"] in wanted or p.get("same_as") in wanted)]


def tune(is_, scale, problem, budget, options, name):
    """The choices of every method on the problem, {method: pair}."""
    alone = {k: v for k, v in copy.deepcopy(is_).items() if k not in SHOWN and k != "base"}
    alone["problems"] = [{k: v for k, v in p.items() if k not in ("same_as", "tuned_as")}
                         for p in alone["problems"] if p["id"] == problem]
    alone["use_problems"] = [problem]
    for key in (alone, *alone["scales"]):
        key["settings"] = [s for s in key.get("settings", []) if s.get("problem", problem) == problem]
    alone["tuning"]["grids"] = [g for g in alone["tuning"]["grids"] if g.get("problem", problem) == problem]
    alone["scales"] = [dict(s, tuning_budget=budget) for s in alone["scales"] if s["name"] == scale]
    path = os.path.join(options.out, f"{name}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        yaml.safe_dump(alone, file, sort_keys=False, width=1000)
    command = [options.levelfield, "tune", path, "--scale", scale, "--json", "-j", options.j,
               "--out", os.path.join(options.out, "trials")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"tuning_table: {' '.join(command)}: {(done.stderr.splitlines() or ['killed'])[-1]}")
    found = json.loads(done.stdout)["experiments"]
    return {pair["method"]: pair for pair in found[0]["tuned"]} if found else {}


def judge(rule, grid):
    """One of OUTCOMES, and how much worse."""
    points = {p["parameters"]: p for p in grid["points"]}
    best = points[grid["chosen"]]
    chosen = points.get(rule["chosen"]) or next(p for p in rule["points"] if p["parameters"] == rule["chosen"])
    if best["metric"] is None or chosen is best:
        return "same", 0
    if chosen["feasible"] != best["feasible"]:
        return ("better", 0) if chosen["feasible"] else ("worse", float("inf"))
    rivals = [p["metric"] for p in grid["points"] if p["feasible"] == best["feasible"] and p["metric"] is not None]
    sign = 1 if best["metric"] <= min(rivals) else -1
    worse = sign * ((chosen["metric"] if chosen["metric"] is not None else sign * float("inf")) - best["metric"])
    if worse <= 0:
        return "better" if worse else "same", 0
    return ("within noise" if best["range"] is not None and worse <= best["range"] else "worse"), worse


def shares(rule, grid):
    """Cost of the rule over that of the grid: before it tried points beyond the grid, which a grid never
    does, and in all. A trial of those is a whole run with each seed, as the grid's are."""
    beyond = sum(len(rule[m]["points"]) - len(pair["points"]) for m, pair in grid.items())
    whole = sum(pair["cost"]["value"] for pair in grid.values())
    point = whole / sum(len(pair["points"]) for pair in grid.values())
    spent = sum(pair["cost"]["value"] for pair in rule.values())
    return (spent - beyond * point) / whole, spent / whole


def row(item, problem, is_, options):
    scale = next(s for s in is_["scales"] if s["name"] == options.scale)
    budget = length(is_, scale, problem)
    if budget is None:
        print(f"{item}/{problem}: methods have budgets of their own there", file=sys.stderr)
        return None
    stem = f"{item}-{problem}".replace("/", "-")
    rule = tune(is_, options.scale, problem, "full", options, stem + "-rule")
    grid = tune(is_, options.scale, problem, str(budget), options, stem + "-grid")
    if not grid:
        return None  # a form on which none of the methods in use runs
    count, lost = dict.fromkeys(OUTCOMES, 0), []
    for method, pair in grid.items():
        outcome, worse = judge(rule[method], pair)
        count[outcome] += 1
        if outcome == "worse":
            lost.append(f"{item}/{problem}, {method}: {rule[method]['chosen']} is worse than "
                        f"{pair['chosen']} by {worse:.3g}")
    return [f"{item}/{problem}", len(grid), *count.values(), *shares(rule, grid)], lost


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("items", nargs="+", metavar="PAPER/ITEM[/PROBLEM]")
    parser.add_argument("--scale", default="default")
    parser.add_argument("--out", default="tuning-table")
    parser.add_argument("--levelfield", default=os.path.join(HERE, "..", "build", "release", "levelfield"))
    parser.add_argument("-j", default="2")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    heads = ["on", "tunings", *OUTCOMES, "cost, of the grid's", "with points beyond it"]
    print("| " + " | ".join(heads) + " |\n| --- |" + " ---: |" * (len(heads) - 1), flush=True)
    lost, total = [], [0] * 5
    for name in options.items:
        paper, item, *only = name.split("/")
        is_ = experiment(os.path.join(HERE, "..", "reports", paper), item)
        for problem in only or tuned(is_):
            found = row(f"{paper}/{item}", problem, is_, options)
            if not found:
                continue
            numbers, worse = found
            lost += worse
            total = [a + b for a, b in zip(total, numbers[1:6])]
            print("| " + " | ".join(map(str, numbers[:6])) + f" | {numbers[6]:.2f} | {numbers[7]:.2f} |", flush=True)
    good = sum(total[1:4])
    print(f"| all | {' | '.join(map(str, total))} | | |\n\n{good} of {total[0]} choices are the full grid's, better, "
          "or within its noise.")
    for line in lost:
        print(f"- {line}")


if __name__ == "__main__":
    main()
