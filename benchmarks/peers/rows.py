"""Tables of rows that both sides read: a9a where it is found, or one made in its shape."""

import gzip
import json
import os
import random

from peers.side import load
from peers.table import Absent


class Rows:
    """A table in CSR form and dense, its labels, and how a problem divides its rows."""

    def __init__(self, side, name, paths, features):
        self.side, self.name, self.paths, self.features = side, name, paths, features
        self.numpy = load("numpy", "python3-numpy")
        self.start, self.column, self.value, self.label = self._read()

    def _read(self):
        np, start, column, value, label = self.numpy, [0], [], [], []
        for path in self.paths:
            with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
                for line in file:
                    first, *entries = line.split()
                    label.append(float(first))
                    for entry in entries:
                        index, _, number = entry.partition(":")
                        column.append(int(index) - 1)
                        value.append(float(number))
                    start.append(len(column))
        return np.array(start), np.array(column, np.int32), np.array(value), np.array(label)

    def sparse(self, rows=None):
        scipy = load("scipy.sparse", "python3-scipy")
        table = scipy.csr_matrix((self.value, self.column, self.start),
                                 shape=(len(self.label), self.features))
        return table if rows is None else table[rows]

    def dense(self, rows=None):
        np, table = self.numpy, self.numpy.zeros((len(self.label), self.features))
        owner = np.repeat(np.arange(len(self.label)), np.diff(self.start))
        table[owner, self.column] = self.value
        return table if rows is None else table[rows]

    def parts(self, problem):
        """Row numbers of each part that a problem makes of the table, in the order of its parts."""
        done = self.side.command("data", "split", problem, "--json")
        return {name: self.numpy.array(rows)
                for name, rows in json.loads(done.text)["parts"].items()}

    def groups(self, problem):
        """The same of its groups' training rows."""
        return {name: rows for name, rows in self.parts(problem).items()
                if name not in ("train", "test") and not name.startswith("test ")}


def a9a(side):
    """a9a and its test rows, or a table of that shape where the files are missing."""
    try:
        paths = side.command("data", "path", "a9a").text.split()
    except Absent:
        return made(side, 2000, 14)
    return Rows(side, "a9a", paths, 123)


def made(side, n, entries, features=123):
    """n rows with `entries` ones each at random columns, and a group of two kinds."""
    folder = os.path.join(side.scratch, f"made-{n}-{entries}-{features}")
    chance = random.Random(1)
    table = os.path.join(folder, "table.libsvm")
    if not os.path.isdir(folder):
        os.mkdir(folder)
        with open(table, "w") as file, open(os.path.join(folder, "sex.txt"), "w") as groups:
            for _ in range(n):
                columns = sorted(chance.sample(range(1, features + 1), entries))
                label = "+1" if (columns[0] + columns[-1] + chance.randrange(60)) % 4 == 0 else "-1"
                file.write(f"{label} " + " ".join(f"{c}:1" for c in columns) + "\n")
                groups.write(chance.choice(["Female", "Male"]) + "\n")
        with open(os.path.join(folder, "made.yaml"), "w") as file:
            file.write("features: table.libsvm\ngroups: [sex.txt]\n")
    return Rows(side, os.path.join(folder, "made.yaml"), [table], features)
