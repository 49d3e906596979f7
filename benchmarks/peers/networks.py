"""Networks beside PyTorch: an epoch of an MLP and training of ResNet-20, by the scripts that do
nothing else."""

import os
import re
import subprocess
import sys

from peers.side import load
from peers.table import Absent, rates, times

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def script(name, *words):
    """The lines that a script prints."""
    done = subprocess.run([sys.executable, os.path.join(FOLDER, name), *words],
                          capture_output=True, text=True)
    if done.returncode:
        raise Absent(f"{name}: " + (done.stderr.strip().splitlines() or ["failed"])[-1])
    return done.stdout.splitlines()


NETWORKS = {"fairness": "107-107-107-1, AUC under fairness, Adult", "classes": "123-64-64-1, a9a"}


def measure_mlp(side):
    """Seconds of an epoch of whole steps, each side in two precisions."""
    load("torch", "python3-torch")
    if side.quick:
        raise Absent("takes its time: not with --quick")
    lines = script("mlp_against_pytorch.py", "--tries", str(side.tries), "--levelfield",
                   side.levelfield, "--bench", side.bench)
    found = [re.match(r"(\w+), whole step" + r"\s+([\d.]+)" * 4, x) for x in lines]
    if not any(found):
        raise Absent("mlp_against_pytorch.py printed no epochs")
    for row in filter(None, found):
        took = [float(x) * 1e3 for x in row.groups()[1:]]
        for k, name in enumerate(("float64", "float32")):
            yield times(f"MLP epoch, {name}, {NETWORKS[row[1]]}", "ms", took[k], "PyTorch",
                        took[2 + k], 5)


def training(side, threads):
    """Images a second on that many cores, of each side that the script prints."""
    seen = {}
    for line in script("resnet20_against_pytorch.py", "--threads", str(threads), "--activation",
                       "relu", "--bench", side.bench, str(side.tries)):
        found = re.match(r"relu\s+(levelfield|PyTorch.*?)\s+([\d.]+) images/s", line)
        if found:
            seen[found[1]] = float(found[2])
    return seen


def measure_resnet(side):
    load("torch", "python3-torch")
    if side.quick:
        raise Absent("takes its time: not with --quick")
    for threads in 1, 2:
        if threads > (os.cpu_count() or 1):
            yield Absent(f"{threads} threads: this machine has {os.cpu_count()} cores")
            continue
        seen = training(side, threads)
        ours = seen.pop("levelfield")
        what = "ResNet-20 training, batch 128" + (", two cores, wall" if threads > 1 else "")
        for name, theirs in seen.items():
            yield rates(what, "images/s", ours, name, theirs, 1.5)
