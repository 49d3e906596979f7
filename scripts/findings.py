#!/usr/bin/env python3
"""The findings: what each claim of each paper came to, kept in the repository as numbers and pages.

  findings.py record DIR...   take the numbers of output folders into reports/PAPER/findings.json, and a
                              picture of each experiment into docs/images/gallery
                              (--why rules,seeds: what was different, where claims come out otherwise than before)
  findings.py write           make reports/PAPER/findings.md, the counts in reports/README.md, the tables of results
                              in reports/PAPER/README.md (stories.py) and docs/gallery.md
  findings.py decide          decide every record again from the margins and choices that it keeps, without a run: exit 1
                              where an outcome, a P or an edge that tuning went on from would be another one today
  findings.py replay          run --count claims again, another part of them for each --number: the same
                              traces, or exit 1; with --mark the record says so, and is stale
  findings.py age             how many commits ago each record was last made or replayed, of those that touch
                              what it comes from: fresh (none), aged, stale or of another file
  findings.py check           exit 1 and name what is stale: a page that `write` would change, a record
                              whose claims or published values are not those of the experiment file, a
                              table of results in a paper's page that a person typed, a sentence there that
                              says of a claim, or of a number, what its record does not (sentences.py)

DIR is what `levelfield reproduce PAPER/ITEM -j 2 --out DIR` leaves, at any scale: an experiment may have
a record of each. With --piece NAME the problems that are finished (`reproduce --problem`) are a record, too. --reports
names another folder than the repository's. `fragile.py DIR` adds to a record which of its held comparisons stand when
all methods are given more.
"""
import argparse
import math
import os
import re
import sys

import ages
import asked
import gallery
import overview
import projections
import sentences
import stories
import terms
from experiments import papers
from overview import FORMS, cell, table
from records import WHY, entries, entries_of, load, record, record_name, replay, save
from rules import decide

HERE = os.path.dirname(os.path.abspath(__file__))


# ---- pages ----

def number(value):
    return "–" if value is None else f"{value:.4g}"


def interval(x):
    ends = f" ({number(x['lower'])} to {number(x['upper'])})" if "lower" in x and "upper" in x else ""
    return number(x.get("estimate")) + ends


def published(kept):
    """Ours beside the paper's, a row for each quantity and problem."""
    methods = list(dict.fromkeys(c["method"] for c in kept["cells"]))
    rows = {}
    for c in kept["cells"]:
        rows.setdefault((c["problem"], c["column"]), {})[c["method"]] = c
    if not rows:
        return []
    label = kept["labels"]
    body = [[label[problem], column] +
            [f"{number(row[m].get('median'))} ({number(row[m]['published'])})" if m in row else ""
             for m in methods] for (problem, column), row in rows.items()]
    return ["Ours, and in brackets what the paper prints:", "",
            *table(["problem", "quantity"] + [">" + label[m] for m in methods], body)]


def measured(entry):
    """Exponents and trade-offs, which are numbers without a claim of their own."""
    lines, kept, label = [], entry.kept, entry.kept["labels"]
    if kept["exponents"]:
        rows = [[e["fit"], label[e["method"]], interval(e), number(e.get("theory"))]
                for e in kept["exponents"]]
        lines += table(["fit", "method", ">exponent", ">theory"], rows)
    if kept["frontiers"]:
        title = {f["id"]: f.get("title", f["id"]) for f in entry.is_.get("frontiers", [])}
        rows = [[title.get(f["frontier"], f["frontier"]), f.get("label", label[f["method"]]),
                 f"{f['x']} = {number(f['at'])}", f["y"], interval(f)] for f in kept["frontiers"]]
        lines += table(["trade-off", "method", "at", "quantity", ">value"], rows)
    return lines


def chosen(entry):
    """What tuning chose, problems with the same choice together."""
    rows, problem = [], stories.labels(entry.is_, "problems")
    for method, by in entry.kept.get("chosen", {}).items():
        same = {}
        for where, choice in by.items():
            same.setdefault(choice, []).append(problem[where])
        rows += [[stories.labels(entry.is_, "methods")[method], choice.replace(",", ", "),
                  "all it ran on" if len(same) == 1 else "; ".join(where)] for choice, where in same.items()]
    return ["Chosen by tuning:", "", *table(["method", "parameters", "on"], rows)] if rows else []


def bits(kept):
    """Whether other machines have these runs, too; of a record without runs nothing is said."""
    codes = [run.get("code", "").split() for runs in kept.get("witnesses", {}).values() for run in runs]
    return "" if not codes else ", this machine's own bits" if any("fast" in x for x in codes) else ", portable bits"


