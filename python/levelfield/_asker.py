"""What the parts of an oracle share: its handle, the run's memory, the problem's shapes."""

from __future__ import annotations

import ctypes
from typing import Final, Optional, Union

import numpy as np

from ._arrays import Vector, address, fresh, view
from ._library import load
from .errors import BudgetSpent, Error
from .problem import Component, Problem
from .structs import EVERY, ROLE_NUMBER, ROLES, Batch

Shape = Union[int, "tuple[int, ...]"]


class Asker:
    """A handle on the oracle of one run."""

    def __init__(self, handle: int, state: int, arena: Optional[int]) -> None:
        library = load()
        self._library, self._f = library, library.fast
        self._handle, self._state, self._arena = handle, state, arena
        self._known: dict[int, tuple[int, int, Vector]] = {}
        said = library.json(library.fast.lf_binding_describe(handle))
        self.info: Final[Problem] = Problem.from_json(said)
        self.dim: Final[int] = self.info.dim
        self._outputs = [[c.outputs for c in self.info.components[role]] for role in ROLES]

    def __setattr__(self, name: str, value: object) -> None:
        """Arrays are checked against the problem's shapes, so these stay what they are. Unlike
        properties, they are read at no cost."""
        if name in ("info", "dim") and name in self.__dict__:
            raise AttributeError(f"oracle.{name} is a fact of the problem and cannot be set")
        super().__setattr__(name, value)

    # ---- memory ----

    def zeros(self, shape: Shape) -> Vector:
        """Zeroed numbers of the run's own memory. For ``init`` only."""
        if self._arena is None:
            raise Error("oracle.zeros() is for init: a step takes no memory")
        wanted = (shape,) if isinstance(shape, int) else tuple(shape)
        n, slot = int(np.prod(wanted, dtype=np.int64)), ctypes.c_void_p()
        library = self._library
        library.check(library.fast.lf_binding_vector(self._state, self._arena, n, slot))
        array = view(slot.value or 0, n).reshape(wanted)
        if array.ndim == 1 and n > 0:  # remembered, so that it need not be looked at each time
            self._known[id(array)] = (n, slot.value or 0, array)
        return array

    def _at(self, array: Vector, n: int, what: str) -> int:
        known = self._known.get(id(array))
        if known is not None and known[0] == n:
            return known[1]
        return address(array, n, what)

    def _to(self, array: Optional[Vector], n: int, what: str) -> tuple[Vector, int]:
        """An array that is written to, and where it is; a new one of zeros if there is none."""
        if array is None:
            return fresh(n)
        known = self._known.get(id(array))
        if known is not None and known[0] == n:
            return array, known[1]
        return array, address(array, n, what, True)

    def _heed(self, status: int) -> None:
        """Turn a refusal into what stops a method."""
        if status == 1:
            raise BudgetSpent
        raise Error(self._library.message(), status)

    # ---- shapes, free of charge ----

    def count(self, role: str) -> int:
        """How many components a role has."""
        return len(self.info.components[role])

    def component(self, role: str, component: int) -> Component:
        """One component's shape."""
        return self.info.components[role][component]

    def outputs(self, role: str, component: int = EVERY) -> int:
        """p of a component, or of all of them."""
        of = self._outputs[ROLE_NUMBER[role]]
        if component == EVERY:
            return sum(of)
        if not 0 <= component < len(of):
            raise IndexError(f"there is no {role} {component}: the problem has {len(of)}")
        return of[component]

    def _p(self, batch: Batch) -> int:
        of, i = self._outputs[batch.role], batch.component
        return of[i] if i != EVERY else sum(of)

    def lower_at(self, i: int) -> int:
        """Where y_i starts in the second block."""
        return int(self._f.lf_oracle_lower_at(self._handle, i))
