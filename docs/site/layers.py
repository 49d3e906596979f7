"""layers.py table|dot: docs/site/layers.txt as the table of docs/architecture.md, or as its picture for Graphviz.

The picture shows folders without their parts, kinds of claim as part of the sections, and an arrow only where no
longer way says the same; the public headers, which every folder may include, stand below those that include
nothing else.
"""

import re
import sys
from pathlib import Path

from said import cell, table

LIST = Path(__file__).with_name("layers.txt")
COLOUR = {"algorithms": "#e3f0e3", "problems": "#fdf0d5", "datasets": "#e4ecf7", "harness": "#f3e6f5",
          "reports": "#f9e3e3", "plots": "#f9e3e3"}  # others: grey


def rows():
    """(folder, what it holds, folders that it may include), lowest first."""
    for line in LIST.read_text().splitlines():
        if line and not line.startswith("#"):
            folder, holds, arrows = (part.strip() for part in line.split("|"))
            yield folder, holds, arrows.split()


def whole(folder):
    """The folder whose part it is."""
    return re.sub(r"/parts$|(?<=/kinds)/.*", "", folder)


def shortest(arrows):
    """The arrows that follow from no others."""
    def reach(folder):
        return set().union(*({to} | reach(to) for to in arrows[folder])) if arrows[folder] else set()
    return {folder: {to for to in tos if not any(to in reach(other) for other in tos - {to})}
            for folder, tos in arrows.items()}


def dot():
    """The picture."""
    arrows = {}
    for folder, _, tos in rows():
        arrows.setdefault(whole(folder), set()).update(whole(to) for to in tos)
    for folder, tos in arrows.items():
        tos.discard(folder)
    yield 'digraph layers {\n ranksep=0.35; nodesep=0.15; bgcolor="transparent"; newrank=true;'
    yield '  node [shape=box, style="filled,rounded", color="#888888", fontname="sans-serif", fontsize=11, height=0.3];'
    yield '  edge [color="#777777", arrowsize=0.6];'
    yield '  "include/levelfield" [fillcolor="white"];'
    for folder, tos in shortest(arrows).items():
        yield f'  "{folder}" [fillcolor="{COLOUR.get(folder.split("/")[0], "#eeeeee")}"];'
        yield from (f'  "{folder}" -> "{to}";' for to in sorted(tos) or ["include/levelfield"])
    yield "}\n"


def folders():
    """The table."""
    return table(["folder", "what it holds", "includes headers of"],
                 [[f"`{folder}/`", cell(holds), ", ".join(f"`{to}`" for to in tos) or "nothing"]
                  for folder, holds, tos in rows()])


if __name__ == "__main__":
    sys.stdout.write("\n".join(dot()) if sys.argv[1] == "dot" else folders())
