#!/usr/bin/env python3
"""What a row costs in a run: every method on every problem and data set that it can.

    /usr/bin/python3 benchmarks/survey.py --keep FILE [--problem NAME] [--method NAME] [--data NAME]

A run of each is made, `--tries` times, of which the quickest counts, by the seconds that the run
itself reports: nanoseconds for each row evaluated, in the oracle and in the method, and the
method's share. Batches are of `--batch` rows where a method has that parameter. Two runs are of one
kind where they read the same table with the same model and both or neither have two levels; a row
that takes more than twice the best of its kind is marked.

FILE holds a line of JSON for each run: what stands there is not run again, so a survey is made in
pieces and may be interrupted. `--check NS` fails if a linear score takes longer in the oracle.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

from peers import machine
from peers.table import number

FOLDER = os.path.dirname(os.path.abspath(__file__))
BATCHES = ("B", "B0", "B2", "S2", "b", "b_f", "b_g")
EVALUATIONS = re.compile(r"(value|gradient|hvp|jvp)\.")
MODELS = ("linear", "mlp")


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", required=True, metavar="FILE", help="results, old and new")
    parser.add_argument("--problem", action="append", help="this problem; may be given again")
    parser.add_argument("--method", action="append", help="this method; may be given again")
    parser.add_argument("--data", action="append", help="this data set; may be given again")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--batch", type=int, default=128, help="rows, where a method asks for it")
    parser.add_argument("--tries", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=60, help="of one run [s]")
    parser.add_argument("--check", type=float, metavar="NS", help="most of a linear score [ns]")
    parser.add_argument("--levelfield", default=os.path.join(FOLDER, "..", "build", "release",
                                                             "levelfield"))
    return parser.parse_args()


class Refused(Exception):
    """A problem does not take a table."""


class Levelfield:
    """The command, and what it says of problems and methods."""

    def __init__(self, chosen):
        self.chosen, self.known = chosen, {}
        self.list = json.loads(self.ask("list", "--json"))

    def ask(self, *words):
        """What a command prints; Refused if it says no in a line, and prints nothing."""
        done = subprocess.run([self.chosen.levelfield, *words], capture_output=True, text=True)
        if not done.stdout:
            raise Refused((done.stderr.strip().splitlines() or ["no message"])[-1])
        return done.stdout

    def parameters(self, name):
        """The words of each parameter's row, by its name."""
        if name not in self.known:
            rows = (line.split() for line in self.ask("show", name).splitlines())
            self.known[name] = {row[0]: row for row in rows if len(row) > 2}
        return self.known[name]

    def seconds(self, problem, method, scratch):
        """One run's record, finished or failed."""
        chosen = self.chosen
        with tempfile.TemporaryDirectory(dir=scratch) as out:
            done = self.ask("run", "-q", "--json", "--checkpoints", "1", "--checkpoint", "0", "-p",
                            problem, "-a", method, "-b", f"{chosen.steps}:steps", "--timeout",
                            str(chosen.timeout), "--out", out)
        return json.loads(done)["runs"][0]


def problems(levelfield, chosen):
    """Problem, model and data set, as text for -p, with the views that it has."""
    sets = [s["name"] for s in levelfield.list["datasets"] if s["state"] != "absent"]
    for problem in levelfield.list["problems"]:
        name = problem["name"]
        if chosen.problem and name not in chosen.problem:
            continue
        rows = levelfield.parameters(name)
        models = [m for m in MODELS if m in rows.get("model", ["", "", ""])[2].split("|")] or [""]
        tables = sets if "data" in rows else [""]
        for data in (t for t in tables if not chosen.data or t in chosen.data):
            for model in models:
                given = [f"data={data}"] * bool(data) + [f"model={model}"] * bool(model)
                yield (name, data, model, name + ":" * bool(given) + ",".join(given),
                       problem["views"].split(", "))


def methods(levelfield, chosen, views):
    """Methods of these views, with batches of the size asked for, and the view of each."""
    for method in levelfield.list["algorithms"]:
        name = method["name"]
        if method["view"] not in views or chosen.method and name not in chosen.method:
            continue
        rows = levelfield.parameters(name)
        given = [f"{b}={chosen.batch}" for b in BATCHES if b in rows]
        yield name, name + ":" * bool(given) + ",".join(given), method["view"]


