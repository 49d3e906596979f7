"""Sentences of the papers' pages, held to the records behind them. findings.py uses it.

  <!-- as in RECORD: WHAT; WHAT... -->

stands, unseen by readers, below a paragraph, an item of a list or a table, and says what these take from a record of the
page's paper (or PAPER/RECORD). A * in CLAIM, PROBLEM or AGAINST means all that fit; WHAT is one of

  CLAIM = OUTCOME                                  as a whole, or of so many, as below
  CLAIM:PROBLEM:AGAINST = OUTCOME                  of each comparison that is meant,
  CLAIM:PROBLEM:AGAINST = 3 of 4 OUTCOME           or of so many of them
  CLAIM:PROBLEM:AGAINST by NUMBER                  median of its differences over seeds, or speed-up
  CLAIM says TEXT                                  what decided it has this text, from the beginning of a word on; no semicolon
  CLAIM:PROBLEM:AGAINST with FORM = OUTCOME        of those that are held, given more (grids, effort, bounds)
  fragile = 3 of 40                                so many of its held comparisons fall when given more
  TABLE:COLUMN:PROBLEM:METHOD = NUMBER             a median
  FIT:METHOD = NUMBER                              an exponent
  METHOD:PROBLEM chose NAME=VALUE                  one of the parameters that tuning chose

Of a record whose facts are not counted the mark, and the text for its readers, says that it is so:
`<!-- as in RECORD, of another file: WHAT -->`, or `, stale`.

NUMBER is compared in the digits that it has, and with its sign if it has one. A decimal in the text has to be one of a mark,
or of an experiment's file, and a text that says how a claim came out has to have a mark; of what no record has,
`<!-- of no record: [NUMBER, NUMBER:] WHY -->` says why it stands there all the same."""
import math
import os
import re
from collections import Counter
from fnmatch import fnmatchcase

from experiments import papers
from records import entries_of
from stories import COPIED, MARK as TABLE, labels

MARK = re.compile(r"<!-- as in ([\w/-]+)(?:, (stale|of another file))?: (.*?) -->", re.S)
EXEMPT = re.compile(r"<!-- of no record: (?:([-\d.e, ]+): )?[A-Za-z].*? -->", re.S)
MADE = re.compile(r"<!-- ([\w ]+): made by scripts/findings\.py -->.*?<!-- end of \1 -->", re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)
CODE = re.compile(r"^```.*?^```|`[^`]*`|\]\([^)]*\)", re.S | re.M)
NUMBER = re.compile(r"(?<![\w.])(?:\d*\.\d+(?:e-?\d+)?|\d+e-?\d+)(?![\w.]*\w)")
VERDICT = re.compile(r"\b(?:held(?!-)|refuted|undecided|a tie|ties|fragile)\b")
OUTCOME = re.compile(r"(?:(\d+) of (\d+) )?(held|not held|tie|choice on an edge|undecided)")


class Wrong(Exception):
    """One line: what a mark says and its record does not."""


def agrees(text, value):
    """Whether the value is the number in the digits that this has; without a sign, whether its size is."""
    mantissa, _, power = text.partition("e")
    unit = 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))
    return abs((value if text[0] in "+-" else abs(value)) - float(text)) <= 0.5000001 * unit


def middle(numbers):
    ordered = sorted(numbers)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


