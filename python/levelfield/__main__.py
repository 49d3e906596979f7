"""``python3 -m levelfield run --plugin mine.py ...``: the command line.

A plugin may also be a Python file, whose methods are then known by their class names.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path

from ._bound import describe
from .errors import Error
from .method import Method
from .run import command, register


def _load(path: str) -> None:
    """Register every method that a file defines itself."""
    name = Path(path).stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise Error(f"plugin {path}: there is no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as failure:
        raise Error(f"plugin {path}: {describe(failure)}") from failure
    own = [c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == name]
    methods = [c for c in own if issubclass(c, Method)]
    if not methods:
        raise Error(f"plugin {path}: it defines no class derived from levelfield.Method")
    for method in methods:
        register(method)


def main(words: list[str]) -> int:
    """Take Python plugins out of the words and carry out the rest."""
    rest: list[str] = []
    try:
        while words:
            word, words = words[0], words[1:]
            file = words[0] if word == "--plugin" and words else word.partition("--plugin=")[2]
            if file.endswith(".py"):
                _load(file)
                words = words[1:] if word == "--plugin" else words
            else:
                rest.append(word)
        return command(*rest)
    except Error as failure:
        print(f"levelfield: {failure}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
