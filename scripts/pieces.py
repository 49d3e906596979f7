"""A part of an experiment that takes many hours: the problems of which all runs were made (`reproduce --problem`), with
the claims' lines about them, and what the rest would take. records.py uses it."""
import json
import os
import re
import subprocess
import tempfile

import replays


def ended(out, name, scale):
    """{problem_index: {status: runs}} of the runs that an experiment of a folder shows; None: not made."""
    with replays.connect(out) as store:
        rows = store.execute(
            "SELECT problem_index, status, count(*) FROM plans JOIN experiments ON experiments.id = experiment"
            " LEFT JOIN runs ON runs.key = plans.key WHERE name = ? AND scale = ? AND parameters IS NULL"
            " GROUP BY problem_index, status", (name, scale)).fetchall()
    found = {}
    for problem, status, runs in rows:
        found.setdefault(problem, {})[status] = runs
    return found


def made(out, found, is_):
    """Ids of the problems of which nothing is missing."""
    return [is_["problems"][index]["id"] for index, runs in sorted(ended(out, found["name"], found["scale"]).items())
            if None not in runs]


def counted(out, found, is_, problems):
    """The runs of these problems by what came of them, as a report has them of all."""
    of = [runs for index, runs in ended(out, found["name"], found["scale"]).items()
          if is_["problems"][index]["id"] in problems]
    runs = {key: sum(one.get(key, 0) for one in of) for key in ("done", "diverged")}
    planned = sum(sum(one.values()) for one in of)
    return {"planned": planned, **runs, "failed": planned - sum(runs.values()), "missing": 0}


def said(claim, comparisons):
    """How the lines that were made came out, where a claim has others, too."""
    outcomes = [line["outcome"] for line in comparisons]
    words = ", ".join(f"{outcomes.count(o)} {o}" for o in dict.fromkeys(outcomes))
    return f"{len(comparisons)} of {len(claim['comparisons'])} comparisons are made: {words}; " + comparisons[0]["statistic"]


def fact(claim, line):
    """What a line asks of the runs, whichever of its two methods is claimed to be better: facts.c has the rule."""
    methods = (claim["method"], line.get("against"))
    if claim.get("target") not in ("method", "baseline"):
        methods = frozenset(methods)
    kind = "ranks" if claim["kind"] in ("lower", "higher") else claim["kind"]
    asked = ("metric", "cost", "target", "reach", "where", "at", "mean", *(("at_most", "bound") if "where" in claim else ()))
    return kind, line["problem"], methods, *(str(claim.get(key)) for key in asked)


def facts_of(is_, claims):
    """How many facts came out how, as a report counts those of all: told by the first line that says anything."""
    asked, outcomes = {claim["id"]: claim for claim in is_["claims"]}, {}
    lines = [(asked[claim["id"]], line) for claim in claims for line in claim["comparisons"]]
    for claim, line in lines:
        if outcomes.get(fact(claim, line), "undecided") == "undecided":
            outcomes[fact(claim, line)] = line["outcome"]
    values = list(outcomes.values())
    return {"facts": len(values), "lines": len(lines),
            **{outcome: values.count(outcome) for outcome in ("held", "not held", "tie", "choice on an edge", "undecided")}}


def cut(found, lines, is_, problems):
    """Report and lines of an experiment, of these problems alone: a claim is about those of its lines."""
    claims, kept = [], {}
    for claim in found["claims"]:
        of = [i for i, line in enumerate(claim["comparisons"]) if line["problem"] in problems]
        if not of:
            continue
        whole, comparisons = len(of) == len(claim["comparisons"]), [claim["comparisons"][i] for i in of]
        kept[claim["id"]] = [lines[claim["id"]][i] for i in of]
        claims.append({**claim, "comparisons": comparisons,
                       "statistic": claim["statistic"] if whole else said(claim, comparisons)})
    tables = [{**table, "cells": [cell for cell in table["cells"] if cell["problem"] in problems]}
              for table in found["tables"]]
    return {**found, "claims": claims, "facts": facts_of(is_, claims), "tables": tables, "exponents": [],
            "frontiers": []}, kept


def settle(kept, levelfield):
    """The outcome of each claim of a piece, as its lines alone give it: the program says where it is another one."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "findings.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"piece": kept}, file)
        done = subprocess.run([levelfield, "decide", path], capture_output=True, text=True, check=False)
    now = dict(re.findall(r"^piece, ([^,:]+): [^,]* is (.*) by today's rules$", done.stdout, re.M))
    for claim in kept["claims"]:
        claim["outcome"] = now.get(claim["id"], claim["outcome"])


def left(out, found, is_, problems, levelfield):
    """The other problems, and what `reproduce --dry-run` says that they take."""
    planned = list(ended(out, found["name"], found["scale"]))
    others = [is_["problems"][index]["id"] for index in sorted(planned) if is_["problems"][index]["id"] not in problems]
    only = [word for problem in others for word in ("--problem", problem)]
    done = subprocess.run([levelfield, "reproduce", found["name"], "--scale", found["scale"], *only, "-j", "2",
                           "--dry-run", "--out", out], capture_output=True, text=True, check=False)
    time = re.search(r"^ +time +(about [^;(]*[^;( ])", done.stdout, re.M)
    return {"problems": others, "time": time[1] if time else "not known"}
