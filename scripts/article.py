#!/usr/bin/env python3
"""The article: reports/article/article.tex with every number and figure taken from the records.

  article.py check            exit 1 and name what is wrong: a number that was typed, a sentence whose
                              verdict is not what its record says, a figure that is not there
  article.py make OUT         write OUT/article.tex and its figures; with pdflatex at hand, article.pdf

In the text, @word{...} stands for what a record (PAPER/ITEM, or PAPER/ITEM-SCALE) has:

  @given{RECORD:CLAIM=OUTCOME}    nothing; but the sentence is refused once the claim comes out otherwise
  @fragile{RECORD:CLAIM=FORM:OUTCOME}    nothing; refused unless the claim comes out so in that form of fragile.py
  @outcome{RECORD:CLAIM}          held, not held, a tie, a choice on an edge, undecided
  @decided{RECORD:CLAIM}          what decided it, up to the first semicolon
  @exponent{RECORD:FIT:METHOD}    a measured exponent with its interval
  @value{RECORD:TABLE:PROBLEM:METHOD:COLUMN}, @printed{...}    our median, and what the paper prints
  @runs{RECORD} @seeds{RECORD} @made{RECORD}                   how it was made
  @facts{OUTCOME} @facts{RECORD:OUTCOME} @records{}            how many there are
  @tried{records} @tried{held} @tried{fragile}                 held comparisons that were tried in other forms
  @overview{} @claims{RECORD} @exponents{RECORD}               tables
  @methods{}                                                   the methods that records run, and where they are from
  @figure{RECORD|CAPTION}                                      the record's picture in the gallery
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

import gallery
from findings import HERE, interval, number
from overview import OUTCOMES, tally
from records import entries, tried

METHODS = os.path.join(HERE, "..", "docs", "methods.md")
DIRECTIVE = re.compile(r"@(\w+)\{([^{}]*)\}")
# What a digit may stand in besides a name such as a9a or ALEXR2: formulas, commands, references, layout.
FREE = re.compile(r"\$[^$]*\$|\\\[.*?\\\]|\\(?:ref|label|cite|texttt|documentclass|usepackage|begin)"
                  r"(?:\[[^]]*\])?\{[^}]*\}|\\renewcommand\{\\\w+fraction\}\{[^}]*\}")
COMMENT = re.compile(r"(?<!\\)%.*")
BIBLIOGRAPHY = r"\begin{thebibliography}"
TYPED = re.compile(r"[-+]?[\d.,]*\d[\d.,]*(?:e[-+]?\d+)?[x%]?")
WORDS = re.compile(r"\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|"
                   r"hundred|thousand|million|dozen)s?\b", re.I)
SIGNS = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
         "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "–": "--"}


class Wrong(Exception):
    """One line about the article's text."""


def tex(text):
    return "".join(SIGNS.get(c) or ("\\" + c if c in "%_#&{}$" else c) for c in str(text))


