"""One run, step by step, in this process: for notebooks and for looking closely."""

from __future__ import annotations

import ctypes
from types import TracebackType
from typing import Optional, Union

from . import _bound
from ._arrays import Vector, view
from ._library import c_text, load
from .errors import Error
from .method import Method
from .problem import Problem

__all__ = ["Session"]

_CHUNK = 256  # steps between two looks for Ctrl-C


class Session:
    """A run that waits between steps: the meter, the seeds and the budget are those of ``run``.

    ``session.step(10)``, then look at ``counters``, ``metrics()`` and ``w``. A session has no
    process of its own: what crashes takes the interpreter with it. Sessions take turns: while a
    method makes a step, none is opened, stepped or judged, by the method or by another thread.
    """

    def __init__(
        self,
        problem: str,
        method: Union[str, type[Method]],
        seed: int = 0,
        budget: Union[str, float] = "1e6:steps",
    ) -> None:
        if not 0 <= seed < 2**63:  # ctypes would cut off what is beyond 64 bits
            raise Error(f"seed: expected a whole number from 0 to {2**63 - 1}, and not {seed}")
        self._library = load()
        self._library.settle_kernels()
        self._session: Optional[int] = None
        spec = method if isinstance(method, str) else _bound.register(method)
        self._bound, handle = _bound.newest(spec.split(":")[0]), ctypes.c_void_p()
        open_session = self._library.free.lf_binding_open
        status = open_session(c_text(problem), c_text(spec), seed, c_text(str(budget)), handle)
        if status:
            message = self._library.message()
            raise Error(message, status) from self._raised()
        self._session = handle.value
        self._state = self._bound.newest if self._bound else 0
        said = self._library.json(self._library.fast.lf_binding_problem(self._session))
        self.problem = Problem.from_json(said)
        self._counters = self._names("lf_binding_counter")

    def _names(self, function: str, *before: int) -> list[str]:
        names: list[str] = []
        while True:
            name = getattr(self._library.fast, function)(*before, len(names))
            if name is None:
                return names
            names.append(name.decode())

    def _raised(self) -> Optional[BaseException]:
        """What the method raised, which is the cause of a failure."""
        if self._bound is None:
            return None
        failure, self._bound.failure = self._bound.failure, None
        return failure

    def _open(self) -> int:
        if self._session is None:
            raise Error("the session is closed")
        return self._session

    def step(self, n: int = 1) -> int:
        """Make n steps; how many were made, fewer where the run is over. What a method raises comes
        out as an Error whose ``__cause__`` it is."""
        if n < 0:
            raise Error(f"n: expected a whole number from 0, and not {n}")
        session, before = self._open(), self.steps
        for left in range(n, 0, -_CHUNK):
            self._library.check(self._library.free.lf_binding_step(session, min(left, _CHUNK)))
            if self.over:
                break
        if self.status == "failed":
            failure = self._raised()
            if isinstance(failure, KeyboardInterrupt):
                raise failure
            if failure is not None:
                raise Error(self.cause or "failed") from failure
        return self.steps - before

    @property
    def over(self) -> bool:
        """Has the run ended?"""
        return self.status is not None

    @property
    def status(self) -> Optional[str]:
        """done, diverged or failed; None while it goes on."""
        word = self._library.fast.lf_binding_status(self._open())
        return word.decode() if word is not None else None

    @property
    def cause(self) -> Optional[str]:
        """Why it is over, in one line."""
        line = self._library.fast.lf_binding_cause(self._open())
        return line.decode("utf-8", "replace") if line is not None else None

    @property
    def counters(self) -> dict[str, int]:
        """Every counter at the last whole step, as docs/counters.md names them."""
        n = len(self._counters)
        at = self._library.fast.lf_binding_counts(self._open())
        return dict(zip(self._counters, (ctypes.c_uint64 * n).from_address(at)))

    @property
    def steps(self) -> int:
        """Whole steps so far."""
        return self.counters["steps"]

    def cost(self, text: str) -> float:
        """Any cost of these counters, such as ``passes.constraint`` or a measure of the problem."""
        value, session = ctypes.c_double(), self._open()
        self._library.check(
            self._library.fast.lf_binding_cost(session, text.encode(), value)
        )
        return value.value

    def metrics(self) -> dict[str, float]:
        """Every metric at the last whole step, on the full data, outside the meter."""
        session, values, n = self._open(), ctypes.c_void_p(), ctypes.c_size_t()
        self._library.check(self._library.free.lf_binding_judge(session, values, n))
        names = self._names("lf_binding_metric", session)
        return dict(zip(names, view(values.value or 0, n.value).tolist()))

    @property
    def w(self) -> Vector:
        """A copy of the iterate of the last whole step."""
        return view(self._library.fast.lf_binding_at(self._open()).w or 0, self.problem.dim).copy()

    @property
    def y(self) -> Optional[Vector]:
        """A copy of the second block; None where the method keeps none."""
        at = self._library.fast.lf_binding_at(self._open()).y
        return view(at, self.problem.domain_y.n).copy() if at else None

    def close(self) -> None:
        """Give back what the session took; fine twice."""
        if self._session is None:
            return
        self._library.fast.lf_binding_close(self._session)
        self._session = None
        if self._bound is not None:
            self._bound.runs.pop(self._state, None)

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        failure: Optional[BaseException],
        where: Optional[TracebackType],
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_session", None) is not None:
            self.close()
