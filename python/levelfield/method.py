"""Methods written in Python: the class to derive from, and its parameters."""

from __future__ import annotations

import hashlib
import inspect
import uuid
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Optional, Union

from ._arrays import Vector
from .errors import Error
from .oracle import Oracle

__all__ = ["Method", "Parameter", "choice", "count", "real", "text"]

Place = Union[Vector, "tuple[Vector, Optional[Vector]]"]

_NUMBER = 1e300  # a step size above this is no number that a method could use
_BLANKS = " \t\n\v\f\r"  # what is dropped around a value
_SET = {"real": ((int, float), "a float"), "count": ((int,), "an int"), "choice": ((str,), "a str"), "text": ((str,), "a str")}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a method, as a table of the C interface has it."""

    kind: str
    default: Any
    least: float = 0
    most: float = 0
    doc: str = ""
    words: tuple[str, ...] = ()

    def settled(self, value: Any) -> str:
        """A value as it is written in ``NAME:k=v``, all of it one value."""
        if self.kind == "real":
            return repr(float(value))
        words = str(value)
        if "," in words or words != words.strip(_BLANKS):
            raise Error(f"{words!r}: expected a value without a comma and without blanks at its ends")
        return words

    def derived(self, name: str, value: Any) -> Parameter:
        """The same parameter with the value that a derived class sets plainly: ``eta = 0.01``."""
        types, words = _SET[self.kind]
        if isinstance(value, bool) or not isinstance(value, types):
            raise Error(f"parameter '{name}' = {value!r}: expected {words}, as in the class that declares it")
        return replace(self, default=float(value) if self.kind == "real" else value)


def real(default: float, least: float = -_NUMBER, most: float = _NUMBER, doc: str = "") -> Any:
    """A real parameter with its closed range: ``eta: float = real(0.1, 0, 10, "step size")``."""
    return Parameter("real", float(default), least, most, doc)


def count(default: int, least: int = 0, most: int = 10**9, doc: str = "") -> Any:
    """A whole number that is not negative."""
    return Parameter("count", int(default), least, most, doc)


def choice(words: str, default: str, doc: str = "") -> Any:
    """One of several words: ``choice("last|random", "last")``."""
    return Parameter("choice", default, doc=doc, words=tuple(words.split("|")))


def text(default: str, doc: str = "") -> Any:
    """Any text without a comma."""
    return Parameter("text", default, doc=doc)


def _plain(name: str, value: Any) -> Parameter:
    """The parameter behind an annotated class attribute: ``eta: float = 0.1``."""
    if isinstance(value, float):
        return Parameter("real", value, -_NUMBER, _NUMBER, name)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return Parameter("count", value, 0, 10**9, name)
    if isinstance(value, str):
        return Parameter("text", value, doc=name)
    raise Error(
        f"parameter '{name}' = {value!r}: expected a float, an int that is not negative, a str, or "
        "levelfield.real, count, choice or text"
    )


class Method:
    """A method: derive from it, say which ``view`` of a problem it solves, write init and step.

    Annotated class attributes with a value are its parameters; an instance has them set. A derived class
    may give one another value, annotated or not. State is any attribute; a run is not saved under way.
    """

    view: ClassVar[str] = ""
    """plain, composition, constrained, group_minimax, saddle or bilevel."""
    source: ClassVar[str] = "one's own"
    """Authors, year, algorithm."""
    average: ClassVar[Any] = None
    """Override as a property like ``point`` where the theory speaks of an average: judged beside
    it, as METRIC.avg."""

    _file: ClassVar[Optional[str]] = None
    """The file that another process opens for it: of classes that stand for methods to be audited."""

    def init(self, oracle: Oracle, x0: Vector) -> None:
        """Start at x0, which is not to be changed. What is drawn here is charged."""
        raise NotImplementedError(f"{type(self).__name__} has no init(self, oracle, x0)")

    def step(self, oracle: Oracle) -> None:
        """One iteration."""
        raise NotImplementedError(f"{type(self).__name__} has no step(self, oracle)")

    @property
    def point(self) -> Place:
        """What is judged: w, or (w, y) with the second block. Here ``self.w``."""
        where: Place = self.w  # type: ignore[attr-defined]
        return where

    @classmethod
    def parameters(cls) -> dict[str, Parameter]:
        """Every parameter by name, those of base classes first."""
        found: dict[str, Parameter] = {}
        for base in reversed(cls.__mro__):
            if base is object or base is Method:
                continue
            annotated = base.__dict__.get("__annotations__", {})
            for name in dict.fromkeys([*annotated, *base.__dict__]):
                value = base.__dict__.get(name)
                if name in Method.__dict__:  # view and its like, annotated or not
                    hidden = callable(getattr(Method, name)) and not callable(getattr(cls, name))
                    if hidden or isinstance(value, Parameter):
                        raise Error(
                            f"{cls.__name__}: '{name}' is what every method has; give the parameter another name"
                        )
                    continue
                if isinstance(value, Parameter):
                    found[name] = value
                elif name in annotated and name in base.__dict__ and _is_parameter(annotated[name]):
                    found[name] = _plain(name, value)
                elif name in found and name in base.__dict__:
                    found[name] = found[name].derived(name, value)
        return found

    @classmethod
    def spec(cls, **settings: Any) -> str:
        """``NAME:k=v,...`` for run(), tune and sessions: ``MyMethod.spec(eta=0.1)``."""
        from ._bound import register

        register(cls)
        known = cls.parameters()
        unknown = [name for name in settings if name not in known]
        if unknown:
            names = ", ".join(known)
            raise Error(f"{cls.__name__} has no parameter '{unknown[0]}': it has {names}")
        words = [f"{name}={known[name].settled(value)}" for name, value in settings.items()]
        return cls.__name__ + (":" + ",".join(words) if words else "")

    @classmethod
    def code(cls) -> str:
        """Twelve digits that stand for the source text, so that an edited method is run again and
        not taken for the one whose results are stored. Without a source they are random."""
        digest = hashlib.sha256()
        for base in cls.__mro__:
            if base in (Method, object):
                continue
            try:
                digest.update(_source(base))
            except (OSError, TypeError):
                return uuid.uuid4().hex[:12]
        return digest.hexdigest()[:12]


def _source(cls: type) -> bytes:
    """The text of a class, and of the whole file that it stands in: its functions and constants are
    used by the class. A notebook has no file."""
    text, file = inspect.getsource(cls).encode(), inspect.getsourcefile(cls)
    return text + Path(file).read_bytes() if file and Path(file).is_file() else text


def _is_parameter(annotation: Any) -> bool:
    """Not what is said to belong to the class alone."""
    return "ClassVar" not in str(annotation)
