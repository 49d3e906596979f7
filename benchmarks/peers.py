#!/usr/bin/env python3
"""Levelfield beside its peers: one table, a line for each target of speed.

    scripts/build.sh release && scripts/build.sh bench
    /usr/bin/python3 benchmarks/peers.py [--only ROW] [--tries 5] [--json FILE]

Both sides take turns, and the medians of several tries count: CPU seconds where one thread works,
seconds of wall time where the line says so, which a busy machine spoils. What is missing here (a
package, a data set, a program that is not built) costs its rows, with a message. The peers run as
their authors mean them to be used, vectorised, on one thread unless the line says otherwise, and
with the OpenBLAS kernels that Levelfield chooses.
"""

import argparse
import os
import sys
import tempfile

from peers import (dense, growth, harness, loops, machine, networks, passes, readers, steps, sweep,
                   table)
from peers.side import Side

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROWS = {
    "pass": passes.measure, "step": steps.measure, "loops": loops.measure,
    "softmax": dense.measure, "mlp": networks.measure_mlp, "resnet": networks.measure_resnet,
    "readers": readers.measure, "meter": harness.measure_meter, "sweep": sweep.measure,
    "reproduce": harness.measure_reproduce, "growth": growth.measure,
}


def options():
    build = os.path.join(FOLDER, "..", "build")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=ROWS, metavar="ROW",
                        help="one of " + ", ".join(ROWS) + "; may be given several times")
    parser.add_argument("--tries", type=int, default=5, help="how often each side is measured")
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    parser.add_argument("--levelfield", default=os.path.join(build, "release", "levelfield"))
    parser.add_argument("--bench", default=os.path.join(build, "bench", "levelfield-bench"))
    parser.add_argument("--quick", action="store_true",
                        help="hardly any work: whether the rows run, not what they say")
    parser.add_argument("--harder", type=float, default=1, metavar="FACTOR",
                        help="make every target that many times as hard")
    parser.add_argument("--check", action="store_true", help="exit with 1 if one is not reached")
    return parser.parse_args()


def main():
    chosen = options()
    machine.settle()
    here = machine.describe(chosen.levelfield, FOLDER)
    for name, what in here.items():
        print(f"{name:<13}{what}", file=sys.stderr)
    lines, skipped = [], []
    with tempfile.TemporaryDirectory() as scratch:
        side = Side(chosen.levelfield, chosen.bench, chosen.tries, chosen.quick, scratch)
        for name in chosen.only or ROWS:
            print(f"peers: {name}", file=sys.stderr)
            try:
                for line in ROWS[name](side):
                    if isinstance(line, table.Absent):
                        skipped.append((name, str(line)))
                    else:
                        line.row = name
                        lines.append(line)
            except table.Absent as why:
                skipped.append((name, str(why)))
    table.show(lines, skipped, chosen.harder)
    if chosen.json:
        table.save(chosen.json, here, lines, skipped, chosen.harder)
    missed = [line for line in lines if line.reached(chosen.harder) is False]
    return 1 if chosen.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