class Article:
    def __init__(self, reports, out=None):
        self.reports, self.out = reports, out
        self.all = list(entries(reports))
        self.known = {f"{e.paper}/{e.name}": e for e in self.all if e.kept}

    # ---- what a record has ----

    def entry(self, name):
        found = self.known.get(name)
        if not found:
            raise Wrong(f"there is no record {name}")
        if found.doubt:
            raise Wrong(f"the record {name} is {found.doubt}: {found.command} makes it again")
        return found

    def kept(self, name):
        return self.entry(name).kept

    def one(self, name, part, **keys):
        for row in self.kept(name)[part]:
            if all(row.get(key) == value for key, value in keys.items()):
                return row
        raise Wrong(f"the record {name} has none of its {part} with {keys}")

    def claim(self, where):
        name, _, claim = where.partition(":")
        return self.one(name, "claims", id=claim)

    def place(self, where):
        try:
            name, table, problem, method, column = where.split(":")
        except ValueError:
            raise Wrong(f"{where} is not RECORD:TABLE:PROBLEM:METHOD:COLUMN") from None
        return name, {"table": table, "problem": problem, "method": method, "column": column}

    # ---- directives ----

    def given(self, what):
        where, _, outcome = what.partition("=")
        found = self.claim(where)["outcome"]
        if found != outcome:
            raise Wrong(f"a sentence takes {where} to be {outcome}, and its record has: {found}")
        return ""

    def fragile(self, what):
        where, became = what.split("=")
        form, outcome = became.split(":")
        text, tried = self.claim(where)["text"], self.kept(where.partition(":")[0]).get("fragile", {"lines": []})
        if not any(x["claim"] == text and x["became"].get(form) == outcome for x in tried["lines"]):
            raise Wrong(f"a sentence takes {where} to be {outcome} in the form {form}, and its record does not")
        return ""

    def outcome(self, where):
        return tex(self.claim(where)["outcome"])

    def decided(self, where):
        return tex(self.claim(where).get("statistic", "").partition(";")[0])

    def exponent(self, where):
        name, fit, method = where.split(":")
        return tex(interval(self.one(name, "exponents", fit=fit, method=method)))

    def value(self, where):
        name, at = self.place(where)
        of = self.kept(name).get("values", {}).get(at["table"], {}).get(at["column"], {}).get(at["problem"], {})
        if at["method"] in of:
            return tex(number(float(of[at["method"]].split()[0])))
        return tex(number(self.one(name, "cells", **at).get("median")))

    def printed(self, where):
        name, at = self.place(where)
        return tex(number(self.one(name, "cells", **at)["published"]))

    def runs(self, name):
        return f"{self.kept(name)['runs']['planned']:,}".replace(",", r"\,")

    def seeds(self, name):
        kept = self.kept(name)
        return tex(kept.get("seeds", "each its own").replace("-", "–")) + (
            f", up to {kept['last_seed']}" if "last_seed" in kept else "")

    def tie(self, where):
        name, _, metric = where.partition(":")
        ties = {t["metric"]: t["tie"] for t in self.entry(name).is_.get("ties", [])}
        if metric not in ties:
            raise Wrong(f"{name} says of no difference in {metric} that it is a tie")
        return tex(number(float(ties[metric])))

    def made(self, name):
        return tex(self.kept(name)["made"])

    def facts(self, what):
        name, _, outcome = what.rpartition(":")
        if outcome not in OUTCOMES:
            raise Wrong(f"{outcome} is no outcome: {', '.join(OUTCOMES)}")
        of = [self.entry(name)] if name else self.all
        return str(sum(tally(entry)[outcome] for entry in of))

    def records(self, _):
        return str(len(self.known))

    def tried(self, what):
        return str(tried(self.all)[what])

    def overview(self, _):
        rows = []
        for paper in dict.fromkeys(e.paper for e in self.all):
            own = [e for e in self.all if e.paper == paper]
            n = {o: sum(tally(e)[o] for e in own) for o in OUTCOMES}
            rows.append([paper, sum(1 for e in own if e.kept), *n.values()])
        total = [sum(row[k] for row in rows) for k in range(1, len(OUTCOMES) + 2)]
        return self.table("l" + "r" * (len(OUTCOMES) + 1), ["records of", "number", *OUTCOMES],
                          rows + [["all", *total]])

    def claims(self, name):
        rows = [[c.get("text", c["id"]), c["outcome"]] for c in self.kept(name)["claims"]]
        return self.table("p{.72\\linewidth}l", ["claim", "here"], rows)

    def exponents(self, name):
        entry, rows = self.entry(name), []
        for fit in entry.is_["fits"]:
            own = [e for e in entry.kept["exponents"] if e["fit"] == fit["id"]]
            rows += [fit["title"]] if own else []
            rows += [[entry.kept["labels"][e["method"]], interval(e), number(e.get("theory"))] for e in own]
        return self.table("lrr", ["method", "measured", "theory"], rows)

    def methods(self, _):
        with open(METHODS, encoding="utf-8") as file:
            found = [row for row in re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \| (.*) \| (.*) \|$", file.read(), re.M)
                     if {e.paper for e in self.known.values()} & set(row[4].split(", "))]
        rows, view = [], None
        for name, of, does, source, _ in found:
            rows += [f"View: {of}".replace("\\_", " ")] if of != view else []
            rows, view = rows + [[name, does.removeprefix(f"{of}: "), source]], of
        ragged = r">{\raggedright\arraybackslash}p{.%d\linewidth}"
        return self.table("l" + ragged % 42 + ragged % 37, ["method", "what it does", "source"], rows, "longtable")

    @staticmethod
    def table(columns, heads, rows, kind="tabular"):
        """A row that is one text stands over those that follow it. A longtable goes on over pages."""
        lines = [r"\addlinespace\multicolumn{%d}{l}{\emph{%s}} \\" % (len(heads), tex(row)) if isinstance(row, str) else
                 " & ".join(tex(x) for x in row) + r" \\" for row in rows]
        head = [r"\endhead"] if kind == "longtable" else []
        return "\n".join([r"\begin{center}\small\begin{%s}{%s}" % (kind, columns), r"\toprule",
                          " & ".join(tex(x) for x in heads) + r" \\", r"\midrule", *head, *lines, r"\bottomrule",
                          r"\end{%s}\end{center}" % kind])

    def figure(self, what):
        name, _, caption = what.partition("|")
        entry = self.entry(name)
        source = gallery.place(self.reports, entry.paper, entry.name)
        if not os.path.exists(source):
            raise Wrong(f"the record {name} has no figure at {source}")
        if self.out:
            shutil.copy(source, self.out)
        return (r"\begin{figure}[htbp]\centering\includegraphics[width=\linewidth,height=.45\textheight,"
                r"keepaspectratio]{" + os.path.basename(source) +
                r"}\caption{" + caption + r" \emph{Made by} \texttt{" + tex(entry.command) + "}.}" +
                r"\label{fig:" + name + r"}\end{figure}")

    # ---- the text ----

    def line(self, at, text):
        def put(match):
            word = match[1]
            if word not in WORD:
                raise Wrong(f"@{word} is no word of the article's")
            return getattr(self, word)(match[2])
        try:
            return DIRECTIVE.sub(put, text)
        except Wrong as wrong:
            raise Wrong(f"line {at}: {wrong}") from None


