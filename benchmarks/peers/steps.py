"""One stochastic step on a9a at batch 128 by SONX, 3S-Econ and SMD: the same arithmetic, with NumPy
on dense rows, on SciPy's sparse rows, and with PyTorch's automatic derivatives.

SONX and 3S-Econ go down the hinge loss with SCAD under demographic parity, with kappa = 0, so that
the constraint always binds and no step is short of its penalty; SMD has two groups, 64 rows each.
An epoch of 3S-Econ is so long that no restart falls into it: it asks two batches about the
constraint, the first of them at two points, and one about the loss."""

import time

from peers.rows import a9a
from peers.side import loop_us
from peers.steps_numpy import DenseSteps, SparseSteps
from peers.table import Absent, times

PROBLEM = "dp_scad:data={data},kappa=0,svio_steps=1"
METHODS = {
    "SONX": (PROBLEM + ",penalty=hinge", "sonx:B0=128,B1=1,B2=128"),
    "3S-Econ": (PROBLEM, "3secon:q=1000000000,S2=128,b_f=128,b_g=128"),
    "SMD": ("group_dro:data={data},groups=sex,radius=5", "smd:b=64"),
}


def peers(rows, fair, groups):
    """The peers that are here, with their targets and clocks; then those that are not."""
    from peers.steps_torch import TorchSteps
    here, absent = {}, []
    for name, target, make, clock in (
            ("NumPy, dense rows", 15, DenseSteps, time.process_time),
            ("SciPy, sparse rows", 40, SparseSteps, time.process_time),
            ("PyTorch", 40, TorchSteps, time.process_time),
            ("PyTorch, 2 threads, wall", None, lambda *a: TorchSteps(*a, threads=2),
             time.perf_counter)):
        try:
            here[name] = (make(rows, fair, groups), target, clock)
        except Absent as why:
            absent.append(Absent(f"{name}: {why}"))
    return here, absent


def measure(side):
    rows = a9a(side)
    spec = {name: [part.format(data=rows.name) for part in parts]
            for name, parts in METHODS.items()}
    here, absent = peers(rows, list(rows.parts(spec["SONX"][0]).values()),
                         list(rows.groups(spec["SMD"][0]).values()))
    steps, calls = (400, 20) if side.quick else (100000, 2000)
    for method, (problem, algorithm) in spec.items():
        sides = {"ours": lambda: side.step_us(problem, algorithm, steps)}
        for name, (peer, _, clock) in here.items():
            sides[name] = lambda p=peer, c=clock: loop_us(p.begin(method), calls, c)
        took = side.medians(sides)
        for name, (_, target, _) in here.items():
            yield times(f"step, {method}, {rows.name}, batch 128", "us", took["ours"], name,
                        took[name], target)
    yield from absent
