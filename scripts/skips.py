#!/usr/bin/env python3
"""What CTest left out and why, and whether it may: scripts/skips.py build/PRESET/ctest.xml...

The files are those of ctest --output-junit. A test counts as skipped if CTest says so, or if it prints
a line that begins with "skipped", whatever its exit code. With LEVELFIELD_DATA only what tests/skips.txt
names may be skipped; without it also what needs the data. Anything else ends with 1.
"""
import os
import pathlib
import re
import sys
import xml.etree.ElementTree as tree


def skips(path):
    """(preset, test, why) of every skip in a file; the preset is the name of its folder."""
    for case in tree.parse(path).getroot().iter("testcase"):
        said = re.findall(r"^skipped\W*(.*)$", case.findtext("system-out") or "", re.M)
        if said or case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
            for why in dict.fromkeys(said or ["it does not say why"]):
                yield path.parent.name, case.get("name"), why


def allowed(lines, skip):
    """Is the skip on a line "PRESET TEST WHY" of the list? WHY is the beginning of the reason."""
    words = (line.split(maxsplit=2) for line in lines if line.strip() and not line.startswith("#"))
    return any(skip[:2] == (preset, test) and skip[2].startswith(why) for preset, test, why in words)


def main():
    lines = (pathlib.Path(__file__).parent.parent / "tests/skips.txt").read_text().splitlines()
    found = [skip for name in sys.argv[1:] for skip in skips(pathlib.Path(name).resolve())]
    wrong = 0
    for skip in found:
        may = allowed(lines, skip) or (
            not os.environ.get("LEVELFIELD_DATA") and "LEVELFIELD_DATA is not set" in skip[2])
        wrong += not may
        print(f"  {'skipped' if may else 'SKIPPED'} {skip[0]} {skip[1]}: {skip[2]}")
    print(f"test: {len(found)} skipped" + (f", {wrong} of them not in tests/skips.txt" if wrong else ""))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
