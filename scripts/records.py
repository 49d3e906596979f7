"""The records of findings.json: what is kept of experiments that were run, one for each scale of each.
findings.py and gallery.py use them."""
import datetime
import json
import os
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import ages
import asked
import gallery
import pieces
import replays
from experiments import experiment, items, papers
from rules import decided


# What may have been different when a claim came out otherwise.
WHY = ("rules", "code", "grids", "seeds", "claims", "scale")
# Where `reproduce --until-decided` stops adding seeds, unless --max-seeds says otherwise.
MOST_SEEDS = 40


class Entry(NamedTuple):
    """An experiment and one record of it."""
    paper: str
    item: str
    name: str   # of the record: fig1, or fig1-paper for another scale than the default, fig1-paper-mnist for a piece
    is_: dict   # the experiment file
    kept: dict  # the record; None: there is none, of any scale

    @property
    def scale(self):
        return self.kept["scale"] if self.kept else "default"

    @property
    def doubt(self):
        """Why no fact is counted of it; None: they are."""
        return ("not recorded" if not self.kept else "stale" if "stale" in self.kept else
                "of another file" if asked.changed(self.is_, self.kept) else None)

    @property
    def title(self):
        return (self.is_["title"] + ("" if self.scale == "default" else f", {self.scale} scale") +
                (f", {self.kept['piece']}" if self.kept and "piece" in self.kept else ""))

    @property
    def command(self):
        option = "" if self.scale == "default" else f" --scale {self.scale}"
        option += "".join(f" --problem {problem}" for problem in (self.kept or {}).get("problems", []))
        option += "".join(f" {word}" for word in seeds_added(self.kept or {}))
        return f"levelfield reproduce {self.paper}/{self.item}{option} -j 2"


def seeds_added(record):
    """The options under which `reproduce` adds the seeds that a record has beyond the experiment file's: with something
    open, and fewer seeds than are added unasked, it may have been stopped there."""
    last = record.get("last_seed")
    if not last:
        return []
    still_open = any(claim.get("open") for claim in record["claims"])
    most = record.get("most_seeds", last + 1)
    unasked = most == MOST_SEEDS or most < MOST_SEEDS and not still_open
    return ["--until-decided", *([] if unasked else ["--max-seeds", str(most)])]


def record_name(item, scale, piece=None):
    return "-".join([item, *([] if scale == "default" else [scale]), *([piece] if piece else [])])


def entries_of(paper, folder):
    kept = load(folder)
    for item in items(folder):
        is_ = experiment(folder, item)
        names = sorted(name for name, record in kept.items()
                       if name == record_name(item, record["scale"], record.get("piece")))
        for name in names or [item]:
            yield Entry(paper, item, name, is_, kept.get(name))


def entries(reports):
    for paper, folder in papers(reports):
        yield from entries_of(paper, folder)


def tried(all_entries):
    """Of the records whose held comparisons were tried in other forms: how many, the comparisons, the fragile."""
    found = [entry.kept["fragile"] for entry in all_entries if not entry.doubt and "fragile" in entry.kept]
    return {"records": len(found), "held": sum(x["held"] for x in found), "fragile": sum(len(x["lines"]) for x in found)}


def short(value):
    """Six digits: more than any table shows, and readable in a diff."""
    return float(f"{value:.6g}") if isinstance(value, float) else value


def pick(value, keys):
    return {key: short(value[key]) for key in keys if value.get(key) is not None}


def values_of(tables):
    """{table: {column: {problem: {method: "median lower upper"}}}}, of all cells in which something ended."""
    kept = {}
    for table in tables:
        for cell in table["cells"]:
            if cell["median"] is not None:
                by = kept.setdefault(table["id"], {}).setdefault(cell["column"], {}).setdefault(cell["problem"], {})
                by[cell["method"]] = " ".join("nan" if cell[x] is None else f"{cell[x]:.6g}"
                                              for x in ("median", "lower", "upper"))
    return kept


def held(record):
    """The comparisons of a record that are held, with the numbers that decided them."""
    return [(c["id"], line) for c in record["claims"] for line in c.get("lines") or [] if line and line["outcome"] == "held"]


