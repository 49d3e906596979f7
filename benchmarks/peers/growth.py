"""How the time of a step grows with the rows of the table, the batch and the entries of a row, and
memory with the number of checkpoints. The figure is the slope of log time over log size, between
the smallest size and the largest: 0 is flat, 1 is linear."""

import math

from peers.rows import made
from peers.table import Line

PROBLEM = "neyman_pearson:data={data},svio_steps=1"
METHOD = "3secon:q=1000000000,S2={b},b_f={b},b_g={b}"


def slope(side, sizes, measure, what, unit, target):
    """The line for one kind of growth; the sizes take turns."""
    took = side.medians({size: lambda s=size: measure(s) for size in sizes})
    first, last = sizes[0], sizes[-1]
    figure = math.log(took[last] / took[first]) / math.log(last / first)
    return Line(f"{what}, {first} to {last}", unit, took[last], f"at {first}", took[first], figure,
                target, least=False, of="slope")


def measure(side):
    steps = 400 if side.quick else 40000
    widest = 6 if side.quick else 100

    def step(data, b=128, n=steps):
        return side.step_us(PROBLEM.format(data=data), METHOD.format(b=b), n)

    rows = [500, 2000] if side.quick else [2000, 8000, 32000]
    tables = {n: made(side, n, 14).name for n in rows}
    yield slope(side, rows, lambda n: step(tables[n]), "step, rows of the table", "us", 0.1)
    batches = [128, 512, 2048]
    yield slope(side, batches, lambda b: step(tables[rows[-1]], b, steps * 128 // b),
                "step, batch", "us", 1.05)
    entries = [5, widest] if side.quick else [14, 56, 224]
    wide = {k: made(side, rows[0], k, 16 * k).name for k in entries}
    yield slope(side, entries, lambda k: step(wide[k], n=steps * 14 // k), "step, entries of a row",
                "us", 1.05)

    def memory(checkpoints):
        return side.run(PROBLEM.format(data=tables[rows[0]]), METHOD.format(b=32), 20000,
                        checkpoints).peak_kib / 1024

    yield slope(side, [10, 1000] if side.quick else [10, 10000], memory,
                "peak memory, checkpoints", "MiB", 0.01)
