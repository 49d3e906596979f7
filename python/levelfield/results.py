"""Reading a result store (docs/store.md): runs and traces as arrays, or frames where pandas is.

Needs no library: a store is one SQLite file.
"""

from __future__ import annotations

import json
import os
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

import numpy as np

from ._arrays import Vector
from .errors import Error

__all__ = ["Results", "Run", "open_results"]

SCHEMAS = (2, 3, 4)
"""Versions of the store that this module reads: PRAGMA user_version. What it reads is the same in
all of them."""

_SECONDS = ("oracle_seconds", "algorithm_seconds", "evaluation_seconds")


@dataclass(frozen=True)
class Run:
    """One run: what it was, what came of it, and its trace."""

    key: str
    problem: str
    algorithm: str
    seed: int
    budget: str
    status: str
    cause: str
    log: str
    trace_sha256: str
    wall_seconds: float
    samples: Mapping[str, int] = field(repr=False)
    """Samples behind each role, the unit of passes.ROLE."""
    counters: Mapping[str, Vector] = field(repr=False)
    """Every counter at every checkpoint, with ``samples`` and ``passes.ROLE`` beside them."""
    metrics: Mapping[str, Vector] = field(repr=False)
    """Every metric at every checkpoint; NaN where it was not evaluated."""
    seconds: Mapping[str, Vector] = field(repr=False)
    """CPU time inside the oracle, the algorithm and the evaluation."""
    w: Optional[Vector] = field(repr=False)
    """The final iterate."""
    environment: Mapping[str, Any] = field(repr=False)

    @property
    def problem_name(self) -> str:
        """``dp_scad`` of ``dp_scad:data=a9a,...``."""
        return self.problem.split(":")[0]

    @property
    def algorithm_name(self) -> str:
        """The same of the method."""
        return self.algorithm.split(":")[0]

    @property
    def parameters(self) -> dict[str, str]:
        """The method's, as texts."""
        rest = self.algorithm.partition(":")[2]
        return dict(word.split("=", 1) for word in rest.split(",")) if rest else {}

    def last(self, metric: str) -> float:
        """The last value of a metric that was evaluated; NaN if there is none."""
        values = self.metrics[metric]
        known = values[~np.isnan(values)]
        return float(known[-1]) if known.size else float("nan")


class Results(Sequence[Run]):
    """The runs of one folder, sorted by problem, method and seed."""

    def __init__(self, folder: Path, runs: Sequence[Run]) -> None:
        self.folder, self._runs = folder, tuple(runs)

    def __len__(self) -> int:
        return len(self._runs)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return Results(self.folder, self._runs[i])
        return self._runs[i]

    def __iter__(self) -> Iterator[Run]:
        return iter(self._runs)

    def __repr__(self) -> str:
        return f"<Results: {len(self)} runs in {self.folder}>"

    def where(self, **wanted: Any) -> "Results":
        """The runs whose attributes are these: ``where(algorithm_name="ssg", seed=0)``."""
        kept = [r for r in self if all(getattr(r, k) == v for k, v in wanted.items())]
        return Results(self.folder, kept)

    def frame(self) -> Any:
        """One row a checkpoint as a pandas frame: problem, algorithm, seed, status, then every
        counter and metric."""
        try:
            import pandas
        except ImportError:
            raise Error(
                "pandas is not installed (apt-get install python3-pandas, or pip install pandas); "
                "run.counters and run.metrics are NumPy arrays"
            ) from None
        parts = [
            pandas.DataFrame(
                {
                    "problem": run.problem,
                    "algorithm": run.algorithm,
                    "seed": run.seed,
                    "status": run.status,
                    **run.counters,
                    **run.metrics,
                    **run.seconds,
                }
            )
            for run in self
        ]
        return pandas.concat(parts, ignore_index=True) if parts else pandas.DataFrame()


