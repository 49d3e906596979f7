"""Between the library's calls and a method's functions: one pair of callbacks per class."""

from __future__ import annotations

import ctypes
import importlib.util
import inspect
import os
import sys
import traceback
from pathlib import Path
from typing import Any, Optional

from ._arrays import view
from ._library import c_text, load
from .errors import BudgetSpent, Error, Finished
from .method import Method, Parameter
from .oracle import Oracle
from .structs import INIT, KINDS, STEP, MethodStruct, Param

_FIELD = 8  # bytes of a parameter in the struct that the library fills
_HERE = os.path.dirname(os.path.abspath(__file__))
_home = os.getpid()

_BUDGET_SPENT, _FINISHED, _BAD_ARGUMENT = 1, 2, -1


class _Run:
    """One run of a method."""

    def __init__(self, method: Method, oracle: Oracle, averages: bool) -> None:
        self.method, self.oracle, self.averages = method, oracle, averages
        self.point: Any = None
        self.average: Any = None

    def note(self, state: int) -> None:
        """Tell the library where the method stands, unless it is the same array as before."""
        point = self.method.point
        if point is not self.point:
            self._tell(state, "point", point, self.oracle._f.lf_binding_iterate)
            self.point = point  # kept, so that the numbers stay where they are
        if self.averages:
            average = self.method.average
            if average is not self.average:
                self._tell(state, "average", average, self.oracle._f.lf_binding_average)
                self.average = average

    def _tell(self, state: int, what: str, place: Any, tell: Any) -> None:
        w, y = place if isinstance(place, tuple) else (place, None)
        o = self.oracle
        y_at = None if y is None else o._at(y, o.info.domain_y.n, f"{what}'s y")
        tell(state, o._at(w, o.dim, what), y_at)


class Bound:
    """A class as the library knows it. Kept for ever: the library holds its addresses."""

    def __init__(self, cls: type[Method]) -> None:
        self.cls = cls
        own = cls.parameters()  # first: one of them may stand in the place of code()
        self.code = cls.code()
        self.table = {**own, "code": Parameter("text", self.code, doc="its source")}
        self.runs: dict[int, _Run] = {}
        self.newest = 0
        self.failure: Optional[BaseException] = None
        self.averages = cls.average is not None
        self._callbacks = INIT(self._init), STEP(self._step)
        self._texts: list[bytes] = []
        rows = [self._row(i, name, p) for i, (name, p) in enumerate(self.table.items())]
        self._rows = (Param * (len(rows) + 1))(*rows)
        self.struct = MethodStruct(
            self._text(cls.__name__),
            self._text(((cls.__doc__ or "").strip() or "a method in Python").splitlines()[0]),
            self._text(cls.source),
            self._text(cls.view),
            self._rows,
            _FIELD * len(rows),
            self.averages,
            self._text(cls._file) if cls._file else None,
            *self._callbacks,
        )

    def _text(self, words: str) -> bytes:
        self._texts.append(c_text(words))
        return self._texts[-1]

    def _row(self, i: int, name: str, p: Parameter) -> Param:
        row = Param(self._text(name), KINDS[p.kind], _FIELD * i, doc=self._text(p.doc or name))
        if p.kind == "choice":
            if p.default not in p.words:
                raise Error(f"parameter '{name}': '{p.default}' is none of {'|'.join(p.words)}")
            row.value, row.text = p.words.index(p.default), self._text("|".join(p.words))
        elif p.kind == "text":
            row.text = self._text(p.default)
        else:
            row.value, row.min, row.max = p.default, p.least, p.most
        return row

    def _values(self, params: int) -> dict[str, Any]:
        """The struct that the library filled, by name."""
        values: dict[str, Any] = {}
        for i, (name, p) in enumerate(self.table.items()):
            at = params + _FIELD * i
            if p.kind == "real":
                values[name] = ctypes.c_double.from_address(at).value
            elif p.kind == "count":
                values[name] = ctypes.c_size_t.from_address(at).value
            elif p.kind == "choice":
                values[name] = p.words[ctypes.c_int.from_address(at).value]
            else:
                values[name] = (ctypes.c_char_p.from_address(at).value or b"").decode()
        code = values.pop("code")
        if code != self.code:
            raise Error(f"made by the code {code}, and here it is {self.code}")
        return values

    def _init(self, state: int, params: int, o: int, x0: int, arena: int) -> int:
        try:
            _settle_in_child()
            method, oracle = self.cls(), Oracle(o, state, arena)
            for name, value in self._values(params).items():
                setattr(method, name, value)
            start = view(x0, oracle.dim)
            start.flags.writeable = False
            method.init(oracle, start)
            oracle._arena = None
            run = _Run(method, oracle, self.averages)
            run.note(state)
            self.runs[state], self.newest = run, state
            return 0
        except BaseException as failure:  # nothing may pass into C
            return self._answer(failure)

    def _step(self, state: int, o: int) -> int:
        try:
            run = self.runs[state]
            try:
                run.method.step(run.oracle)
            finally:
                run.note(state)
            return 0
        except BaseException as failure:
            return self._answer(failure)

    def _answer(self, failure: BaseException) -> int:
        """The status of what was raised. What is raised here is lost on the way to C, and no failure there."""
        try:
            return self._status(failure)
        except BaseException:
            line = f"{type(failure).__name__}, which cannot be told"
            return int(load().fast.lf_binding_fail(_BAD_ARGUMENT, line.encode("utf-8", "replace")))

    def _status(self, failure: BaseException) -> int:
        """With its line as the library's message."""
        if isinstance(failure, BudgetSpent):
            return _BUDGET_SPENT
        if isinstance(failure, Finished):
            return _FINISHED
        self.failure = failure
        if os.getpid() != _home:
            traceback.print_exception(type(failure), failure, failure.__traceback__)
        status = failure.status if isinstance(failure, Error) else _BAD_ARGUMENT
        line = " ".join(describe(failure).split())
        return int(load().fast.lf_binding_fail(min(status, -1), line.encode("utf-8", "replace")))


