"""Carry out a page of the documentation: its blocks in order, in the folder where this is started.

What stands behind ``` says what a block is. `sh` is given to bash as it stands, `sh data` too where
LEVELFIELD_DATA is set (else a line says that it is skipped); `python` to the interpreter on the path, and
`python FILE` is written to that file. All sh blocks share one environment, as if typed one after the other,
and the first command that fails ends the page. Other blocks are shown only: `console` is for commands that
are too long, or in need of a network or of root. Usage: run_page.py PAGE.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def blocks(page):
    """(line, words behind ```, text) of each."""
    words, begun, body = None, 0, []
    for number, line in enumerate(page.splitlines(keepends=True), 1):
        if words is None and line.startswith("```"):
            words, begun, body = line[3:].split(), number, []
        elif words is not None and line.startswith("```"):
            yield begun, words, "".join(body)
            words = None
        else:
            body.append(line)


def script(page, data):
    """One bash script of all blocks, "" if there is none; python blocks become files here."""
    lines = []
    for number, words, body in blocks(page):
        if words[:1] == ["python"]:
            name = words[1] if len(words) > 1 else f"block{number}.py"
            Path(name).write_text(body, encoding="utf-8")
            body = "" if len(words) > 1 else f"python3 {name}\n"
        elif words == ["sh", "data"] and not data:
            lines.append(f"echo 'skipped, as LEVELFIELD_DATA is not set: line {number}'")
            continue
        elif words not in (["sh"], ["sh", "data"]):
            continue
        lines += [f"echo '--- line {number}' >&2", body]
    return "\n".join(["set -euo pipefail", *lines] if lines else [])


def main():
    text = script(Path(sys.argv[1]).read_text(encoding="utf-8"), os.environ.get("LEVELFIELD_DATA"))
    if not text:
        sys.exit(f"{sys.argv[1]}: no block to carry out")
    with tempfile.NamedTemporaryFile("w", suffix=".sh", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        sys.exit(subprocess.run(["bash", file.name], check=False).returncode)


if __name__ == "__main__":
    main()
