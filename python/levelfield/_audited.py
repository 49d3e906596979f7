"""Methods whose code this process never sees, and the process that runs them.

With ``--audit`` a Python file is opened in processes of its own, cut off from everything: once to
describe its methods, and once in each run. What the command has of them are descriptions.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import subprocess
import sys
from typing import Any

from ._bound import methods_of, register
from ._library import load
from .errors import Error
from .method import Method, Parameter

_SECONDS = 60.0
"""How long a file may take to describe its methods."""
_PASSED = ("PYTHONHOME", "PYTHONPATH", "LD_LIBRARY_PATH", "LEVELFIELD_LIBRARY")
"""Of the environment, what the interpreter and the library are found by."""
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OPENED = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p)
_keep: list[Any] = []


def _words(call: str) -> list[str]:
    """The command line of a fresh interpreter that makes this call of this module."""
    start = f"import sys; sys.path.insert(0, {_PACKAGE!r}); from levelfield import _audited"
    return [sys.executable, "-c", f"{start}; _audited.{call}"]


def _texts(words: list[str]) -> Any:
    array = (ctypes.c_char_p * (len(words) + 1))(*[os.fsencode(word) for word in words])
    _keep.append(array)  # the library holds its address
    return array


def prepare() -> None:
    """Tell the library how the process of an audited method is started from this program."""
    library = load()
    library.fast.lf_binding_audit(_texts(_words(f"serve({library.path!r})")))


def _readable() -> Any:
    """What a method's file may import: the interpreter's modules, and the system's libraries."""
    folders = [path for path in sys.path if path and os.path.isdir(path)]
    system = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"]
    return [*folders, os.path.dirname(os.path.abspath(load().path)), *system]


def serve(path: str) -> None:
    """In a run's second process: be the method that the keeper asks for."""
    os.environ["LEVELFIELD_LIBRARY"] = path
    library = load()

    def opened(file: bytes) -> int:
        try:
            code = _code(os.fsdecode(file))
            for method in methods_of(os.fsdecode(file)):
                setattr(method, "code", classmethod(lambda cls: code))
                register(method)
            return 1
        except BaseException as failure:  # nothing may pass into C
            library.fast.lf_binding_fail(-3, " ".join(str(failure).split()).encode())
            return 0

    callback = _OPENED(opened)
    os._exit(library.fast.lf_binding_serve(_texts(_readable()), callback))


def _code(file: str) -> str:
    """What stands for the code of its methods is the whole file, not what it says of itself."""
    with open(file, "rb") as source:
        return hashlib.sha256(source.read()).hexdigest()[:12]


def _described(method: type[Method]) -> dict[str, Any]:
    rows = [
        [name, p.kind, p.default, p.least, p.most, p.doc, list(p.words)]
        for name, p in method.parameters().items()
    ]
    return {
        "name": method.__name__,
        "doc": (method.__doc__ or "").strip(),
        "source": method.source,
        "view": method.view,
        "average": method.average is not None,
        "parameters": rows,
    }


def tell(path: str, file: str, answer: int) -> None:
    """In a process to spare: write a description of the file's methods to this descriptor."""
    os.environ["LEVELFIELD_LIBRARY"] = path
    library = load()
    library.check(library.fast.lf_binding_confine(_texts([*_readable(), file]), answer))
    try:
        said: dict[str, Any] = {"methods": [_described(m) for m in methods_of(file)]}
    except BaseException as failure:
        said = {"error": " ".join(str(failure).split())}
    os.write(answer, json.dumps(said).encode())
    os._exit(0)


def _ask(file: str) -> dict[str, Any]:
    there, here = os.pipe()
    words = _words(f"tell({load().path!r}, {os.path.abspath(file)!r}, {here})")
    environment = {name: os.environ[name] for name in _PASSED if name in os.environ}
    environment.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    with subprocess.Popen(
        words, pass_fds=[here], env=environment, start_new_session=True
    ) as child:
        os.close(here)
        try:
            child.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            raise Error(f"it did not come back within {_SECONDS:g} s") from None
        finally:
            child.kill()
        with os.fdopen(there, "rb") as pipe:
            said = pipe.read(1 << 20)
    try:
        answer = json.loads(said)
        return answer if isinstance(answer, dict) else {}
    except ValueError:
        raise Error(
            "the process that opened it ended without a description "
            f"(exit status {child.returncode})"
        ) from None


def describe_file(file: str) -> list[type[Method]]:
    """Classes that stand for the methods of a file: everything but their code."""
    if not os.path.isfile(file):
        raise Error("there is no such Python file")
    said = _ask(file)
    if "error" in said:
        raise Error(said["error"])
    try:
        code = _code(file)
        return [_stand_in(os.path.abspath(file), code, m) for m in said["methods"]]
    except (KeyError, TypeError, ValueError) as failure:
        raise Error(f"its description makes no sense: {failure}") from failure


def _stand_in(file: str, code: str, said: dict[str, Any]) -> type[Method]:
    rows = {
        name: Parameter(kind, default, least, most, doc, tuple(words))
        for name, kind, default, least, most, doc, words in said["parameters"]
    }
    body = {
        "__doc__": said["doc"],
        "source": str(said["source"]),
        "view": str(said["view"]),
        "average": True if said["average"] else None,
        "code": classmethod(lambda cls: code),
        "_file": file,
        **rows,
    }
    return type(str(said["name"]), (Method,), body)
