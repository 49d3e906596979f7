#!/usr/bin/env python3
"""What a step of a method in Python costs beside the same step in C, and where the time goes.

SONX of examples/python/sonx.py takes its steps three times: in Python with Levelfield's oracle; in
C; and in Python with an oracle that answers at once with arrays made before, which is the time of
NumPy and of Python's own loop. What the first takes beyond the other two together is the border:
arguments checked, arrays found, the library called.

    python3 benchmarks/python_overhead.py [--problem cvar_dro] [--steps 100] [--rounds 25]
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "examples" / "python")]

import levelfield  # noqa: E402
from sonx import Sonx  # noqa: E402


class Canned:
    """An oracle of the same shape that does nothing; it counts the calls of a step."""

    def __init__(self, problem):
        self.dim, self.components_of, self.calls = problem.dim, problem.components, 0
        self.answer = {c.outputs: np.ones(c.outputs) for c in problem.components["inner"]}
        self.ids = list(range(8))

    def zeros(self, n):
        return np.zeros(n)

    def count(self, role):
        return len(self.components_of[role])

    def outputs(self, role, i):
        return self.components_of[role][i].outputs

    def _one(self, i):
        self.calls += 1
        return self.answer[self.components_of["inner"][i].outputs]

    def sample(self, role, i, n):
        self.calls += 1
        return i

    def components(self, role, k):
        self.calls += 1
        return self.ids[:k]

    def component_weight(self, role, k, i):
        self.calls += 1
        return 1.0

    def value(self, batch, w, out=None):
        return self._one(batch)

    def value_vjp(self, batch, w, y, grad):
        return self._one(batch)

    def outer_subgradient(self, role, i, z):
        return self._one(i).copy()

    def nothing(self, *arrays):
        self.calls += 1
        return arrays[0]

    project = regulariser = subgradient = nothing


def canned_method(problem):
    """SONX ready to step with the canned oracle."""
    method, oracle = Sonx(), Canned(problem)
    method.init(oracle, np.zeros(oracle.dim))
    oracle.calls = 0
    method.step(oracle)
    return method, oracle, oracle.calls


def least(rounds, steps, takers):
    """CPU microseconds a step of each, the least of several rounds in which they take turns: what
    else runs here only adds."""
    times = [[] for _ in takers]
    for _ in range(rounds):
        for take, taken in zip(takers, times):
            start = time.thread_time()
            take(steps)
            taken.append(time.thread_time() - start)
    return [1e6 * min(taken) / steps for taken in times]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--problem", default="cvar_dro")
    options.add_argument("--steps", type=int, default=100)
    options.add_argument("--rounds", type=int, default=25)
    given = options.parse_args()

    ours, theirs = (
        levelfield.Session(given.problem, method, seed=1, budget="1e9") for method in (Sonx, "sonx")
    )
    method, oracle, calls = canned_method(ours.problem)

    def canned(steps):
        for _ in range(steps):
            method.step(oracle)

    python, c, alone = least(given.rounds, given.steps, [ours.step, theirs.step, canned])
    if ours.counters != theirs.counters:
        raise SystemExit("the counters of Python and C differ")
    border = python - c - alone
    print(f"{given.problem}: d = {oracle.dim}, {calls} calls of the oracle a step")
    print(f"  in Python                       {python:8.1f} us a step")
    print(f"  in C                            {c:8.1f} us a step")
    print(f"  NumPy and Python's loop alone   {alone:8.1f} us a step")
    a_call = border / calls
    print(f"  the border                      {border:8.1f} us a step, {a_call:.2f} us a call")


if __name__ == "__main__":
    main()
