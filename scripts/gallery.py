"""The gallery: the first figure of every recorded experiment, small enough to be kept in the
repository, and the page that shows them with the commands that made them. findings.py uses it."""
import glob
import os
import sys

WIDTH = 1480    # pixels: twice what a page shows, for sharp screens
COLOURS = 96    # of a palette: lines, bands, and their meeting with paper and one another


def place(reports, paper="", item=""):
    """Where the pictures are, or one of them."""
    folder = os.path.join(reports, "..", "docs", "images", "gallery")
    return os.path.join(folder, f"{paper}-{item}.png") if item else folder


def first(out, item, is_):
    """The figure that an experiment file names first, or else that of the first metric of its tables."""
    names = [figure["id"] for figure in is_.get("figures", [])]
    names += [column["metric"] for table in is_.get("tables", []) for column in table["columns"]
              if "metric" in column]
    paths = (os.path.join(out, "plots", f"{item}-{name}.png") for name in names)
    return next(filter(os.path.exists, paths), None)


def take(reports, out, paper, item, is_):
    """The picture of an experiment in an output folder; one without figures has none."""
    source, target = first(out, item, is_), place(reports, paper, item)
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
        small = small.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        small.save(target + ".new", "PNG", optimize=True)
    os.replace(target + ".new", target)


def page(reports, records):
    """The page of (paper, item, its experiment file, its record)."""
    lines = ["# Gallery", "",
             "One figure of each experiment that is recorded in the [findings](../reports/README.md), with "
             "the command that makes it and all its others, in a report beside tables, claims and "
             "settings. Made by `scripts/findings.py`, as are the pages of claims.", ""]
    paper = None
    for name, item, is_, kept in records:
        path = place(reports, name, item)
        if not os.path.exists(path):
            continue
        if name != paper:
            paper = name
            lines += [f"## {name}", "", " ".join(is_["citation"].split()), ""]
        figure = next(iter(is_.get("figures", [])), {})
        caption = " ".join(str(figure.get("caption", "")).split())
        by = kept["by"][-1]
        lines += [f"### {is_['title']}", "", *([caption, ""] if caption else []),
                  f"![{figure.get('title', is_['title'])}]"
                  f"(images/gallery/{os.path.basename(path)})", "",
                  "```console", f"levelfield reproduce {name}/{item}{scale(kept)} -j 2", "```", "",
                  f"{kept['made']}, {by['cpu']}, {by['compiler']}, "
                  f"commit {by.get('commit', 'unknown')[:10]}; [its claims](../reports/{name}/findings.md#{item}).", ""]
    return "\n".join(lines).rstrip() + "\n"


def scale(kept):
    """The option that a command needs for the scale of a record."""
    return f" --scale {kept['scale']}" if kept and kept["scale"] != "default" else ""


def orphans(reports, records):
    """Pictures of what is not recorded, or no experiment any more."""
    known = {place(reports, name, item) for name, item, _, _ in records}
    return sorted(set(glob.glob(os.path.join(place(reports), "*.png"))) - known)
