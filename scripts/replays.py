"""Records run again: do the runs behind a claim still have the traces that they had? findings.py uses it.

A record keeps, for each claim, the runs of its method and of the first one that it is compared with, on the
first problem that both ran on, with the two smallest seeds: their specification and the start of the hash of
their trace. An experiment that claims nothing keeps those of its first two methods. Runs have portable bits
unless their code says otherwise, so the same specification gives the same trace on any machine, or the record
is about another program.
"""
import os
import random
import sqlite3
import subprocess
import tempfile

import yaml

SEEDS, DIGITS = 2, 16
SHOWN = "shown"  # in place of a claim
SPEC = ("problem", "algorithm", "seed", "budget", "checkpoints", "log_spaced", "expensive", "stop", "code")


def connect(out):
    return sqlite3.connect(f"file:{os.path.join(out, 'results.sqlite')}?mode=ro", uri=True)


def last_seed(out, name, scale):
    """The largest seed, beyond those of the experiment file where open claims were given more, and how many there are:
    one that tunes is left out."""
    with connect(out) as store:
        return store.execute(
            "SELECT max(plans.seed), count(DISTINCT plans.seed) FROM plans JOIN experiments ON experiments.id = experiment"
            " WHERE name = ? AND scale = ? AND parameters IS NULL", (name, scale)).fetchone()


def budgets(out, name, scale, is_, problems=None):
    """{problem: "100:steps 200:steps", the budgets of its runs}, of some problems or all; trials have their own."""
    with connect(out) as store:
        rows = store.execute(
            "SELECT DISTINCT problem_index, budget FROM plans JOIN experiments ON experiments.id = experiment"
            " WHERE name = ? AND scale = ? AND parameters IS NULL ORDER BY problem_index, budget", (name, scale)).fetchall()
    found = {}
    for problem, budget in rows:
        found.setdefault(is_["problems"][problem]["id"], []).append(budget)
    return {problem: " ".join(found[problem]) for problem in problems or found}


def tuned_to(out, name, scale, is_):
    """{method: {problem: "c=30,rho=1"}}: what was chosen of each parameter that trials tried."""
    with connect(out) as store:
        rows = store.execute(
            "SELECT DISTINCT problem_index, method_index, plans.algorithm, parameters FROM plans"
            " JOIN experiments ON experiments.id = experiment WHERE name = ? AND scale = ?"
            " ORDER BY method_index, problem_index", (name, scale)).fetchall()
    tried, kept = {}, {}
    for _, method, _, parameters in rows:
        if parameters is not None:
            tried.setdefault(method, {}).update(dict.fromkeys(x.partition("=")[0] for x in parameters.split(",")))
    for problem, method, algorithm, parameters in rows:
        if parameters is None and method in tried:
            values = dict(x.split("=", 1) for x in algorithm.partition(":")[2].split(","))
            kept.setdefault(is_["methods"][method]["id"], {})[is_["problems"][problem]["id"]] = ",".join(
                f"{x}={values[x]}" for x in tried[method] if x in values)
    return kept


def witnesses(out, name, scale, is_, claims):
    """{claim or SHOWN: [run]} of an experiment that is stored in a folder; `claims` are those of its report."""
    with connect(out) as store:
        rows = store.execute(
            "SELECT problem_index, method_index, trace_sha256, " + ", ".join(f"plans.{x}" for x in SPEC) +
            " FROM plans JOIN experiments ON experiments.id = experiment JOIN runs ON runs.key = plans.key"
            " WHERE name = ? AND scale = ? AND parameters IS NULL ORDER BY plans.seed, problem_index, method_index",
            (name, scale)).fetchall()
    # A problem that is `same_as` another stands in claims under the other's name.
    problems = [x.get("same_as", x["id"]) for x in is_["problems"]]
    methods = [x["id"] for x in is_["methods"]]
    run = {}
    for problem, method, trace, *spec in rows:
        run.setdefault((problems[problem], methods[method]), []).append(
            dict({k: v for k, v in zip(SPEC, spec) if v is not None}, trace=trace[:DIGITS]))
    own = {claim["id"]: claim["method"] for claim in is_.get("claims", [])}
    kept = {}
    for claim in claims:
        for line in claim["comparisons"]:
            pair = [run.get((line["problem"], m)) for m in (own[claim["id"]], line["against"]) if m]
            if all(pair):
                kept[claim["id"]] = [one for runs in pair for one in runs[:SEEDS]]
                break
    if not kept and run:
        first = next(iter(run))[0]
        pair = [runs for (problem, _), runs in run.items() if problem == first][:2]
        kept[SHOWN] = [one for runs in pair for one in runs[:SEEDS]]
    return kept


def again(run, levelfield, folder):
    """The start of the trace's hash when it is run now; None: its data is not here."""
    code = run.get("code", "").split()
    is_ = {"title": "again",
           "problems": [{"id": "p", "label": "p", "problem": run["problem"],
                         **({"varies": ["start"]} if "moved" in code else {})}],
           "methods": [{"id": "m", "label": "m", "algorithm": run["algorithm"]}],
           "scales": [{"name": "default", "seeds": str(run["seed"]), "budget": run["budget"],
                       "checkpoints": run["checkpoints"], "spacing": "log" if run["log_spaced"] else "even",
                       "expensive": run["expensive"], **({"stop": run["stop"]} if "stop" in run else {})}]}
    path = os.path.join(folder, "again.yaml")
    with open(path, "w", encoding="utf-8") as file:
        yaml.safe_dump(is_, file)
    out = os.path.join(folder, "out")
    done = subprocess.run([levelfield, "reproduce", path, "-q", "--out", out,
                           "--bits", "fast" if "fast" in code else "portable"],
                          capture_output=True, text=True, check=False)
    if done.returncode == 3:
        return None
    try:
        with connect(out) as store:
            found = store.execute("SELECT trace_sha256 FROM runs").fetchone()  # there is no other
    except sqlite3.Error:
        found = None
    return found[0][:DIGITS] if found else "no run: " + (done.stderr.strip().splitlines() or ["it is another now"])[-1]


def chosen(records, count, number):
    """`count` of the claims with runs, another part of them for each number: all are seen in turn."""
    claims = sorted((paper, name, claim) for paper, name, kept in records
                    if "stale" not in kept for claim in kept.get("witnesses", {}))
    random.Random(1).shuffle(claims)
    return [claims[(number * count + j) % len(claims)] for j in range(min(count, len(claims)))]


def replay(runs, levelfield):
    """What came of one claim's runs: 'equal', 'data' (not here) or the first difference."""
    for run in runs:
        with tempfile.TemporaryDirectory() as folder:
            trace = again(run, levelfield, folder)
        if trace is None:
            return "data"
        if trace != run["trace"]:
            return f"{run['algorithm'].split(':')[0]}, seed {run['seed']}: trace {run['trace']} is {trace} now"
    return "equal"
