#!/usr/bin/env python3
"""Does what is held stand when the others are given more? An experiment is run again in three other forms:

  grids    every grid one value wider at each end of each of its numbers; as many points of it for each method
           as the smallest then has
  effort   twice as many points of tuning, between those that there are
  bounds   half the violation that claims and tuning allow

  fragile.py DIR [-j N] [--form FORM]... [--item ITEM]   DIR: the output folder of a recorded experiment, ITEM: which
                                                         one, where it has several

Runs that DIR has are not repeated; those of the forms go into DIR-fragile. Of each comparison that is held the
record in reports/PAPER/findings.json then says whether it is held in every form that was tried: if not, it is
fragile. A form that has nothing to change (no grid, no bound) is left out. Forms may be tried one by one: what
the record says of the others stays. A new record of the experiment begins without, unless what is held was decided
by the same numbers.
"""
import argparse
import copy
import datetime
import functools
import itertools
import json
import math
import os
import re
import shutil
import subprocess
import sys

import yaml

from experiments import experiment
from records import load, record_name, save, seeds_added

HERE = os.path.dirname(os.path.abspath(__file__))
FORMS = ("grids", "effort", "bounds")
LIST = re.compile(r"(\w+)=\{([^{}]*)\}")


def numbers(text):
    """The values of {A|B|C} or {A..B:N}, in order; None: words."""
    ends = re.fullmatch(r"(.+)\.\.(.+):(\d+)", text)
    try:
        if ends:
            low, high, n = float(ends[1]), float(ends[2]), int(ends[3])
            return [low * (high / low) ** (i / (n - 1)) for i in range(n)]
        return sorted(float(x) for x in text.split("|"))
    except ValueError:
        return None


def within(values, limits):
    """What the parameter may be, and whole where it has to be; no value twice."""
    whole, low, high = limits
    values = [round(x) if whole else float(f"{x:.4g}") for x in values]
    return list(dict.fromkeys(x for x in values if low <= x <= high))


def wider(values):
    """One value more at each end, as far from the last as it is from its neighbour, 2 to 10 times."""
    step = [min(10, max(2, b / a)) if a > 0 else 10 for a, b in (values[:2], values[-2:])]
    low = [values[0] / step[0]] if values[0] > 0 else []
    return low + values + [values[-1] * step[1]]


def finer(values):
    """Geometric means between neighbours; beside 0, a tenth."""
    between = [[math.sqrt(a * b) if a > 0 else b / 10] for a, b in zip(values, values[1:])]
    return [x for pair in itertools.zip_longest([[v] for v in values], between, fillvalue=[])
            for part in pair for x in part]


def changed(grid, change, limits):
    """The grid's text with each list of two numbers or more changed."""
    def one(found):
        values = numbers(found[2])
        if values is None or len(values) < 2:
            return found[0]
        return f"{found[1]}={{{'|'.join(f'{x:g}' for x in within(change(values), limits(found[1])))}}}"
    return LIST.sub(one, grid)


def points(grid):
    return math.prod(len(numbers(x) or x.split("|")) for _, x in LIST.findall(grid))


def tuned_form(is_, change, most, limits):
    """Grids changed, and as many points for all methods as the smallest has, `most` at most."""
    tuning = is_.get("tuning")
    if not tuning:
        return False
    name = {m["id"]: m["algorithm"].split(":")[0] for m in is_["methods"]}
    for line in tuning["grids"]:
        line["grid"] = changed(line["grid"], change, lambda x, a=name[line["method"]]: limits(a, x))
    before = tuning["points"]
    tuning["points"] = min([points(line["grid"]) for line in tuning["grids"]] + [most or math.inf])
    return tuning["points"] > before


def halve(where, key):
    if key in where:
        where[key] = float(where[key]) / 2


def bounds_form(is_):
    """Half the violation: of claims, of tuning, and of the constants that either names."""
    bounded = [x for x in [*is_.get("claims", []), is_.get("tuning", {})] if "where" in x]
    for x in bounded:
        halve(x, "at_most")
    named = {x["bound"] for x in bounded if "bound" in x}
    for problem in is_["problems"]:
        for constant in problem.get("constants", []):
            if constant["name"] in named:
                halve(constant, "value")
    return bool(bounded)


def form(is_, what, limits):
    """The experiment in another form; None: there is nothing to change."""
    other = copy.deepcopy(is_)
    if what == "grids":
        there = tuned_form(other, wider, None, limits)
    elif what == "effort":
        there = tuned_form(other, finer, 2 * is_.get("tuning", {}).get("points", 0), limits)
    else:
        there = bounds_form(other)
    return other if there else None


def outcomes(found):
    """{(claim, problem, against): outcome} of each comparison."""
    return {(c["id"], x.get("problem"), x.get("against")): x["outcome"]
            for c in found["claims"] for x in c["comparisons"]}


