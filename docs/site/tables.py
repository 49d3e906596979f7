"""The tables of docs/methods.md and docs/problems.md: what `levelfield list` names, between two marks.

Usage: tables.py [--check] LEVELFIELD [FOLDER]. Writes them anew; with --check it changes nothing, and fails
if one is not what it should be.
"""

import argparse
import json
import re
import sys
from pathlib import Path

from said import ask, cell, table, used

DOCS = Path(__file__).resolve().parents[1]


def methods(catalogue):
    """Those of one view together, with the folders whose experiments run them."""
    rows = []
    for m in sorted(catalogue["algorithms"], key=lambda m: (m["view"], m["name"])):
        papers = sorted(paper for paper, names in catalogue["used"].items() if m["name"] in names)
        texts = (m["view"], m["doc"], m["source"], ", ".join(papers))
        rows.append([f"`{m['name']}`", *map(cell, texts)])
    return table(["method", "view", "what it does", "source", "run in"], rows)


def uses(catalogue):
    """When to take which, view by view; every method here says so."""
    parts = []
    for view in sorted({m["view"] for m in catalogue["algorithms"]}):
        rows = [[f"`{m['name']}`", cell(m["when"])] for m in catalogue["algorithms"] if m["view"] == view]
        parts.append(f"### {view.replace('_', ' ').capitalize()}\n\n" + table(["method", "take it when"], rows))
    return "\n".join(parts)


def problems(catalogue):
    rows = [[f"`{p['name']}`", *(cell(p[key]) for key in ("views", "doc", "source"))] for p in catalogue["problems"]]
    return table(["problem", "views", "what is minimised", "source"], rows)


PAGES = {"methods.md": {"algorithms": methods, "uses": uses}, "problems.md": {"problems": problems}}


def renewed(text, kind, lines):
    """The page with its table as it should be."""
    marked = re.compile(rf"(<!-- {kind} -->\n\n).*?(\n<!-- /{kind} -->)", re.DOTALL)
    text, found = marked.subn(lambda match: match[1] + lines + match[2], text)
    if found != 1:
        sys.exit(f"tables: expected the marks <!-- {kind} --> and <!-- /{kind} --> once, found {found}")
    return text


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--check", action="store_true")
    options.add_argument("levelfield")
    options.add_argument("folder", nargs="?", type=Path, default=DOCS)
    given = options.parse_args()
    catalogue = json.loads(ask(given.levelfield, "list", "--json"))
    catalogue["used"] = {}
    for experiment in catalogue["experiments"]:
        name = experiment["name"]
        catalogue["used"].setdefault(name.split("/")[0], set()).update(used(ask(given.levelfield, "show", name)))
    for name, kinds in PAGES.items():
        page = given.folder / name
        text = right = page.read_text()
        for kind, made in kinds.items():
            right = renewed(right, kind, made(catalogue))
        if given.check and text != right:
            sys.exit(f"tables: {name} does not name what there is: python3 docs/site/tables.py LEVELFIELD")
        if not given.check:
            page.write_text(right)


main()
