"""Runs the cheats of tests/plugins/cheats.tsv and checks what is expected of each.

    cheats.py [--only WORD] [--at COMMIT]
    cheats.py --table [FILE]

Where the verdict is "possible" a cheat must gain something, or the table is out of date; everywhere
else it must gain nothing. "by chance": not each time. Where an obstacle can be taken away it must gain something then, or the
test of it means nothing. --at: those that are said to gain at a commit, by a command and plugins of
that commit (LF_TEST_COMMAND, LF_TEST_BUILD). --table: print the table for readers, or compare it
with that of a file.
"""

import functools
import multiprocessing
import os
import re
import sys

from cheat_ways import LEVELFIELD, PLUGINS, SOURCE, execute, tried, write_own_data

COLUMNS = "name language way problem budget tries plain plain_line audit audit_line wins".split()

# Options that may still be missing; what is tried by way of them waits, and the test says so.
AWAITED = ()


def rows():
    """Every row of the table, once for each of its `how=a|b`."""
    with open(os.path.join(SOURCE, "tests/plugins/cheats.tsv"), encoding="utf-8") as table:
        lines = [line.rstrip("\n") for line in table if line.strip() and line[0] != "#"]
    for line in lines:
        row = dict(zip(COLUMNS, line.split("\t"), strict=True))
        ways = re.search(r"how=([\w|]+)", row["name"])
        for how in ways[1].split("|") if ways else [""]:
            yield {**row, "name": re.sub(r"how=[\w|]+", f"how={how}", row["name"]), "row": line}


def wrong(row, verdict, line, seen):
    """What does not fit, in one line; "" if all does."""
    said = " | ".join(seen.lines)
    possible = verdict.startswith("possible")
    if possible and not (seen.gained or "by chance" in verdict or "not let by the system" in said):
        return f"gains nothing any more, but the table says it is possible: {said}"
    if not possible and seen.gained:
        return f"gains {seen.gained}: {said}"
    # Python's own warnings may stand in front of what is looked for.
    return "" if re.search(line, said, re.MULTILINE) else f"does not say '{line}': {said}"


def control(row):
    """Does it gain where its obstacle is taken away?"""
    name, more = row["name"], {}
    words = row["wins"].split()
    if words[0] == "how":
        name = re.sub(r"how=\w+", f"how={words[1]}", name)
    elif words[0] == "preload":
        more = {"LD_PRELOAD": f"{PLUGINS}/{name.split(':')[0]}.so"}
    seen = tried(row, name, (), more)
    return "" if seen.gained else f"gains nothing in its control: {' | '.join(seen.lines)}"


def options(row, audit):
    """What the row cannot be tried without."""
    asked = {"replay": ["verify --replay"], "edit": ["verify DIR"]}.get(row["way"], [])
    return asked + (["run --audit"] if audit else [])


@functools.cache
def is_missing(wanted):
    """Does no help name it? That is an error unless it is awaited."""
    command, word = wanted.split()
    if word in execute([LEVELFIELD, command, "--help"])[1]:
        return False
    if wanted not in AWAITED:
        sys.exit(f"levelfield {wanted}: there is no such thing")
    return True


def tries(row):
    """(what is tried, its fault): without --audit, with it, and without its obstacle."""
    came = []
    for which, more in ("plain", ()), ("audit", ("--audit",)):
        if any(map(is_missing, options(row, which == "audit"))):
            came.append((which, None))
        else:
            seen = tried(row, row["name"], more)
            came.append((which, wrong(row, row[which], row[which + "_line"], seen)))
    if row["wins"].split()[0] in ("how", "preload"):
        came.append(("control", control(row)))
    return came


def tries_at(row):
    """At the commit where it is said to gain."""
    return [("at", control(row))]


def readers_table():
    """The table of docs/reliability.md."""
    lines = ["| cheat | what it tries | without `--audit` | with |", "| --- | --- | --- | --- |"]
    seen = set()
    for row in rows():
        if row["row"] not in seen:
            seen.add(row["row"])
            cells = re.split("[:,]", row["row"].split("\t")[0])
            ways = [cell[4:].replace("|", ", ") for cell in cells if cell.startswith("how=")]
            name = f"`{cells[0]}`" + (f" ({ways[0]})" if ways else "")
            where = row["problem"].split(":")[0]
            on = "" if where == "toy" else f", on `{where}`"
            lines.append(f"| {name} | {row['tries']}{on} | {row['plain']} | {row['audit']} |")
    return "\n".join(lines) + "\n"


def check_readers_table(path):
    """true if the file has the table between its marks."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = re.search(r"<!-- cheats -->\n(.*?)<!-- /cheats -->", text, re.S)
    return bool(found) and found[1] == readers_table()


def option(words, name):
    """The word behind --NAME; "" if there is none."""
    return words[words.index(name) + 1] if name in words[:-1] else ""


def main(words):
    if words[:1] == ["--table"]:
        if words[1:] and not check_readers_table(words[1]):
            sys.exit(f"{words[1]}: its table of cheats is not that of cheats.tsv; cheats.py --table")
        if not words[1:]:
            print(readers_table(), end="")
        return False
    only, at = option(words, "--only"), option(words, "--at")
    write_own_data()
    chosen = [row for row in rows() if row["name"].startswith(only) and at in ("", row["wins"])]
    for row in () if at else chosen:
        list(map(is_missing, options(row, True)))  # asked once, and not in every process
    with multiprocessing.Pool(4) as pool:  # most of the time goes by in waiting
        each = pool.map(tries_at if at else tries, chosen, chunksize=1)
    came = [(row["name"], *found) for row, them in zip(chosen, each, strict=True) for found in them]
    for name, which, fault in came:
        if fault:
            print(f"{name}, {which}: {fault}")
    failed, waiting = sum(bool(f) for *_, f in came), sum(f is None for *_, f in came)
    print(f"{len(came) - failed - waiting} passed, {failed} failed, {waiting} wait: {AWAITED}")
    return failed > 0 or len(came) == waiting


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