def as_before(old, new):
    """Whether the same numbers decided its held comparisons, or, of one older than these are kept, the same runs its claims."""
    if held(old):
        return held(old) == held(new)
    was, now = ([(c["id"], c["outcome"], [run["trace"] for run in record.get("witnesses", {}).get(c["id"], [])])
                 for c in record["claims"]] for record in (old, new))
    return was == now


def open_of(claim):
    """Its undecided comparisons, whatever the claim itself came to."""
    return [pick(line, ("problem", "against", "statistic")) for line in claim["comparisons"]
            if line["outcome"] == "undecided"]


def recorded(found, out, is_, of, part=None):
    """What is kept of one experiment of the report.json of a folder, Decided, and `part` of a piece."""
    labels = {x["id"]: x["label"] for x in found["problems"] + found["methods"]}
    cells = [dict(pick(cell, ("problem", "method", "column", "median", "lower", "upper", "published",
                              "ended")), table=table["id"])
             for table in found["tables"] for cell in table["cells"] if cell["published"] is not None]
    keys = {x for cell in cells for x in (cell["problem"], cell["method"])}
    keys |= {x["method"] for x in found["exponents"] + found["frontiers"]}
    claims = [dict(pick(c, ("id", "text", "outcome", "statistic")), open=open_of(c), lines=of.lines[c["id"]])
              for c in found["claims"]]
    keys |= {*part["problems"], *part["left"]["problems"]} if part else set()
    keys |= {x[key] for c in claims for x in c["open"] for key in ("problem", "against") if key in x}
    last, most = replays.last_seed(out, found["name"], found["scale"])
    on = part and part["problems"]
    tuning = of.of(on) if on else of.tuning
    given = [int(seed) for seed in re.findall(r"\d+", found.get("seeds", ""))]
    return {
        **pick(found, ("title", "scale", "budget", "seeds", "note")),
        "budgets": replays.budgets(out, found["name"], found["scale"], is_, on),
        "asked": asked.asked(is_, found["scale"], on),
        **({"last_seed": last, **({"most_seeds": most} if most <= last else {})} if given and last > max(given) else {}),
        **(part or {}),
        "runs": found["runs"],
        "made": datetime.date.today().isoformat(),
        "by": [pick(e, ("version", "commit", "compiler", "cpu")) for e in found["environments"]],
        "labels": {key: labels[key] for key in sorted(keys)},
        **pick(found, ("facts",)),
        "claims": claims,
        "witnesses": replays.witnesses(out, found["name"], found["scale"], is_, found["claims"]),
        "cells": cells,
        "values": values_of(found["tables"]),
        "chosen": replays.tuned_to(out, found["name"], found["scale"], is_),
        **({"tuning": tuning} if tuning else {}),
        "exponents": [pick(e, ("fit", "method", "estimate", "lower", "upper", "theory"))
                      for e in found["exponents"]],
        "frontiers": [pick(f, ("frontier", "method", "label", "x", "at", "y", "estimate", "lower",
                               "upper")) for f in found["frontiers"]],
    }


def turns(old, new):
    """[[outcome, outcome now, claims]] of the claims that a record made again has otherwise."""
    was = {c["id"]: c["outcome"] for c in old["claims"]} if old else {}
    n = Counter((was[c["id"]], c["outcome"]) for c in new["claims"]
                if was.get(c["id"], c["outcome"]) != c["outcome"])
    return [[*pair, claims] for pair, claims in sorted(n.items())]


def turned(old, new, why):
    """What `new` keeps of how it came to differ from the records before it; None: `why` is missing."""
    found, before = turns(old, new), (old or {}).get("turned", [])
    if not found:
        return before
    turn = {"from": old["made"], "to": new["made"], "of": len(new["claims"]), "claims": found, "why": why}
    return why and [*before, turn]


def load(folder):
    path = os.path.join(folder, "findings.json")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def part_of(found, out, is_, of, piece, levelfield):
    """Report, Decided and what a record says of its piece: the problems of which nothing is missing."""
    problems = pieces.made(out, found, is_)
    found = {**found, "runs": pieces.counted(out, found, is_, problems)}
    found, lines = pieces.cut(found, of.lines, is_, problems)
    return found, of._replace(lines=lines), {
        "piece": piece, "problems": problems, "left": pieces.left(out, found, is_, problems, levelfield)}