WORD = {"given", "fragile", "outcome", "decided", "exponent", "value", "printed", "runs", "seeds", "made",
        "tie", "facts", "records", "tried", "overview", "claims", "exponents", "methods", "figure"}


def typed(text):
    """Numbers of a line that no record has: digits alone, or spelled out."""
    bare = FREE.sub(" ", DIRECTIVE.sub(lambda m: m[2].partition("|")[2], text))
    for word in re.split(r"[\s{}()\[\]/;:~]+", bare):
        if TYPED.fullmatch(word.strip(".,'`\"")):
            yield word
    yield from WORDS.findall(bare)


def checked(lines, article):
    """The text with what records have in place, and all that is wrong with it."""
    text, wrong, cited = [], [], False
    for at, line in enumerate(lines, 1):
        line = COMMENT.sub("%", line)
        cited |= BIBLIOGRAPHY in line  # years and numbers of papers follow
        wrong += [f"line {at}: the number '{n}' is typed; @value, @facts and others take it from a record"
                  for n in ([] if cited else typed(line))]
        try:
            text.append(article.line(at, line))
        except Wrong as what:
            wrong.append(str(what))
    return "".join(text), wrong


def make(out):
    if not shutil.which("pdflatex"):
        print(f"{out}/article.tex; scripts/setup.sh latex installs what compiles it")
        return 0
    for _ in range(2):  # the second time for references
        done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "article.tex"], cwd=out,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode:
            sys.exit(f"article: pdflatex failed:\n{done.stdout[-1500:]}")
    print(f"{out}/article.pdf")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", default=os.path.join(HERE, "..", "reports"))
    parser.add_argument("verb", choices=("check", "make"))
    parser.add_argument("out", nargs="?", metavar="OUT")
    options = parser.parse_args()
    if (options.verb == "make") != (options.out is not None):
        parser.error("make takes a folder, check none")
    source = os.path.join(options.reports, "article", "article.tex")
    with open(source, encoding="utf-8") as file:
        lines = file.readlines()
    if options.out:
        os.makedirs(options.out, exist_ok=True)
    text, wrong = checked(lines, Article(options.reports, options.out))
    for what in wrong:
        print(f"article: {source}, {what}")
    if wrong or options.verb == "check":
        return 1 if wrong else 0
    with open(os.path.join(options.out, "article.tex"), "w", encoding="utf-8") as file:
        file.write(text)
    return make(options.out)


if __name__ == "__main__":
    sys.exit(main())
