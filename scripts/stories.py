"""The papers' pages, reports/PAPER/README.md: a person writes them, but tables of results stand between marks and are
made from the records. findings.py uses it.

  <!-- values of RECORD:TABLE:COLUMN[,COLUMN...]: made by scripts/findings.py -->
  <!-- end of values -->

shows medians over seeds of a table of the experiment, each with the digits that its quartiles support, as the
experiment's own report does. Methods are columns, or rows where they are many. Records that were made before they kept
tables have a table that was copied from the report, under a mark that says so, until they are made again."""
import math
import os
import re

from experiments import papers
from overview import table
from records import entries_of

MARK = re.compile(r"<!-- values of (\w[\w-]*):(\w+):([\w,]+): made by scripts/findings\.py -->\n"
                  r"(?:(?!<!-- ).)*<!-- end of values -->",
                  re.S)
COPIED = re.compile(r"<!-- copied from the report of (\w[\w-]*), whose record is older than tables in records -->\n"
                    r"((?:\|.*\n)+)")
ROW = re.compile(r"^\|.*\|$", re.M)
DIGITS = re.compile(r"\.\d|\de-?\d")
RESULT = re.compile(r"(?:[\s*/()%,–-]|\b(?:at|to)\b|\d*\.?\d+(?:e-?\d+)?)+")  # 0.3236, **0.164**, 0.65 (0.58 to 0.66)
MANY = 9  # methods, beyond which a page of print is too narrow for a column of each


class Missing(Exception):
    """One line: what a page asks for and no record has."""


def first(value, digits=3):
    """Power of ten of the first digit, after rounding to so many."""
    return int(f"{value:.{digits - 1}e}".partition("e")[2])


def shown(median, lower, upper):
    """To the second digit of the width between the quartiles, 2 to 5 digits of the value; 4 where there is no width."""
    if not math.isfinite(median) or median == 0:
        return f"{median:g}"
    if abs(median) < 1e9 and (median == int(median) or (abs(median) >= 1000 and 4 * median == int(4 * median))):
        return f"{round(median):,}"
    top, width = first(median), upper - lower
    place = top - 2 if not math.isfinite(width) else top - 3 if width <= 0 else first(width, 2) - 1
    digits = top - min(max(place, top - 4), top - 1) + 1
    power = first(median, digits)
    if -1 <= power < 3:
        return f"{median:.{max(0, digits - 1 - power)}f}"
    mantissa, _, exponent = f"{median:.{digits - 1}e}".partition("e")
    return f"{mantissa}e{int(exponent)}"


def labels(is_, kind):
    return {x["id"]: x.get("label", x["id"]) for x in is_[kind]}


def values(entry, table_id, columns):
    """The lines of a table: a row for each problem, method or quantity."""
    where = f"{entry.paper}/{entry.name}:{table_id}"
    kept = entry.kept.get("values", {}).get(table_id)
    if kept is None:
        raise Missing(f"the record of {where} has no such table: {entry.command} --out DIR && scripts/findings.py record DIR")
    absent = [column for column in columns if column not in kept]
    if absent:
        raise Missing(f"{where} has no column {absent[0]}; expected one of {', '.join(kept)}")
    problem, method = labels(entry.is_, "problems"), labels(entry.is_, "methods")
    heads = {c["id"]: c.get("label", c["id"]) for t in entry.is_["tables"] if t["id"] == table_id for c in t["columns"]}
    of = {(c, p, m): shown(*map(float, text.split()))
          for c in columns for p, row in kept[c].items() for m, text in row.items()}
    problems, methods = ([x for x in label if any(x == key[at] for key in of)]
                         for at, label in ((1, problem), (2, method)))
    name = {(c, p): problem[p] if len(columns) == 1 else heads[c] if len(problems) == 1 else f"{problem[p]}: {heads[c]}"
            for p in problems for c in columns if any((c, p, m) in of for m in methods)}
    corner = heads[columns[0]] if len(columns) == 1 else problem[problems[0]] if len(problems) == 1 else ""
    if len(methods) > MANY:
        return table([corner, *(">" + x for x in name.values())],
                     [[method[m], *(of.get((c, p, m), "") for c, p in name)] for m in methods])
    return table([corner, *(">" + method[m] for m in methods)],
                 [[x, *(of.get((c, p, m), "") for m in methods)] for (c, p), x in name.items()])


def page(paper, folder, text):
    """The text with what stands between its marks made anew."""
    known = {entry.name: entry for entry in entries_of(paper, folder) if entry.kept}

    def filled(found):
        name, table_id, columns = found[1], found[2], found[3].split(",")
        if name not in known:
            raise Missing(f"there is no record {paper}/{name}")
        begin = found[0].partition("\n")[0]
        return "\n".join([begin, "", *values(known[name], table_id, columns)]) + "<!-- end of values -->"
    lost = re.search(r"<!-- (?:values|end of values)\b.*", MARK.sub("", text))
    if lost:
        raise Missing(f"{os.path.join(folder, 'README.md')}: '{lost[0]}' is no mark, or has no other end; expected "
                      "<!-- values of RECORD:TABLE:COLUMN: made by scripts/findings.py -->, and <!-- end of values --> below")
    return MARK.sub(filled, text)


def pages(reports):
    """Path and text of each paper's page."""
    for paper, folder in papers(reports):
        path = os.path.join(folder, "README.md")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                yield path, page(paper, folder, file.read())


def typed(text):
    """Rows of results between no marks: more than half of what stands beside the first cell is a number."""
    for row in ROW.findall(COPIED.sub("", MARK.sub("", text))):
        cells = [x.strip() for x in row.strip("|").split("|")[1:] if x.strip()]
        if 2 * sum(bool(DIGITS.search(x) and RESULT.fullmatch(x)) for x in cells) > len(cells):
            yield row


def wrong(reports):
    """A line for each table of results that could come from a record and does not."""
    for paper, folder in papers(reports):
        path = os.path.join(folder, "README.md")
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        known = {entry.name: entry for entry in entries_of(paper, folder) if entry.kept}
        for row in typed(text):
            yield f"{path}: a person typed '{row[:60]}': <!-- values of RECORD:TABLE:COLUMN: made by scripts/findings.py -->"
        for name, _ in COPIED.findall(text):
            if name not in known:
                yield f"{path}: a table is copied from the report of {name}, which has no record"
            elif "values" in known[name].kept:
                yield (f"{path}: the record of {paper}/{name} has the table that was copied from its report: "
                       f"<!-- values of {name}:TABLE:COLUMN: made by scripts/findings.py -->")