def _trace(store: sqlite3.Connection, run: int) -> tuple[dict[str, Vector], dict[str, Vector]]:
    """Counters, and seconds, at every checkpoint."""
    rows = store.execute("SELECT * FROM points WHERE run = ? ORDER BY point", (run,))
    names = [column[0] for column in rows.description]
    table = np.array(rows.fetchall(), dtype=np.float64).reshape(-1, len(names))
    columns = {name: table[:, k].copy() for k, name in enumerate(names)}
    seconds = {name: columns.pop(name) for name in _SECONDS}
    del columns["run"], columns["point"]
    return columns, seconds


def _sums(counters: dict[str, Vector], samples: Mapping[str, int]) -> None:
    """Add what docs/counters.md derives from the counters: samples and passes.ROLE."""
    n = len(counters["steps"])
    drawn = [v for name, v in counters.items() if name.startswith("samples.")]
    counters["samples"] = np.sum(drawn, axis=0) if drawn else np.zeros(n)
    for role, behind in samples.items():
        kinds = [
            v
            for name, v in counters.items()
            if name.endswith("." + role) and not name.startswith(("samples", "passes"))
        ]
        counters[f"passes.{role}"] = np.sum(kinds, axis=0) / behind if behind else np.zeros(n)


def _metrics(store: sqlite3.Connection, run: int, points: int) -> dict[str, Vector]:
    names = store.execute("SELECT name FROM metrics WHERE run = ? ORDER BY position", (run,))
    found = {name: np.full(points, np.nan) for (name,) in names}
    rows = store.execute("SELECT metric, point, value FROM metric_values WHERE run = ?", (run,))
    for metric, point, value in rows:
        found[metric][point] = value
    return found


def _read(store: sqlite3.Connection, row: sqlite3.Row) -> Run:
    run = row["id"]
    samples = dict(store.execute("SELECT role, samples FROM roles WHERE run = ?", (run,)))
    counters, seconds = _trace(store, run)
    metrics = _metrics(store, run, len(counters["steps"]))
    _sums(counters, samples)
    iterate = store.execute("SELECT bytes FROM iterates WHERE run = ?", (run,)).fetchone()
    said = store.execute("SELECT json FROM environments WHERE id = ?", (row["environment"],))
    environment = said.fetchone()
    return Run(
        **{name: row[name] for name in ("key", "problem", "algorithm", "budget", "status")},
        **{name: row[name] or "" for name in ("cause", "log", "trace_sha256")},
        seed=row["seed"] % 2**64,
        wall_seconds=row["wall_seconds"] or 0.0,
        samples=samples,
        counters=counters,
        metrics=metrics,
        seconds=seconds,
        w=np.frombuffer(iterate[0], dtype="<f8").copy() if iterate else None,
        environment=json.loads(environment[0]) if environment and environment[0] else {},
    )


def _open(folder: Union[str, "os.PathLike[str]"], where: str) -> Results:
    """The runs of an output folder for which a condition of SQL holds."""
    path = Path(folder) / "results.sqlite"
    if not path.is_file():
        raise Error(f"{path} does not exist: expected the output folder of a run")
    store = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    store.row_factory = sqlite3.Row
    try:
        (version,) = store.execute("PRAGMA user_version").fetchone()
        if version not in SCHEMAS:
            raise Error(f"{path} has schema {version}, but this package reads up to {SCHEMAS[-1]}")
        order = "ORDER BY problem, algorithm, seed, id"
        rows = store.execute(f"SELECT * FROM runs {where} {order}").fetchall()
        return Results(Path(folder), [_read(store, row) for row in rows])
    except sqlite3.DatabaseError as failure:
        raise Error(f"{path} is no result store: {failure}") from failure
    finally:
        store.close()


def open_results(folder: Union[str, "os.PathLike[str]"]) -> Results:
    """Every run of an output folder."""
    return _open(folder, "")


def open_latest(folder: Union[str, "os.PathLike[str]"]) -> Results:
    """Those of the latest ``levelfield run`` alone: its plan took the place of the one before."""
    planned = "SELECT key FROM plans JOIN experiments AS e ON e.id = experiment WHERE e.name = 'run'"
    return _open(folder, f"WHERE key IN ({planned})")
