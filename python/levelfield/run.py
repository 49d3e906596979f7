"""Campaigns: methods on problems under equal budgets, stored like those of the command line."""

from __future__ import annotations

import ctypes
import operator
import os
import sys
import threading
from numbers import Integral
from typing import Iterable, Optional, Sequence, Union

from . import _bound
from ._library import c_text, load
from .errors import Error
from .method import Method
from .results import Results, open_latest
from .structs import SAID

__all__ = ["catalogue", "command", "load_plugin", "register", "run"]

Words = Union[str, Sequence[str]]
Methods = Union[str, "type[Method]", "Sequence[Union[str, type[Method]]]"]

_RUNS_FAILED, _INTERRUPTED = 4, 130
_one_at_a_time = threading.Lock()  # a campaign watches the signals of the whole process


def _renew() -> None:
    """In a run's process, which began while the lock was held: who takes it there is refused, and
    need not wait for that."""
    global _one_at_a_time
    _one_at_a_time = threading.Lock()


os.register_at_fork(after_in_child=_renew)


def register(method: type[Method]) -> str:
    """Make a class known under its name, for ``NAME:k=v`` in methods, tune and experiments."""
    return _bound.register(method)


def load_plugin(path: Union[str, "os.PathLike[str]"]) -> None:
    """Load a method or a problem from a shared object, as ``--plugin`` does."""
    library = load()
    library.show()
    library.check(library.fast.lf_binding_load(os.fsencode(path)))


def catalogue() -> dict[str, list[dict[str, object]]]:
    """``algorithms`` and ``problems`` with their parameters, defaults and ranges."""
    library = load()
    found: dict[str, list[dict[str, object]]] = library.json(library.fast.lf_binding_catalogue())
    return found


def _carry_out(words: Sequence[str]) -> tuple[int, list[str]]:
    """A command line in this process: its exit code and what it said."""
    library = load()
    library.settle_kernels()
    if any(word.startswith("--plugin") for word in words):
        library.show()
    if "--audit" in words:
        from ._audited import prepare

        prepare()
    said: list[str] = []

    def listen(line: bytes) -> None:
        said.append(line.decode("utf-8", "replace"))

    texts = (ctypes.c_char_p * (len(words) + 1))(*[c_text(word) for word in words])
    sys.stdout.flush()
    with _one_at_a_time:
        code = int(library.free.lf_binding_command(len(words), texts, SAID(listen)))
    if code == _INTERRUPTED:
        raise KeyboardInterrupt(said[-1] if said else "")
    return code, said


class Refused(Error):
    """What a command was to use cannot be used (exit code 3): its line is not what is wrong."""


def command(*words: str) -> int:
    """Any command of ``levelfield`` in this process, where methods in Python are known:
    ``command("tune", "--problem", ...)``. Prints as it does; returns its exit code, and raises its
    line as an Error for codes that say that nothing was done (2 and 3)."""
    if any(word.startswith("--blas-core") for word in words):
        raise Error("--blas-core: set OPENBLAS_CORETYPE before Python starts instead")
    code, said = _carry_out(words)
    if code in (2, 3):
        raise (Refused if code == 3 else Error)(said[-1] if said else f"exit code {code}")
    for line in said:
        print(f"levelfield: {line}", file=sys.stderr)
    return code


def _seeds(seeds: Union[int, str, Iterable[int]]) -> str:
    """As the command takes them. A number is never cut: of 0.5 the run would be that of seed 0."""
    if isinstance(seeds, str):
        return seeds
    try:
        each = (seeds,) if isinstance(seeds, (int, Integral)) else seeds
        return ",".join(str(operator.index(seed)) for seed in each)
    except TypeError:
        line = f"seeds: expected whole numbers, such as 0, [0, 3] or range(5), or a text such as '0-4', not {seeds!r}"
        raise Error(line) from None


def _options(name: str, values: Words) -> list[str]:
    each = [values] if isinstance(values, str) else values
    return [word for value in each for word in (name, value)]


def _specs(methods: Methods) -> list[str]:
    """Classes are registered first, so that texts may name them, whatever their order."""
    each = [methods] if isinstance(methods, (str, type)) else list(methods)
    for method in each:
        if not isinstance(method, str):
            register(method)
    return [method if isinstance(method, str) else method.__name__ for method in each]


def run(
    problem: Words,
    methods: Methods,
    budget: Union[str, float],
    seeds: Union[int, str, Iterable[int]] = 0,
    out: Union[str, "os.PathLike[str]"] = "levelfield-out/run",
    *,
    jobs: int = 1,
    checkpoints: int = 20,
    spacing: str = "even",
    expensive: int = 1,
    timeout: Optional[float] = None,
    memory: Optional[str] = None,
    plugins: Words = (),
    force: bool = False,
    quiet: Optional[bool] = None,
) -> Results:
    """Run every method on every problem with every seed, and return these runs, from ``out``.

    Runs of earlier calls stay there, and are not among them: ``open_results(out)`` has them all.

    Methods are names with settings, ``"ssg:mode=stochastic"``, or classes derived from Method.
    Everything means what the options of ``levelfield run`` mean. A run that fails costs nothing but
    itself: its record says why. A command that cannot be carried out is an Error.
    """
    words = ["run", *_options("--plugin", plugins), *_options("--problem", problem)]
    words += _options("--algorithm", _specs(methods))
    words += ["--budget", str(budget), "--seeds", _seeds(seeds), "--out", os.fspath(out)]
    words += ["-j", str(jobs), "--checkpoints", str(checkpoints), "--spacing", spacing]
    words += ["--expensive", str(expensive), "--no-table"]
    if timeout is not None:
        words += ["--timeout", f"{timeout:g}"]
    if memory is not None:
        words += ["--memory", memory]
    if force:
        words.append("--force")
    if quiet or (quiet is None and not sys.stderr.isatty()):
        words.append("--quiet")
    code, said = _carry_out(words)
    if code not in (0, _RUNS_FAILED):
        raise Error(said[-1] if said else f"exit code {code}")
    for line in said:
        print(f"levelfield: {line}", file=sys.stderr)
    return open_latest(out)