def still_open(kept):
    """What each undecided fact would take."""
    lines = list(projections.open_lines(kept))
    hidden = projections.undecided(kept) - len(lines)
    rows = [[text, problem, against, words] for text, problem, against, _, words in lines]
    text = ["Open, and what it would take:", "",
            *table(["claim", "problem", "against", "would take"], rows)] if rows else []
    if hidden > 0:
        text += [f"{hidden} more open facts stand in claims that others decide; the record is older than their "
                 "lines, and the command above makes it again.", ""]
    return text


def fragile(kept):
    """Which held comparisons are no longer held when all methods are given more."""
    if "fragile" not in kept:
        return []
    tried, held, lines = (kept["fragile"][key] for key in ("forms", "held", "lines"))
    rows = [[x["claim"], x["problem"], x["against"],
             ", ".join(f"{FORMS[form]}: {outcome}" for form, outcome in x["became"].items())] for x in lines]
    return [f"Given more ({'; '.join(FORMS[form] for form in tried)}), {held - len(lines)} of {held} held comparisons "
            f"stay held{'; the rest is **fragile**' if lines else ''} ({kept['fragile']['made']}, "
            "`scripts/fragile.py`).", "",
            *(table(["claim", "problem", "against", "fragile"], rows) if rows else [])]


def budget(entry):
    """The budget that its runs have, or which problem has which."""
    label, of = stories.labels(entry.is_, "problems"), {}
    for problem, own in entry.kept["budgets"].items():
        words = "a budget for each method" if " " in own else f"budget {own}"
        of.setdefault(words, []).append(label.get(problem, problem))
    return next(iter(of)) if len(of) == 1 else ", ".join(f"{x} ({'; '.join(problems)})" for x, problems in of.items())


def section(entry):
    kept = entry.kept
    lines = [f"## {entry.name}", "", cell(entry.title) + ".", "", "```console", entry.command, "```", ""]
    if kept is None:
        return lines + ["Not recorded: the default scale was not run with the experiment as it is.", ""]
    by = "; ".join(f"{e.get('version', '')}, commit {e.get('commit', 'unknown')[:10]}, {e['cpu']}, "
                   f"{e['compiler']}" for e in kept["by"])
    runs = kept["runs"]
    ended = ", ".join(f"{runs[k]} {k}" for k in ("done", "diverged", "failed") if runs[k])
    more = f", up to {kept['last_seed']} where a claim was open" if "last_seed" in kept else ""
    lines += [f"Scale {kept['scale']}, {budget(entry)}, seeds "
              f"{kept.get('seeds', 'each its own')}{more}; {runs['planned']} runs, {ended}; "
              f"{kept['made']}, {by}{bits(kept)}.", ""]
    if "replayed" in kept:
        lines += [f"Some of its runs were made again, last on {kept['replayed']}"
                  f"{', and had the same traces' if 'stale' not in kept else ''}.", ""]
    for turn in kept.get("turned", []):
        lines += [f"Turned since the record of {turn['from']}: {overview.turn_words(turn)}; different were: "
                  f"{', '.join(turn['why'])}.", ""]
    if "stale" in kept:
        lines += [f"**Stale**: made again, runs are others now ({kept['stale']}). Not counted as a finding.", ""]
    other = asked.changed(entry.is_, kept)
    if other:
        lines += [f"**Of another file**: since it was recorded the experiment file has changed in {asked.words(other)}, and the "
                  "command makes what it asks for now. Not counted as a finding.", ""]
    if kept.get("note"):
        lines += [kept["note"], ""]
    if "piece" in kept:
        of, left = ([kept["labels"][x] for x in ids] for ids in (kept["problems"], kept["left"]["problems"]))
        lines += [f"A piece: {'; '.join(of)}. Not made, and {kept['left']['time']}: {'; '.join(left)}.", ""]
    rows = [[c.get("text", c["id"]), c["outcome"], c.get("statistic", "")] for c in kept["claims"]]
    if rows:
        lines += table(["claim", "here", "decided by"], rows) + still_open(kept) + fragile(kept)
    else:
        lines += ["Nothing is claimed of it: it is drawn beside the others.", ""]
    return lines + published(kept) + measured(entry) + chosen(entry)


def page(paper, folder):
    lines = [f"# {paper}: every claim", "",
             "Made by `scripts/findings.py` from `findings.json`, which holds what the commands below gave. "
             "What it means is in [README.md](README.md); how claims are decided, in "
             "[statistics.md](../../docs/statistics.md).", ""]
    for entry in entries_of(paper, folder):
        lines += section(entry)
    return "\n".join(lines).rstrip() + "\n"


