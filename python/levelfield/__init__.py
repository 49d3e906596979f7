"""Levelfield from Python: methods of one's own, campaigns, results, and runs step by step.

    class Descent(levelfield.Method):
        view = "plain"
        eta: float = 0.1
        def init(self, oracle, x0): ...
        def step(self, oracle): ...

    results = levelfield.run("auc", [Descent, "sgd"], budget="1e4:samples", seeds=range(3))

docs/python.md is the guide.
"""

from .errors import BudgetSpent, Error, Finished
from .method import Method, choice, count, real, text
from .oracle import Oracle
from .problem import Component, Domain, Problem
from .results import Results, Run, open_results
from .run import catalogue, command, load_plugin, register, run
from .session import Session
from .structs import EVERY, Batch

__version__ = "0.2.0"

__all__ = [
    "EVERY",
    "Batch",
    "BudgetSpent",
    "Component",
    "Domain",
    "Error",
    "Finished",
    "Method",
    "Oracle",
    "Problem",
    "Results",
    "Run",
    "Session",
    "catalogue",
    "choice",
    "command",
    "count",
    "load_plugin",
    "open_results",
    "real",
    "register",
    "run",
    "text",
]
