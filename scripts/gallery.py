"""The gallery: the first figure of every recorded experiment, small enough to be kept in the
repository, and the page that shows them with the commands that made them. findings.py uses it."""
import glob
import os
import sys

WIDTH = 1480    # pixels: twice what a page shows, for sharp screens
COLOURS = 128   # of a palette: lines, bands, and their meeting with paper and one another


def place(reports, paper="", name=""):
    """Where the pictures are, or that of one record."""
    folder = os.path.join(reports, "..", "docs", "images", "gallery")
    return os.path.join(folder, f"{paper}-{name}.png") if name else folder


def first(out, item, scale, is_):
    """The figure that an experiment file names first, or else that of the first metric of its tables."""
    at = "" if scale == "default" else f"-{scale}"
    names = [figure["id"] for figure in is_.get("figures", [])]
    names += [column["metric"] for table in is_.get("tables", []) for column in table["columns"]
              if "metric" in column]
    paths = (os.path.join(out, "plots", f"{item}-{name}{at}.png") for name in names)
    return next(filter(os.path.exists, paths), None)


def take(out, item, scale, is_, target):
    """target <- the picture of an experiment in an output folder; one without figures has none."""
    source = first(out, item, scale, is_)
    if source is None:
        return
    try:
        from PIL import Image
    except ImportError:
        sys.exit("findings: no picture can be made smaller: apt-get install python3-pil")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with Image.open(source) as image:
        small = image.convert("RGB")
        if small.width > WIDTH:
            small = small.resize((WIDTH, round(small.height * WIDTH / small.width)), Image.LANCZOS)
        small = small.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
        small.save(target + ".new", "PNG", optimize=True)
    os.replace(target + ".new", target)


def page(reports, entries):
    """The page of all that is recorded."""
    lines = ["# Gallery", "",
             "One figure of each experiment that is recorded in the [findings](../reports/README.md), with "
             "the command that makes it and all its others, in a report beside tables, claims and "
             "settings. Made by `scripts/findings.py`, as are the pages of claims.", ""]
    paper = None
    for entry in entries:
        path = place(reports, entry.paper, entry.name)
        if not os.path.exists(path):
            continue
        if entry.paper != paper:
            paper = entry.paper
            lines += [f"## {paper}", "", " ".join(entry.is_["citation"].split()), ""]
        figure = next(iter(entry.is_.get("figures", [])), {})
        caption = " ".join(str(figure.get("caption", "")).split())
        by = entry.kept["by"][-1]
        lines += [f"### {entry.title}", "", *([caption, ""] if caption else []),
                  f"![{figure.get('title', entry.is_['title'])}]"
                  f"(images/gallery/{os.path.basename(path)})", "",
                  "```console", entry.command, "```", "",
                  f"{entry.kept['made']}, {by['cpu']}, {by['compiler']}, commit "
                  f"{by.get('commit', 'unknown')[:10]}{', ' + entry.doubt if entry.doubt else ''}; "
                  f"[its claims](../reports/{paper}/findings.md#{entry.name}).", ""]
    return "\n".join(lines).rstrip() + "\n"


def orphans(reports, entries):
    """Pictures of what is not recorded, or no experiment any more."""
    known = {place(reports, entry.paper, entry.name) for entry in entries}
    return sorted(set(glob.glob(os.path.join(place(reports), "*.png"))) - known)