def measure(levelfield, chosen, at, scratch):
    """The line of one pair: what a row took, or why there is none."""
    try:
        runs = [levelfield.seconds(at["problem"], at["method"], scratch)
                for _ in range(chosen.tries)]
    except Refused as why:
        return at | {"why": str(why), "refused": True}
    run = min(runs, key=lambda r: r["seconds"]["oracle"] + r["seconds"]["algorithm"])
    rows = sum(n for name, n in run["counters"].items() if EVALUATIONS.match(name))
    if not rows or not run["steps"]:
        return at | {"why": run["cause"]}
    oracle, own = (run["seconds"][key] for key in ("oracle", "algorithm"))
    return at | {"steps": run["steps"], "rows": rows, "oracle": oracle / rows * 1e9,
                 "own": own / rows * 1e9, "step_us": (oracle + own) / run["steps"] * 1e6}


def survey(levelfield, chosen, kept):
    """Every pair that FILE has not; a table that a problem refuses costs it one run."""
    with open(chosen.keep, "a") as file, tempfile.TemporaryDirectory() as scratch:
        for name, data, model, problem, views in problems(levelfield, chosen):
            for method, words, view in methods(levelfield, chosen, views):
                # constraints are a composition once they are penalised
                form = "constrained" in views and view == "composition"
                whole = problem + (":" if problem == name else ",") * form + "penalty=hinge" * form
                at = {"problem": whole, "method": words, "name": name, "of": method,
                      "kind": [data or name, name if model == "mlp" else "linear",
                               "bilevel" in views]}
                if (whole, words) in kept:
                    line = kept[whole, words]
                else:
                    line = kept[whole, words] = measure(levelfield, chosen, at, scratch)
                    print(json.dumps(line), file=file, flush=True)
                    print(f"survey: {whole} {words}", file=sys.stderr)
                if "refused" in line:
                    break


def show(lines):
    """The table as Markdown, the dearest rows of a kind first."""
    best = {}
    for line in lines:
        cost, kind = line["oracle"] + line["own"], tuple(line["kind"])
        best[kind] = min(best.get(kind, cost), cost)
    print("| problem | method | ns a row | in the oracle | outside | step, us | of the best | |\n"
          "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for line in sorted(lines, key=lambda x: (x["kind"], -x["oracle"] - x["own"])):
        cost = line["oracle"] + line["own"]
        ratio, share = cost / best[tuple(line["kind"])], line["own"] / cost
        marks = ["over twice the best"] * (ratio > 2) + ["more outside than in it"] * (share > .5)
        print(f"| {line['problem']} | {line['method']} | {number(cost)} | {number(line['oracle'])} | "
              f"{100 * share:.0f} % | {number(line['step_us'])} | {ratio:.1f} | {', '.join(marks)} |")


def main():
    chosen = options()
    machine.settle()
    kept = {}
    if os.path.exists(chosen.keep):
        with open(chosen.keep) as file:
            kept = {(x["problem"], x["method"]): x for x in map(json.loads, file)}
    try:
        survey(Levelfield(chosen), chosen, kept)
    except KeyboardInterrupt:
        print("survey: interrupted; the same command goes on", file=sys.stderr)
    asked = [x for x in kept.values() if (not chosen.problem or x["name"] in chosen.problem)
             and (not chosen.method or x["of"] in chosen.method)
             and (not chosen.data or x["kind"][0] in chosen.data)]
    lines = [x for x in asked if "why" not in x]
    show(lines)
    for line in asked:
        if "why" in line:
            print(f"without {line['problem']} {line['method']}: {line['why']}")
    slow = [x for x in lines if chosen.check and x["kind"][1] == "linear"
            and not x["kind"][2] and x["oracle"] > chosen.check]
    for line in slow:
        print(f"survey: {line['problem']} {line['method']}: {number(line['oracle'])} ns a row in the "
              f"oracle, more than {chosen.check}", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
