"""The first page of the findings, reports/README.md: what its text begins with, and the counts of all records.
findings.py uses it, article.py the counts."""
import os
import re
import sys

import yaml

import projections
from records import entries, tried

OUTCOMES = ("held", "not held", "tie", "choice on an edge", "undecided")
FORMS = {"grids": "wider grids", "effort": "twice the points of tuning", "bounds": "half the violation"}
COUNTED = re.compile(r"((?:\d+ (?:held|not held|tie|choice on an edge|undecided),? ?)+); (.+?), against (.+?): (.*)")
EFFECT = re.compile(r"(?:difference|speed-up)(?: of means)? (?=not known|[-\d])(?:(?!, at least \S+ is claimed)[^;])+|"
                    r"exponent \S+(?: \[[^]]*\])?|\d+ of \d+ runs [^;]*|\w+ [-\d.e]+ against [-\d.e]+")
ALONE = re.compile(r"[a-z ]+ by (\S+) alone \((.*)\); by all calls: (.*)")  # two ways of counting decide differently
BAR = re.compile(r"(?:more than|at least|at most) \S+ is claimed|less than \S+ is none")


def cell(text):
    return re.sub(r"\s+", " ", str(text)).replace("|", "\\|")


def table(heads, rows):
    numbers = ["---:" if head.startswith(">") else "---" for head in heads]
    lines = [[head.lstrip(">") for head in heads], numbers, *rows]
    return ["| " + " | ".join(cell(x) for x in line) + " |" for line in lines] + [""]


# ---- what a reader of each field may believe ----

def came_to(claim):
    """Its outcome with the comparisons of each, and the effect of the one that decides it, with whom and where."""
    said, against = claim.get("statistic", ""), ""
    counts = COUNTED.match(said)
    if counts:
        n = [x for x in counts[1].split(", ") if not x.startswith("0 ")]
        against = f" against {counts[3]} on {counts[2]}"
        said = counts[4]
    effect, bar, alone = EFFECT.search(said), BAR.search(said), ALONE.match(said)
    found = [effect[0] + against] if effect else []
    if alone and effect:
        found = [f"{effect[0]}{against} by {alone[1]} alone", f"{EFFECT.search(alone[3])[0]} by all calls"]
    return claim["outcome"] + (f" ({', '.join(n)})" if counts else ""), "; ".join(found + ([bar[0]] if bar else []))


def given_more(kept, claim):
    """What came of its held comparisons when all methods were given more."""
    counted = re.match(r"(\d+) held, ", claim.get("statistic", ""))
    held = int(counted[1] if counted else claim["outcome"] == "held")
    if not held:
        return "–"
    if "fragile" not in kept:
        return "not tried"
    fell = [x for x in kept["fragile"]["lines"] if x["claim"] == claim.get("text", claim["id"])]
    forms = dict.fromkeys(FORMS[form] for x in fell for form in x["became"])
    left = [FORMS[form] for form in ("grids", "effort") if form not in kept["fragile"]["forms"]]
    came = f"{len(fell)} of {held} fall: {', '.join(forms)}" if fell else "stands"
    return came + (f"; not tried: {', '.join(left)}" if left else "")


def headline(known, where):
    """A row: the claim `RECORD:CLAIM`."""
    name, _, wanted = where.partition(":")
    entry = known.get(name)
    claim = next((c for c in entry.kept["claims"] if c["id"] == wanted), None) if entry else None
    if not claim or entry.doubt:
        sys.exit(f"findings: headlines.yaml: {where} is no claim of a record that counts")
    command = re.fullmatch(r"levelfield reproduce (.*) -j 2", entry.command)[1]
    return [claim.get("text", claim["id"]), *came_to(claim), given_more(entry.kept, claim),
            f"[`{command}`]({entry.paper}/findings.md#{entry.name})"]


def headlines(reports):
    """{field: its table} of headlines.yaml, which names the claims."""
    path = os.path.join(reports, "headlines.yaml")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        fields = yaml.safe_load(file)
    known = {f"{entry.paper}/{entry.name}": entry for entry in entries(reports) if entry.kept}
    return {field: table(["claim", "here", "effect", "given more", "`levelfield reproduce`"],
                         [headline(known, where) for where in claims]) for field, claims in fields.items()}


