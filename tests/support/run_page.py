"""Carry out a page of the documentation: its blocks in order, in the folder where this is started.

A block that begins with ```sh is given to bash, ```python to the interpreter on the path, and ```python FILE
is written to that file. All sh blocks share one environment, as if typed one after the other. Other blocks are
not carried out. Usage: run_page.py PAGE.
"""

import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^```(sh|python)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def script(page):
    """One bash script of all blocks; each python block is a file that is run where it stands."""
    lines = ["set -euo pipefail"]
    for number, (kind, file, body) in enumerate(BLOCK.findall(page)):
        lines.append(f"echo '--- block {number}: {kind} {file}'")
        if kind == "sh":
            lines.append(body)
            continue
        name = file or f"block{number}.py"
        Path(name).write_text(body, encoding="utf-8")
        if not file:
            lines.append(f"python3 {name}")
    return "\n".join(lines)


def main():
    page = Path(sys.argv[1]).read_text(encoding="utf-8")
    blocks = len(BLOCK.findall(page))
    if blocks == 0:
        sys.exit(f"{sys.argv[1]}: no block to carry out")
    Path("page.sh").write_text(script(page), encoding="utf-8")
    done = subprocess.run(["bash", "page.sh"], check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