def record(reports, folders, levelfield, piece, why):
    """What is finished is taken, of a piece the problems that are; the rest is named. Exit code."""
    unfinished = []
    for out in folders:
        path = os.path.join(out, "report.json")
        if not os.path.exists(path):
            sys.exit(f"findings: {path} is not there: levelfield report {out} writes it")
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        by = decided(out, levelfield)
        for found in report["experiments"]:
            paper, _, item = found["name"].partition("/")
            folder = os.path.join(reports, paper)
            if item not in (items(folder) if os.path.isdir(folder) else []):
                sys.exit(f"findings: {path}: {found['name']} is no experiment of {reports}")
            is_, of, part = experiment(folder, item), by[found["name"], found["scale"]], None
            if piece in [scale["name"] for scale in is_["scales"]]:
                sys.exit(f"findings: --piece {piece}: {found['name']} has a scale of that name; choose another")
            if piece and pieces.made(out, found, is_) and found["runs"]["missing"]:
                found, of, part = part_of(found, out, is_, of, piece, levelfield)
            if found["runs"]["missing"] or not found["runs"]["planned"]:
                unfinished.append(f"findings: {found['name']} is not finished: levelfield reproduce "
                                  f"{found['name']} --scale {found['scale']} --out {out} goes on")
                continue
            kept = load(folder)
            name = record_name(item, found["scale"], part and piece)
            new = recorded(found, out, is_, of, part)
            history = turned(kept.get(name), new, why)
            if history is None:
                n = sum(claims for *_, claims in turns(kept[name], new))
                unfinished.append(f"findings: of {paper}/{name} {n} claims came out otherwise than in its record of "
                                  f"{kept[name]['made']}: say what was different, --why {','.join(WHY)}")
                continue
            was, kept[name] = kept.get(name, {}), {**new, **({"turned": history} if history else {})}
            if "fragile" in was and as_before(was, new):
                kept[name]["fragile"] = was["fragile"]
            if part:
                pieces.settle(kept[name], levelfield)
            save(os.path.join(folder, "findings.json"),
                 json.dumps(dict(sorted(kept.items())), indent=1, ensure_ascii=False) + "\n")
            gallery.take(out, item, found["scale"], is_, gallery.place(reports, paper, name))
    print("\n".join(unfinished), end="\n" if unfinished else "", file=sys.stderr)
    return 1 if unfinished else 0


def replayed(record, claim, outcome):
    """A record keeps when runs of it were made again, and that it is stale if they are others now. 1 if so."""
    if outcome == "data":
        return 0
    record["replayed"] = datetime.date.today().isoformat()
    if ages.head():
        record["replayed_at"] = ages.head()
    if outcome == "equal":
        return 0
    record["stale"] = f"{claim}: {outcome}"
    return 1


def replay(reports, count, number, levelfield, mark):
    """Some of the recorded claims are run again, and with `mark` their records say what came of it. Exit code."""
    by = {paper: (folder, load(folder)) for paper, folder in papers(reports)}
    known = [(paper, name, record) for paper, (_, kept) in by.items() for name, record in kept.items()]
    for paper, name, record in known:
        if not record.get("witnesses"):
            print(f"{paper}/{name}: recorded before runs were kept; record it again")
    if not any(record.get("witnesses") and "stale" not in record for _, _, record in known):
        return 0
    bad = 0
    drawn = replays.chosen(known, count, number)
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # what runs is a process of one core
        outcomes = pool.map(lambda one: replays.replay(by[one[0]][1][one[1]]["witnesses"][one[2]], levelfield), drawn)
        for (paper, name, claim), outcome in zip(drawn, outcomes):
            record = by[paper][1][name]
            print(f"{paper}/{name}, {claim}, made {record['made']}: {outcome}", flush=True)
            bad += replayed(record, claim, outcome)
    for folder, kept in by.values():
        if kept and mark:
            save(os.path.join(folder, "findings.json"),
                 json.dumps(dict(sorted(kept.items())), indent=1, ensure_ascii=False) + "\n")
    return 1 if bad else 0


def save(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)
