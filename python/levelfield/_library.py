"""Finding liblevelfield, checking that it fits, and preparing it for life inside an interpreter."""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import os
import shutil
import subprocess
import sys
import warnings
from itertools import chain
from pathlib import Path
from typing import Any, Iterator, Optional

from ._prototypes import declare
from .errors import Error
from .structs import LAYOUT, Interpreter

FILE = "liblevelfield.so"
VARIABLE = "LEVELFIELD_LIBRARY"


def c_text(words: str) -> bytes:
    """For the library, whose texts end at the first NUL: what stands behind it would be lost."""
    if "\0" in words:
        raise Error(f"{words!r}: expected a text without the character \\0")
    return os.fsencode(words)


class Library:
    """The library twice: ``fast`` keeps the interpreter's lock, ``free`` lets it go meanwhile.

    Questions to an oracle take microseconds and go through ``fast``; commands and steps of sessions
    take long and go through ``free``, so that other threads live on.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self.fast, self.free = ctypes.PyDLL(path), ctypes.CDLL(path)
            declare(self.fast)
            declare(self.free)
        except (OSError, AttributeError) as failure:
            raise Error(f"{path} is no library that this package can use: {failure}") from failure
        layout = self.fast.lf_binding_layout()
        found = tuple(layout[i] for i in range(len(LAYOUT)))
        if found != LAYOUT:
            raise Error(
                f"{path} has interface {found[0]} (layout {found[1:]}), but this package is for "
                f"{LAYOUT[0]} (layout {LAYOUT[1:]}): install both from the same version"
            )
        self._interpret()

    def _interpret(self) -> None:
        """Tell the pool of runs what Python wants done around a fork."""
        api = ctypes.pythonapi
        names = ["PyGILState_Ensure", "PyGILState_Release"]
        names += ["PyOS_BeforeFork", "PyOS_AfterFork_Parent", "PyOS_AfterFork_Child"]
        pointers = [ctypes.cast(getattr(api, name), ctypes.c_void_p) for name in names]
        self.fast.lf_binding_interpret(Interpreter(*pointers))

    def show(self) -> None:
        """Let shared objects that are loaded later use the library's functions: plugins do."""
        ctypes.CDLL(self.path, mode=os.RTLD_NOLOAD | os.RTLD_GLOBAL | os.RTLD_LAZY)

    def message(self) -> str:
        """The line of the last failure."""
        return (self.fast.lf_message() or b"").decode("utf-8", "replace")

    def check(self, status: int) -> None:
        """Raise the library's own line for anything but LF_OK."""
        if status:
            raise Error(self.message() or f"status {status}", status)

    def settle_kernels(self) -> None:
        """The command would start the program again for better OpenBLAS kernels, which an
        interpreter cannot: say so, and stay with those that there are."""
        better = self.fast.lf_binding_blas_better()
        core = (self.fast.lf_binding_blas() or b"").decode()
        if better:
            warnings.warn(
                f"OpenBLAS was loaded with its {core} kernels, which are slower here than "
                f"{better.decode()}: set OPENBLAS_CORETYPE={better.decode()} before Python starts",
                stacklevel=4,
            )
        if core:
            os.environ.setdefault("OPENBLAS_CORETYPE", core)

    def json(self, text: Optional[int]) -> Any:
        """The object of a malloc'ed JSON text, which is given back."""
        if not text:
            raise Error("out of memory")
        try:
            return json.loads(ctypes.string_at(text))
        finally:
            self.fast.lf_binding_free(text)


def _libraries(prefix: Path) -> Iterator[Path]:
    for folder in ("lib", "lib64", f"lib/{getattr(sys.implementation, '_multiarch', '')}"):
        yield prefix / folder / FILE


def _beside() -> Iterator[Path]:
    """Where a library stands that was built or installed together with this package."""
    here = Path(__file__).resolve()
    for preset in ("release", "debug"):  # python/levelfield in the source tree
        yield here.parents[2] / "build" / preset / FILE
    for prefix in (*here.parents, Path(sys.prefix)):
        yield from _libraries(prefix)


def _of_program() -> Iterator[Path]:
    """Where the library stands of the program that a shell starts, in a build tree or installed."""
    program = shutil.which("levelfield")
    if program:
        folder = Path(program).resolve().parent
        yield folder / FILE
        yield from _libraries(folder.parent)


def _pkg_config() -> Optional[Path]:
    words = ["pkg-config", "--variable=libdir", "levelfield"]
    try:
        answer = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return Path(answer.stdout.strip()) / FILE if answer.stdout.strip() else None


def find() -> str:
    """Path of the library: $LEVELFIELD_LIBRARY, build tree, interpreter's prefix, beside the program, system."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    for path in chain(_beside(), _of_program()):
        if path.is_file():
            return str(path)
    installed = _pkg_config()
    if installed and installed.is_file():
        return str(installed)
    known = ctypes.util.find_library("levelfield")
    if known:
        return known
    raise Error(
        f"{FILE} is not found: build or install Levelfield, or set {VARIABLE} to its path "
        f"(build/release/{FILE})"
    )


_loaded: Optional[Library] = None


def load() -> Library:
    """The library, loaded at the first call."""
    global _loaded
    if _loaded is None:
        _loaded = Library(find())
    return _loaded
