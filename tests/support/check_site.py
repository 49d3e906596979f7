"""Name what a site cannot show from disk. Usage: check_site.py FOLDER.

Every relative link, image, style and script of every page must be a file below FOLDER, and an anchor be on its
page; what a browser loads by itself must not come from elsewhere.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links, the loads and the anchors of one page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values.get("id"), values.get("name")}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in ("link", "script", "img"):
            self.loads += [values[key] for key in ("href", "src") if values.get(key)]


def main():
    root = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in root.rglob("*.html") if path.name != "404.html"}  # for servers alone
    found = []
    for path, page in pages.items():
        name = path.relative_to(root)
        found += [f"{name} loads {load}" for load in page.loads if urlsplit(load).netloc]
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not file.is_file() or not file.is_relative_to(root):
                found.append(f"{name}: {link} is not there")
            elif parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].anchors:
                found.append(f"{name}: {link} has no such place")
    print("\n".join(found[:20]))
    sys.exit(bool(found) or not pages)


if __name__ == "__main__":
    main()