class Held:
    """A record, asked whether it is as a mark says."""

    def __init__(self, entry):
        self.record = entry.kept
        self.kind = {claim["id"]: claim["kind"] for claim in entry.is_.get("claims", [])}
        self.label = {"problem": labels(entry.is_, "problems"), "against": labels(entry.is_, "methods")}

    def claims(self, name):
        found = [claim for claim in self.record["claims"] if fnmatchcase(claim["id"], name)]
        if not found:
            raise Wrong(f"no claim {name}; it has {', '.join(c['id'] for c in self.record['claims'])}")
        return found

    def lines(self, where):
        """(claim, comparison) of all that are meant."""
        name, problem, against = where.split(":")
        all_ = [(claim, line) for claim in self.claims(name) for line in claim.get("lines") or [] if line]
        found = [(claim, x) for claim, x in all_
                 if fnmatchcase(x.get("problem", ""), problem) and fnmatchcase(x.get("against", ""), against)]
        if not found:
            raise Wrong(f"no comparison {where}; it has "
                        f"{', '.join(x.get('problem', '') + ':' + x.get('against', '') for _, x in all_)}")
        return found

    def fallen(self, where, form):
        """Outcomes of comparisons in a form in which they were given more."""
        tried = self.record.get("fragile", {"forms": [], "lines": []})
        if form not in tried["forms"]:
            raise Wrong(f"it was not tried with {form}")
        for claim, line in self.lines(where):
            if line["outcome"] != "held":
                continue
            name = {"claim": claim["text"], **{key: label.get(line.get(key), "") for key, label in self.label.items()}}
            yield next((x["became"].get(form, "held") for x in tried["lines"] if name.items() <= x.items()), "held")

    def number(self, where):
        """A median of a table, or an exponent."""
        at = where.split(":")
        if len(at) == 4:
            found = self.record.get("values", {}).get(at[0], {}).get(at[1], {}).get(at[2], {}).get(at[3])
            if found is not None:
                return float(found.split()[0])
            for cell in self.record["cells"]:
                if [cell[key] for key in ("table", "column", "problem", "method")] == at and cell.get("median") is not None:
                    return cell["median"]
        for fit in self.record["exponents"]:
            if [fit["fit"], fit["method"]] == at:
                return fit["estimate"]
        raise Wrong(f"no number {where}")

    def compare(self, what, outcomes, words):
        outcome = OUTCOME.fullmatch(words)
        if not outcome:
            raise Wrong(f"{what}: '{words}' is no outcome")
        n, of = sum(x == outcome[3] for x in outcomes), len(outcomes)
        if not outcomes:
            raise Wrong(f"{what}: none of them is held, so none was given more")
        if (n, of) != (int(outcome[1] or of), int(outcome[2] or of)):
            came = ", ".join(f"{count} {outcome}" for outcome, count in sorted(Counter(outcomes).items()))
            raise Wrong(f"{what} = {words}; it has {came}")

    def check(self, what):
        """Nothing, or Wrong."""
        for word, told in ((" says ", self.says), (" chose ", self.chose), (" by ", self.by)):
            where, between, said = what.partition(word)
            if between and "=" not in where:
                return told(where, said)
        where, between, said = (x.strip() for x in what.rpartition("="))
        if not between:
            raise Wrong(f"'{what}' is no comparison")
        if where == "fragile":
            tried = self.record.get("fragile", {"held": 0, "lines": []})
            if said != f"{len(tried['lines'])} of {tried['held']}":
                raise Wrong(f"fragile = {said}; it has {len(tried['lines'])} of {tried['held']}")
        elif " with " in where:
            of, form = where.split(" with ")
            self.compare(where, list(self.fallen(of, form)), said)
        elif where.count(":") == 2:
            self.compare(where, [x["outcome"] for _, x in self.lines(where)], said)
        elif ":" in where:
            if not agrees(said, self.number(where)):
                raise Wrong(f"{where} = {said}; it has {self.number(where):.6g}")
        else:
            self.compare(where, [claim["outcome"] for claim in self.claims(where)], said)
        return None

    def says(self, name, text):
        for claim in self.claims(name):
            if not re.search(rf"(?<![\w.]){re.escape(text)}", claim.get("statistic", "")):
                raise Wrong(f"{claim['id']} says '{text}'; it says: {claim.get('statistic', 'nothing')}")

    def chose(self, where, text):
        method, _, problem = where.partition(":")
        found = self.record.get("chosen", {}).get(method, {}).get(problem, "nothing")
        if text not in found.split(","):
            raise Wrong(f"{where} chose {text}; it chose {found}")

    def by(self, where, number):
        for claim, line in self.lines(where):
            if ".." in line.get("margins", ".."):
                raise Wrong(f"{where} keeps no differences, or bounds of some")
            found = middle([float(x) for x in line["margins"].split()])
            found = math.exp(found) if self.kind[claim["id"]] == "speedup" else found
            if not agrees(number, found):
                raise Wrong(f"{where} by {number}; it is {found:.6g}")