# ---- all records ----

def tally(entry):
    """How many of a record's facts came out how; of its claims, where it is older than facts are."""
    if entry.doubt:
        return dict.fromkeys(OUTCOMES, 0)
    facts, claims = entry.kept.get("facts"), entry.kept["claims"]
    return {o: facts.get(o, 0) if facts else sum(c["outcome"] == o for c in claims) for o in OUTCOMES}


def counts(reports):
    """The overview: one row for each record, or experiment without one."""
    rows, total, open_ = [], dict.fromkeys(OUTCOMES, 0), dict.fromkeys(projections.KINDS, 0)
    for entry in entries(reports):
        n = tally(entry)
        for o in OUTCOMES:
            total[o] += n[o]
        for kind, facts in projections.kinds(entry.kept).items() if not entry.doubt else ():
            open_[kind] += facts
        numbers = [n[o] or "" for o in OUTCOMES] if any(n.values()) else [entry.doubt or "no claim"] + [""] * (len(OUTCOMES) - 1)
        link = f"[{entry.paper}/{entry.name}]({entry.paper}/findings.md#{entry.name})"
        rows.append([link, entry.title, *numbers])
    rows.append(["all", "", *(total[o] for o in OUTCOMES)])
    again = tried(entries(reports))
    holding = sum(tally(entry)["held"] > 0 for entry in entries(reports))
    share = 100 * total["undecided"] / max(1, sum(total.values()))
    return [*table(["item", "what", *(">" + o for o in OUTCOMES)], rows),
            f"Undecided are {share:.1f} % of the facts. What they would take, which their pages say of each:", "",
            *table(["what", ">facts"], [[kind, n] for kind, n in open_.items() if n]),
            f"Held comparisons were tried again with wider grids, more tuning and tighter bounds in {again['records']} of "
            f"the {holding} items that have any: of {again['held']}, {again['fragile']} are fragile."
            if again["records"] else
            "No item's held comparisons were tried again yet with wider grids, more tuning and tighter bounds "
            "(`scripts/fragile.py`).", ""]


def turn_words(turn):
    """3 of 13 claims: 2 from held to undecided; 1 from not held to tie."""
    return (f"{sum(n for *_, n in turn['claims'])} of {turn['of']} claims: " +
            "; ".join(f"{n} from {was} to {now}" for was, now, n in turn["claims"]))


def changes(reports):
    """What was recorded, made again, and came out otherwise."""
    rows = [(turn, entry) for entry in entries(reports) if entry.kept for turn in entry.kept.get("turned", [])]
    rows.sort(key=lambda row: (row[0]["to"], row[1].paper, row[1].name), reverse=True)
    body = [[f"[{entry.paper}/{entry.name}]({entry.paper}/findings.md#{entry.name})", turn["from"], turn["to"],
             turn_words(turn), ", ".join(turn["why"])] for turn, entry in rows]
    return ["## Records that changed", "",
            "What was made again and came out otherwise, the newest first. The program's commit was another each time; what "
            "else was different, by the experiment's file and its record, stands in the last column.", "",
            *table(["item", "record of", "made again", "what turned", "different were"], body)] if body else []


def page(reports):
    """Path and text of the first page: what a person wrote, with the tables between their marks."""
    path = os.path.join(reports, "README.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    tables = {f"headlines of {field}": rows for field, rows in headlines(reports).items()}
    for name, lines in {**tables, "findings": counts(reports) + changes(reports)}.items():
        begin, end = f"<!-- {name}: made by scripts/findings.py -->", f"<!-- end of {name} -->"
        if begin not in text or end not in text:
            sys.exit(f"findings: {path} has no place for {name}: '{begin}' and '{end}'")
        before, _, rest = text.partition(begin)
        text = "\n".join([before + begin, "", *lines]) + end + rest.partition(end)[2]
    return path, text
