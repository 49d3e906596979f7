"""FV and CVio of Problem 2 (hinge + SCAD, demographic parity), computed from nothing but the raw
LIBSVM files, `levelfield data split --json` and a saved solution: an independent second opinion.

usage: recompute.py SPLIT.json SOLUTION FILE...      (files in the data set's order)
"""

import gzip
import json
import math
import sys

LAMBDA, KAPPA = 0.02, 0.02


def rows_of(path):
    """(label, [(column from 0, value)]) for each line."""
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt") as lines:
        for line in lines:
            label, *pairs = line.split()
            entries = (pair.split(":") for pair in pairs)
            yield float(label), [(int(column) - 1, float(value)) for column, value in entries]


def scad(z):
    z = abs(z)
    if z <= 1:
        return 2 * z
    return -z * z + 4 * z - 1 if z <= 2 else 3.0


def sigmoid(t):
    return 1 / (1 + math.exp(-t)) if t >= 0 else math.exp(t) / (1 + math.exp(t))


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values)


def main(split_path, solution_path, *data_paths):
    with open(split_path) as file:
        parts = json.load(file)["parts"]
    with open(solution_path) as file:
        x = [float(line) for line in file]
    rows = [row for path in data_paths for row in rows_of(path)]
    score = [math.fsum(x[column] * value for column, value in entries) for _, entries in rows]
    hinge = mean(max(0.0, 1 - rows[i][0] * score[i]) for i in parts["train"])
    gap = mean(sigmoid(score[i]) for i in parts["protected"]) - mean(
        sigmoid(score[i]) for i in parts["unprotected"]
    )
    fv = hinge + LAMBDA * math.fsum(scad(z) for z in x)
    print(json.dumps({"FV": fv, "CVio": max(0.0, abs(gap) - KAPPA)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