def describe(failure: BaseException) -> str:
    """Type, message and the innermost line that is not this package's."""
    frames = traceback.extract_tb(failure.__traceback__)
    ours = (_HERE + os.sep, "<frozen ", "<__array_function__")  # and what imports a file, and NumPy's own
    own = [f for f in frames if not f.filename.startswith(ours)]  # where it is audited no folder is known
    where = f" ({os.path.basename(own[-1].filename)}:{own[-1].lineno})" if own else ""
    return f"{type(failure).__name__}: {failure}{where}"


def _settle_in_child() -> None:
    """In the process of a run: its error output is kept with its record, its output goes nowhere.
    A notebook's streams would talk to a thread that is not here."""
    if os.getpid() == _home or getattr(sys.stderr, "_levelfield", False):
        return
    sys.stdout = open(os.devnull, "w", encoding="utf-8")
    sys.stderr = os.fdopen(os.dup(2), "w", buffering=1, encoding="utf-8", errors="replace")
    sys.stderr._levelfield = True  # type: ignore[attr-defined]


_bound: dict[str, list[Bound]] = {}


def register(cls: type[Method]) -> str:
    """Make a class known under its name; the name. Again under the same name: it is replaced."""
    if not (isinstance(cls, type) and issubclass(cls, Method)):
        raise Error(f"{cls!r} is no method: derive a class from levelfield.Method")
    earlier = _bound.setdefault(cls.__name__, [])
    if earlier and earlier[-1].cls is cls:
        return cls.__name__
    bound = Bound(cls)
    library = load()
    library.check(library.fast.lf_binding_add(bound.struct))
    earlier.append(bound)  # the older ones stay: sessions may be running them
    return cls.__name__


def methods_of(path: str) -> list[type[Method]]:
    """The methods that a Python file defines itself; the file is imported."""
    name = Path(path).stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise Error("there is no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as failure:
        raise Error(describe(failure)) from failure
    own = [c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == name]
    methods = [c for c in own if issubclass(c, Method)]
    if not methods:
        raise Error("it defines no class derived from levelfield.Method")
    return methods


def newest(name: str) -> Optional[Bound]:
    """The class behind a name as it is now; None for methods in C."""
    known = _bound.get(name)
    return known[-1] if known else None
