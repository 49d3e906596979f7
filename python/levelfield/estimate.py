"""Estimates E = (H, V) of the second derivatives (Hyy, Jxy) of one lower level."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Optional

from ._arrays import Vector
from .structs import FORMS, Batch

if TYPE_CHECKING:
    from ._asker import Asker


class Estimate:
    """What is done with an estimate is free; only ``add`` asks the problem.

    ``form`` is ``own``, as the problem writes it down, or ``dense``, as matrices.
    """

    def __init__(self, oracle: "Asker", i: int, form: str) -> None:
        if form not in FORMS:
            raise ValueError(f"form '{form}': expected own or dense")
        self._oracle, self._i, self._form = oracle, i, FORMS[form]
        self._d, numbers = oracle.outputs("lower", i), ctypes.c_size_t()
        status = oracle._f.lf_oracle_estimate_numbers(oracle._handle, self._form, i, numbers)
        if status:
            oracle._heed(status)
        self.numbers: Vector = oracle.zeros(numbers.value)
        """The estimate itself; what the numbers mean is the form's affair."""

    def _e(self) -> int:
        return self._oracle._to(self.numbers, self.numbers.size, "estimate")[1]

    def add(self, batch: Batch, x: Vector, y: Vector, a: float = 1.0) -> None:
        """E += a (Hyy, Jxy) of the batch at (x, y_i). Counts hvp and jvp."""
        o = self._oracle
        at, y_at = o._at(x, o.dim, "x"), o._at(y, self._d, "y")
        f = o._f.lf_oracle_estimate_add
        status = f(o._handle, self._form, batch, at, y_at, a, self._e())
        if status:
            o._heed(status)

    def scale(self, r: float) -> None:
        """E <- r E, r >= 0."""
        o = self._oracle
        o._f.lf_oracle_estimate_scale(o._handle, self._form, self._i, r, self._e())

    def project(self, floor: float, batch: Optional[Batch] = None) -> None:
        """H <- a projection of it that is >= floor I; batch: what was added since the last one."""
        o = self._oracle
        f = o._f.lf_oracle_estimate_project
        status = f(o._handle, self._form, self._i, batch, floor, self._e())
        if status:
            o._heed(status)

    def clip(self, cap: float) -> None:
        """V <- the nearest matrix with no singular value above cap."""
        o = self._oracle
        status = o._f.lf_oracle_estimate_clip(o._handle, self._form, self._i, cap, self._e())
        if status:
            o._heed(status)

    def hessian(self, v: Vector, out: Optional[Vector] = None) -> Vector:
        """out += H v."""
        o = self._oracle
        out, to = o._to(out, self._d, "out")
        v_at = o._at(v, self._d, "v")
        f = o._f.lf_oracle_estimate_hessian
        f(o._handle, self._form, self._i, self._e(), v_at, to)
        return out

    def jacobian(self, q: Vector, a: float = 1.0, out: Optional[Vector] = None) -> Vector:
        """out += a V q."""
        o = self._oracle
        out, to = o._to(out, o.dim, "out")
        q_at = o._at(q, self._d, "q")
        f = o._f.lf_oracle_estimate_jacobian
        f(o._handle, self._form, self._i, self._e(), a, q_at, to)
        return out

    def jacobian_t(self, r: Vector, out: Optional[Vector] = None) -> Vector:
        """out += V^T r."""
        o = self._oracle
        out, to = o._to(out, self._d, "out")
        r_at = o._at(r, o.dim, "r")
        f = o._f.lf_oracle_estimate_jacobian_t
        f(o._handle, self._form, self._i, self._e(), r_at, to)
        return out