def recorded_entries(reports):
    return [entry for entry in entries(reports) if entry.kept]


def pages(reports):
    """Every page that follows from the records: path and text."""
    for paper, folder in papers(reports):
        yield os.path.join(folder, "findings.md"), page(paper, folder)
    yield overview.page(reports)
    yield from stories.pages(reports)
    yield os.path.join(reports, "..", "docs", "gallery.md"), gallery.page(reports, recorded_entries(reports))


# ---- is it current? ----

def stale(reports):
    for path, text in pages(reports):
        if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            yield f"{path} is not what its records make: scripts/findings.py write"
    yield from stories.wrong(reports)
    yield from sentences.wrong(reports)
    known = recorded_entries(reports)
    for path in gallery.orphans(reports, known):
        yield f"{path} is of no experiment that is recorded: remove it"
    for paper, folder in papers(reports):
        for name in load(folder).keys() - {entry.name for entry in known if entry.paper == paper}:
            yield f"{paper}/{name} is in findings.json and no experiment any more"
    for entry in known:
        again = f"{entry.command} --out DIR && scripts/findings.py record DIR"
        whole = record_name(entry.item, entry.scale)
        if "piece" in entry.kept and whole in load(os.path.join(reports, entry.paper)):
            yield f"{entry.paper}/{entry.name} is a piece of {whole}, which is recorded: remove it from findings.json"
        kept = {c["id"] for c in entry.kept["claims"]}
        claims = [(c["id"], c.get("text")) for c in entry.is_.get("claims", [])
                  if "piece" not in entry.kept or c["id"] in kept]
        if claims != [(c["id"], c.get("text")) for c in entry.kept["claims"]]:
            yield f"{entry.paper}/{entry.name} has other claims than its record: {again}"
        else:
            for claim in terms.changed(entry):
                yield f"{entry.paper}/{entry.name}: {claim} was decided by another level, by, factor or tie: {again}"
        values = terms.printed(entry.is_)
        for c in entry.kept["cells"]:
            if values.get((c["table"], c["problem"], c["method"], c["column"])) != c["published"]:
                yield (f"{entry.paper}/{entry.name}: the published {c['column']} of {c['method']} on "
                       f"{c['problem']} is not that of its record: {again}")


def tell_ages(reports):
    """A line for each record, the oldest last."""
    known = [((e.doubt, math.inf) if e.doubt else ages.age(e.kept), f"{e.paper}/{e.name}", e.kept)
             for e in recorded_entries(reports)]
    for (word, _), name, kept in sorted(known, key=lambda x: x[0][1]):
        last = f", replayed {kept['replayed']}" if "replayed" in kept else ""
        print(f"{name}: {word}; made {kept['made']}{last}")
    return 0


def piece_name(text):
    """It becomes a part of a heading that pages link to."""
    if not re.fullmatch(r"[a-z0-9_]+", text):
        raise argparse.ArgumentTypeError(f"'{text}': lower-case letters, digits and _")
    return text


def reasons(text):
    """rules,grids or rules (exact tests),grids: what was different, with a word or two on it."""
    for reason in text.split(","):
        if not re.fullmatch(rf"({'|'.join(WHY)})( \([\w ]+\))?", reason):
            raise argparse.ArgumentTypeError(f"'{reason}' is none of {', '.join(WHY)}, with words in brackets or without")
    return text.split(",")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", default=os.path.join(HERE, "..", "reports"))
    parser.add_argument("verb", choices=("record", "write", "decide", "replay", "age", "check"))
    parser.add_argument("folders", nargs="*", metavar="DIR")
    parser.add_argument("--piece", metavar="NAME", type=piece_name)
    parser.add_argument("--why", metavar="REASON,...", type=reasons)
    parser.add_argument("--mark", action="store_true")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--number", type=int, default=int(os.environ.get("GITHUB_RUN_NUMBER", "0")))
    parser.add_argument("--levelfield", default=os.path.join(HERE, "..", "build", "release", "levelfield"))
    options = parser.parse_args()
    try:
        return carry_out(options)
    except stories.Missing as missing:
        sys.exit(f"findings: {missing}")


def carry_out(options):
    if options.verb == "record":
        return record(options.reports, options.folders, options.levelfield, options.piece, options.why)
    if options.verb == "decide":
        return decide(options.reports, options.levelfield)
    if options.verb == "replay":
        return replay(options.reports, options.count, options.number, options.levelfield, options.mark)
    if options.verb == "age":
        return tell_ages(options.reports)
    if options.verb == "write":
        for path, text in list(pages(options.reports)):
            save(path, text)
        return 0
    found = list(stale(options.reports))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