def units(text):
    """Paragraphs, items of lists and tables, each with the marks below it."""
    found = []
    for block in re.split(r"\n\s*\n", text):
        for unit in re.split(r"\n(?=- )", block):
            if found and not COMMENT.sub("", unit).strip():
                found[-1] += "\n" + unit
            else:
                found.append(unit)
    return found


def bare(unit):
    """What readers see of it as prose."""
    return CODE.sub(" ", COMMENT.sub(" ", unit))


def given(folder):
    """Numbers of a paper's experiments: parameters, targets, what is printed."""
    texts = [open(os.path.join(folder, name), encoding="utf-8").read()
             for name in sorted(os.listdir(folder)) if name.endswith(".yaml")]
    return {float(x) for x in re.findall(r"(?<![\w.])\d*\.?\d+(?:e[-+]?\d+)?(?![\w.]*\w)", " ".join(texts))}


def misquoted(unit, paper, known):
    """What its marks say and no record has."""
    lost = re.search(r"<!-- (?:as in|of no record)\b.*", EXEMPT.sub("", MARK.sub("", unit)))
    if lost:
        yield f"'{lost[0]}' is no mark: <!-- as in RECORD: WHAT; WHAT -->, or <!-- of no record: NUMBER, NUMBER: WHY -->"
    for name, doubt, items in MARK.findall(unit):
        of, _, record = name.rpartition("/")
        entry = known.get((of or paper, record))
        if not entry:
            yield f"there is no record {name}"
            continue
        if doubt != (entry.doubt or ""):
            yield (f"the record {name} is {entry.doubt or 'not ' + doubt}: tell readers so, and "
                   f"<!-- as in {name}{', ' + entry.doubt if entry.doubt else ''}: ... -->")
        for what in items.split(";"):
            try:
                Held(entry).check(" ".join(what.split()))
            except Wrong as wrong:
                yield f"as in {name}: {wrong}"
            except ValueError:  # no number, or too few or many parts
                yield f"as in {name}: '{' '.join(what.split())}' is no comparison"


def loose(unit, numbers):
    """What it says without a record."""
    marks = " ".join([*(items for *_, items in MARK.findall(unit)), *EXEMPT.findall(unit)])
    named = {float(x) for x in re.findall(r"(?<![\w.])\d*\.?\d+(?:e-?\d+)?", marks)}
    for number in NUMBER.findall(bare(unit)):
        if float(number) not in named | numbers:
            yield (f"{number} is of no record: <!-- as in RECORD: ... = {number} --> below it, "
                   f"or <!-- of no record: {number}: WHY -->")
    verdict = VERDICT.search(bare(unit))
    if verdict and not MARK.search(unit) and not EXEMPT.search(unit):
        yield f"'{verdict[0]}' without a record: <!-- as in RECORD: CLAIM = OUTCOME --> below '{' '.join(unit.split())[:60]}'"


def told(reports):
    """Path, paper and text of each page, without what is made for it; of the first page what it tells field by field."""
    for paper, folder in papers(reports):
        path = os.path.join(folder, "README.md")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                yield path, paper, COPIED.sub("", TABLE.sub("", file.read()))
    path = os.path.join(reports, "README.md")
    with open(path, encoding="utf-8") as file:
        yield path, "", MADE.sub("", file.read().partition("\n### ")[2].partition("\n## Every table")[0])


def wrong(reports):
    """A line for each sentence that its record does not have."""
    known = {(paper, entry.name): entry for paper, folder in papers(reports) for entry in entries_of(paper, folder) if entry.kept}
    numbers = {paper: given(folder) for paper, folder in papers(reports)}
    numbers[""] = set().union(*numbers.values())
    for path, paper, text in told(reports):
        for unit in units(text):
            yield from (f"{path}: {what}" for what in (*misquoted(unit, paper, known), *loose(unit, numbers[paper])))
