"""``python3 -m levelfield run --plugin mine.py ...``: the command line.

A plugin may also be a Python file, whose methods are then known by their class names.
"""

from __future__ import annotations

import os
import sys

from ._audited import describe_file, prepare
from ._bound import methods_of
from ._library import load
from .errors import Error
from .run import Refused, command, register


def _load(path: str, audit: bool) -> None:
    """Register every method that a file defines; to be audited, without a look at its code here."""
    try:
        for method in describe_file(path) if audit else methods_of(path):
            register(method)
    except Error as failure:
        raise Refused(f"plugin {path}: {failure}") from failure


def main(words: list[str]) -> int:
    """Take Python plugins out of the words and carry out the rest."""
    rest: list[str] = []
    audit = "--audit" in words
    try:
        while words:
            word, words = words[0], words[1:]
            file = words[0] if word == "--plugin" and words else word.partition("--plugin=")[2]
            if file.endswith(".py"):
                _load(file, audit)
                words = words[1:] if word == "--plugin" else words
            else:
                rest.append(word)
        if audit and rest[:1] == ["verify"]:  # which knows by itself what was audited
            rest.remove("--audit")
            prepare()
        return command(*rest)
    except Error as failure:
        print(f"levelfield: {failure}", file=sys.stderr)
        return 3 if isinstance(failure, Refused) else 2
    except KeyboardInterrupt:
        return 130


def settle() -> None:
    """Start again where OpenBLAS has other kernels than the processor's best, as the program does:
    it chooses when it is loaded. A library that is not there is the command's to report."""
    try:
        better = load().fast.lf_binding_blas_better()
    except Error:
        return
    if better and "OPENBLAS_CORETYPE" not in os.environ:
        os.environ["OPENBLAS_CORETYPE"] = better.decode()
        os.execv(sys.executable, sys.orig_argv)


if __name__ == "__main__":
    settle()
    sys.exit(main(sys.argv[1:]))
