"""layers.py ROOT FILE...: what breaks the arrows of docs/site/layers.txt, one line each; nothing: all is well.

The files are paths below ROOT. With --all, arrows that no include uses any more are breaches, too.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]*)[">]', re.M)
OUTSIDE = ("tests", "benchmarks", "scripts")  # may include anything


def read(path):
    """{folder: folders that it may include}, in the order of the list."""
    layers = {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            folder, _, arrows = (part.strip() for part in line.split("|"))
            layers[folder] = arrows.split()
    return layers


def order(layers):
    """An arrow to a folder that is not above in the list."""
    above = set()
    for folder, arrows in layers.items():
        yield from (f"layers.txt: {folder} may include {to}, which does not stand above it"
                    for to in arrows if to not in above)
        above.add(folder)


def private(file, name):
    """Is it a header for its own folder's files, or, of a view or a family, for those of the folder above parts/?"""
    folder, own = str(Path(name).parent), str(Path(file).parent)
    if re.search(r"_(parts|state|format)\.h$", name):
        return folder != own
    return re.match("(algorithms|problems)/.*/parts$", folder) is not None and own not in (folder, folder[:-len("/parts")])


def includes(layers, root, files, used):
    """Includes against the arrows."""
    for file in files:
        folder = str(Path(file).parent)
        top = folder.split("/")[0]
        if top in OUTSIDE:
            continue
        if folder not in layers and top not in ("include", "examples"):
            yield f"{file}: docs/site/layers.txt does not know its folder"
            continue
        for mark, name in INCLUDE.findall((root / file).read_text()):
            to = str(Path(name).parent)
            if mark == "<":
                if name.split("/")[0] in {known.split("/")[0] for known in layers} and "/" in name:
                    yield f"{file} includes <{name}>: a header of the tree has quotes"
            elif to == "." or name.startswith(("examples/", "suites/")) and folder == "cli":
                continue  # made by the build
            elif to != folder and to not in layers.get(folder, ()):
                yield f'{file} includes "{name}": {folder} may not include {to}'
            elif private(file, name):
                yield f'{file} includes "{name}", which is private to {to}'
            used.add((folder, to))


def main(root, files, everything):
    """Print the breaches."""
    layers = read(root / "docs/site/layers.txt")
    used = set()
    found = [*order(layers), *includes(layers, root, files, used)]
    if everything:
        found += [f"layers.txt: {folder} does not include {to} any more"
                  for folder, arrows in layers.items() for to in arrows if (folder, to) not in used]
    print("\n".join(found), end="\n" if found else "")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--all"]
    main(Path(words[0]), words[1:], "--all" in sys.argv)
