"""callers.py ROOT FILE...: a function of a header that no source but its own, and no other header, mentions;
one line each. Tests do not count: what only they call is not used.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

DECLARED = re.compile(r"^[a-zA-Z_][\w \*]*?[ \*](lf_\w+)\(", re.M)
WORD = re.compile(r"\blf_\w+")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
USERS = ("benchmarks/", "examples/", "python/", "docs/examples/")


def main(root, files):
    """Print them."""
    text = {file: COMMENT.sub("", (root / file).read_text()) for file in files if not file.startswith("tests/")}
    mentions = defaultdict(set)
    for file, code in text.items():
        for name in set(WORD.findall(code)):
            mentions[name].add(file)
    for file, code in text.items():
        if not file.endswith(".h") or file.startswith(USERS):
            continue
        for name in sorted(set(DECLARED.findall(code))):
            users = {user for user in mentions[name] if user != file and not defines(name, text[user])}
            calls = sum(len(re.findall(rf"\b{name}\(", text[user])) for user in mentions[name]
                        if user != file and defines(name, text[user]))
            if not users and calls < 2 and len(re.findall(rf"\b{name}\b", code)) < 2:
                print(f"{file}: nothing but tests calls {name}")


def defines(name, code):
    """Is the function's body there?"""
    return re.search(rf"^[a-zA-Z_][^;{{}}\n]*\b{name}\((?:[^;{{}}]|\n)*\)\s*{{", code, re.M) is not None


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
