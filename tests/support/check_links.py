"""Name every link of Markdown pages that leads nowhere. Usage: check_links.py ROOT PAGE...

Relative links must name a file below ROOT, and an anchor a heading of that page. Addresses elsewhere are not
visited: this needs no network. Exits with 1 if something was named.
"""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*<?([^()\s<>]*(?:\([^()]*\)[^()\s<>]*)*)>?(?:\s+\"[^\"]*\")?\s*\)")
NAMED = re.compile(r"^\[[^\]]+\]:\s+<?(\S+?)>?\s*$", re.MULTILINE)
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def anchors(text):
    """What headings are called in a link, by the rule of MkDocs; a second one of a name ends in _1. GitHub keeps each
    blank and hyphen: a heading that it calls otherwise is none."""
    names = {}
    for heading in re.findall(r"^#{1,6}\s+(.*?)\s*#*$", FENCE.sub("", text), re.MULTILINE):
        name = re.sub(r"[^\w\s-]", "", re.sub(r"\]\([^)]*\)", "", heading)).strip().lower()
        github, name = re.sub(r"\s", "-", name), re.sub(r"[-\s]+", "-", name)
        if github == name:
            names[name] = names.get(name, -1) + 1
    return {name if i == 0 else f"{name}_{i}" for name, count in names.items() for i in range(count + 1)}


def wrong(root, page, target):
    """What is wrong with a link, or None."""
    path, _, anchor = unquote(target).partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.is_relative_to(root):
        return "leads out of the tree"
    if not file.exists():
        return "is not there"
    if file.is_dir():
        return "is a folder: name its README.md"
    if anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8")):
        return "has no such heading"
    return None


def main():
    root = Path(sys.argv[1]).resolve()
    found = False
    for name in sys.argv[2:]:
        page = root / name
        text = page.read_text(encoding="utf-8")
        prose = CODE.sub("``", FENCE.sub("", text))
        for target in LINK.findall(prose) + NAMED.findall(prose):
            problem = None if ELSEWHERE.match(target) else wrong(root, page, target)
            if problem:
                print(f"{name}: {target} {problem}")
                found = True
    sys.exit(found)


if __name__ == "__main__":
    main()
