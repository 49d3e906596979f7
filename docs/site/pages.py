"""The pages that are not written by hand: what levelfield says about itself, and a list of the headers.

Usage: pages.py LEVELFIELD FOLDER. Nothing about a method, a problem or an experiment is known here; a new one
is on its page as soon as `levelfield list` names it.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import said
from said import cell, table, used

COMMAND = sys.argv[1]
INCLUDE = Path(__file__).resolve().parents[2] / "include" / "levelfield"


def ask(*words):
    """What levelfield prints."""
    return said.ask(COMMAND, *words)


def shown(text):
    """As it is on a terminal."""
    return f"```text\n{text.strip()}\n```\n"


def anchor(heading):
    """What MkDocs makes of a heading."""
    return re.sub(r"[^\w\s-]", "", heading).strip().lower()


def experiments(catalogue):
    """A page for each paper, one that names them all, and {paper: {experiment: methods}}."""
    pages, papers, rows = {}, {}, []
    for entry in catalogue:
        name, text = entry["name"], ask("show", entry["name"])
        paper = name.split("/")[0]
        papers.setdefault(paper, {})[name] = used(text)
        page = f"experiments-{paper}"
        pages.setdefault(page, f"# Experiments of {paper}\n\n`levelfield reproduce {paper}` carries out all of them.\n")
        pages[page] += f"\n## {name}\n\n{shown(text)}"
        rows.append([f"[{name}]({page}.md#{anchor(name)})", cell(entry["title"])])
    pages["experiments"] = (
        "# Experiments\n\n`levelfield reproduce NAME` carries one out. This page and those it leads to are what\n"
        "`levelfield list experiments` and `levelfield show NAME` print.\n\n"
    ) + table(["experiment", "title"], rows)
    return pages, papers


def methods(catalogue, papers):
    """Which method is whose, in how many experiments of each folder it runs, and its parameters."""
    rows, details = [], []
    for method in catalogue:
        name = method["name"]
        counts = [sum(name in methods for methods in entry.values()) for entry in papers.values()]
        rows.append([f"[{name}](#{anchor(name)})", cell(method["view"]), cell(method["source"])])
        rows[-1] += [str(count) if count else "" for count in counts]
        details.append(f"\n## {name}\n\n{shown(ask('show', name))}")
    heads = [f"[{paper}](experiments-{paper}.md)" for paper in papers]
    return (
        "# Methods and papers\n\nEvery method, the form of problem that it solves, and in how many experiments of each\n"
        "folder it is run.\n\n"
    ) + table(["method", "view", "source", *heads], rows) + "".join(details)


def problems(catalogue):
    """Parameters and metrics of each problem."""
    rows = [[f"[{p['name']}](#{anchor(p['name'])})", cell(p["views"]), cell(p["doc"])] for p in catalogue]
    details = [f"\n## {p['name']}\n\n{shown(ask('show', p['name']))}" for p in catalogue]
    return "# Problems\n\n" + table(["problem", "views", "what is minimised"], rows) + "".join(details)


def commands():
    """The help of every command, in the order of the overall help."""
    overall = ask("--help")
    listed = overall.split("Commands:")[1]
    names = re.findall(r"^  ([a-z]+(?: [a-z]+)?)  +\S", listed, re.MULTILINE)
    details = [f"\n## levelfield {name}\n\n{shown(ask(*name.split(), '--help'))}" for name in names]
    intro = "What `levelfield --help`, `levelfield COMMAND --help` and `man levelfield` print."
    return f"# Commands\n\n{intro}\n\n{shown(overall)}" + "".join(details)


def headers():
    """Each public header with its line, and the page that Doxygen makes of it."""
    rows = []
    for path in sorted(INCLUDE.glob("*.h")):
        brief = re.search(r"@brief (.*?)\n \*[\n/]", path.read_text(encoding="utf-8"), re.DOTALL)
        page = path.stem.replace("_", "__")  # as Doxygen names it
        link = f"[`levelfield/{path.name}`](../headers/{page}_8h.html)"
        rows.append([link, cell(brief.group(1).replace("\n *", " "))])
    return (
        "# The public headers\n\nAll that a method, a problem or an embedding program includes. The reference is made\n"
        "from the headers themselves; [method.md](../docs/method.md) begins with an example.\n\n"
    ) + table(["header", "what"], rows)


def main():
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    catalogue = json.loads(ask("list", "--json"))
    pages, papers = experiments(catalogue["experiments"])
    pages["methods"] = methods(catalogue["algorithms"], papers)
    pages["problems"] = problems(catalogue["problems"])
    pages["commands"] = commands()
    pages["headers"] = headers()
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
