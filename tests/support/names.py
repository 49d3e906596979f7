"""names.py ROOT FILE...: a type, an enumerator of a header or a source file whose name is used twice, one line each.

Files of plugins have their registry's names, which may repeat: mero is a method and a problem.
"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

PLUGINS = re.compile(r"^(algorithms|problems)/[a-z_]+/[^/]*$|^datasets/(sets|readers)/[^/]*$"
                     r"|^(reports|plots)/kinds/([a-z]+/)?[^/]*$")
OUTSIDE = re.compile(r"^(tests|benchmarks|examples)/")


def tags(root, files):
    """(name, kind, file) of each type and enumerator."""
    words = ["ctags", "--languages=C", "--langmap=C:.c.h", "--kinds-C=gstue", "--fields=-P", "-x",
             "--_xformat=%N\t%K\t%F", *files]
    lines = subprocess.run(words, cwd=root, check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in lines.splitlines()]


def twice(root, files):
    """What is named twice."""
    own = [file for file in files if not OUTSIDE.match(file)]
    places = defaultdict(set)
    for name, kind, file in tags(root, own):
        if not name.startswith("__anon") and (kind != "enumerator" or file.endswith(".h")):
            places[name, kind].add(file)
    for (name, kind), where in sorted(places.items()):
        if len(where) > 1:
            yield f"the {kind} {name} is in {' and '.join(sorted(where))}"
    sources = defaultdict(list)
    for file in own:
        if file.endswith(".c") and not (PLUGINS.match(file) and "/common/" not in file and "/models/" not in file):
            sources[Path(file).name].append(file)
    yield from (f"{name} is {' and '.join(where)}" for name, where in sorted(sources.items()) if len(where) > 1)


if __name__ == "__main__":
    found = list(twice(Path(sys.argv[1]), sys.argv[2:]))
    print("\n".join(found), end="\n" if found else "")