def report(folder):
    """{name: what a report says of an experiment}, of a file its path."""
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
        return {is_["name"]: is_ for is_ in json.load(file)["experiments"]}


def limits_of(levelfield):
    """(algorithm, parameter) -> (whole?, least, most) of what `levelfield show` says it may be."""
    @functools.cache
    def table(algorithm):
        text = subprocess.run([levelfield, "show", algorithm], capture_output=True, text=True, check=True).stdout
        rows = re.findall(r"^  (\w+) +\S+ +(?:-1, or )?(\S+) to (\S+?)(, whole)?  ", text.split("a problem\n")[0], re.M)
        return {name: (bool(whole), float(low), float(high)) for name, low, high, whole in rows}
    return lambda algorithm, parameter: table(algorithm)[parameter]


def reproduced(is_, what, folder, kept, options):
    """What the experiment comes to in another form: a base with everything, and what is used of it."""
    out = folder.rstrip("/") + "-fragile"
    if not os.path.exists(out):
        shutil.copytree(folder, out)
    used = {key: is_.pop(key) for key in ("use_problems", "use_methods") if key in is_}
    is_.pop("base", None)
    base, path = (os.path.join(out, name + ".yaml") for name in (f"_{what}", what))
    for file, part in ((base, is_), (path, {"title": is_["title"], "base": os.path.basename(base), **used})):
        save(file, yaml.safe_dump(part, sort_keys=False))
    subprocess.run([options.levelfield, "reproduce", path, "--scale", kept["scale"], "-q", "-j", options.j,
                    "--out", out, *seeds_added(kept)], check=True, stdout=subprocess.DEVNULL)
    return outcomes(report(out)[path])


def record_of(found, options):
    """(folder, its records, the one that the report is of)."""
    folder = os.path.join(options.reports, found["name"].partition("/")[0])
    records = load(folder)
    kept = records.get(record_name(found["name"].rpartition("/")[2].removesuffix(".yaml"), found["scale"]))
    said = [(c["id"], c["outcome"]) for c in found["claims"]]
    if not kept or said != [(c["id"], c["outcome"]) for c in kept["claims"]]:
        sys.exit(f"fragile: {options.folder} is not what the record of {found['name']} was made from: "
                 f"scripts/findings.py record {options.folder}")
    return folder, records, kept


def tried(before, now, held, names):
    """What the record says from now on: of each held line what it became in these forms, and in those of before."""
    fell = {(x["claim"], x["problem"], x["against"]): x["became"] for x in before.get("lines", [])}
    lines = []
    for line in held:
        name = names(line)
        became = {**fell.get(name, {}), **{what: outcomes[line] for what, outcomes in now.items()}}
        became = {what: became[what] for what in FORMS if became.get(what, "held") != "held"}
        lines += [dict(zip(("claim", "problem", "against"), name), became=became)] if became else []
    return {"made": datetime.date.today().isoformat(),
            "forms": [what for what in FORMS if what in now or what in before.get("forms", [])],
            "held": len(held), "lines": lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("-j", default="1")
    parser.add_argument("--form", action="append", choices=FORMS)
    parser.add_argument("--item")
    parser.add_argument("--reports", default=os.path.join(HERE, "..", "reports"))
    parser.add_argument("--levelfield", default=os.path.join(HERE, "..", "build", "release", "levelfield"))
    options = parser.parse_args()
    known = {name.rpartition("/")[2]: found for name, found in report(options.folder).items()}
    item = options.item or next(iter(known))
    if item not in known or not options.item and len(known) > 1:
        sys.exit(f"fragile: {options.folder} has {', '.join(known)}; expected one of these as --item")
    found = known[item]
    folder, _, kept = record_of(found, options)
    held = [line for line, outcome in outcomes(found).items() if outcome == "held"]
    is_, limits, became = experiment(folder, item), limits_of(options.levelfield), {}
    for what in options.form or FORMS:
        other = form(is_, what, limits)
        if other:
            now = reproduced(other, what, options.folder, kept, options)
            if not now.keys() >= set(held):
                sys.exit(f"fragile: {what}: a comparison of {item} is not in the report of {options.folder}-fragile")
            became[what] = {line: now[line] for line in held}
    label = {x["id"]: x["label"] for x in found["problems"] + found["methods"]}
    text = {c["id"]: c.get("text", c["id"]) for c in found["claims"]}
    _, records, kept = record_of(found, options)  # again: hours have passed
    kept["fragile"] = tried(kept.get("fragile", {}), became, held,
                            lambda x: (text[x[0]], label.get(x[1], ""), label.get(x[2], "")))
    save(os.path.join(folder, "findings.json"), json.dumps(records, indent=1, ensure_ascii=False) + "\n")
    print(f"{found['name']}: {len(held)} comparisons held, {len(kept['fragile']['lines'])} of them fragile")
    return 0


if __name__ == "__main__":
    sys.exit(main())
