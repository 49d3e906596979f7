"""links.py ROOT OBJECTS: an arrow that only the linker sees: a symbol that lies in a folder further down in
docs/site/layers.txt than the one that needs it, one line each. OBJECTS is the build's folder of object files.

The lists of plugins that the build writes are excepted, as they are how a registry knows what is above it.
"""

import re
import subprocess
import sys
from pathlib import Path

LIST = re.compile(r'^#include "\w+\.inc"', re.M)
PLUGINS = re.compile(r"^(algorithms|problems)/\w+/\w+\.c$|^datasets/(sets|readers)/\w+\.c$|^(plots|reports)/kinds/(\w+/)?\w+\.c$")


def layers(root):
    """{folder: its place}, lowest first."""
    lines = (root / "docs/site/layers.txt").read_text().splitlines()
    folders = [line.split("|")[0].strip() for line in lines if line and not line.startswith("#")]
    return {folder: place for place, folder in enumerate(folders)}


def symbols(root, objects):
    """(source file, symbol, is it defined there); what is left of a source that has gone is passed over."""
    for path in sorted(objects.rglob("*.c.o")):
        source = str(path.relative_to(objects)).removesuffix(".o")
        if not (root / source).exists():
            continue
        lines = subprocess.run(["nm", "--format=posix", "--extern-only", path], check=True, capture_output=True, text=True)
        for line in lines.stdout.splitlines():
            name, kind = line.split()[:2]
            yield source, name, kind != "U"


def main(root, objects):
    """Print the breaches."""
    place = layers(root)
    listed = list(symbols(root, objects))
    home = {name: source for source, name, defined in listed if defined}
    if not home:
        sys.exit(f"links: no object files in {objects}")
    for source, name, defined in listed:
        to = home.get(name, source)
        here, there = str(Path(source).parent), str(Path(to).parent)
        if defined or here == there or place.get(there, -1) < place.get(here, -1):
            continue
        if not (PLUGINS.match(to) and LIST.search((root / source).read_text())):
            print(f"{source} needs {name} of {to}, which stands above it")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
