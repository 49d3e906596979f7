"""Estimates E = (H, V) of the second derivatives (Hyy, Jxy) of one lower level."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Callable, Optional

from ._arrays import Vector
from .structs import FORMS, Batch

if TYPE_CHECKING:
    from ._asker import Asker


class Estimate:
    """Its numbers lie with the oracle. What is done with it is free; only ``add`` asks the problem.

    ``form`` is ``own``, as the problem writes it down, or ``dense``, as matrices.
    """

    def __init__(self, oracle: "Asker", i: int, form: str) -> None:
        if form not in FORMS:
            raise ValueError(f"form '{form}': expected own or dense")
        self._oracle, self._d = oracle, oracle.outputs("lower", i)
        number = ctypes.c_size_t()
        self._do(oracle._f.lf_oracle_estimate, FORMS[form], i, number)
        self._e = number.value

    def _do(self, call: Callable[..., int], *arguments: object) -> None:
        status = call(self._oracle._handle, *arguments)
        if status:
            self._oracle._heed(status)

    def add(self, batch: Batch, x: Vector, y: Vector, a: float = 1.0) -> None:
        """E += a (Hyy, Jxy) of the batch at (x, y_i). Counts hvp and jvp."""
        o = self._oracle
        at, y_at = o._at(x, o.dim, "x"), o._at(y, self._d, "y")
        self._do(o._f.lf_oracle_estimate_add, self._e, batch, at, y_at, a)

    def scale(self, r: float) -> None:
        """E <- r E, r >= 0."""
        self._do(self._oracle._f.lf_oracle_estimate_scale, self._e, r)

    def project(self, floor: float, batch: Optional[Batch] = None) -> None:
        """H <- a projection of it that is >= floor I; batch: what was added since the last one."""
        self._do(self._oracle._f.lf_oracle_estimate_project, self._e, batch, floor)

    def clip(self, cap: float) -> None:
        """V <- the nearest matrix with no singular value above cap."""
        self._do(self._oracle._f.lf_oracle_estimate_clip, self._e, cap)

    def hessian(self, v: Vector, out: Optional[Vector] = None) -> Vector:
        """out += H v."""
        o = self._oracle
        out, to = o._to(out, self._d, "out")
        self._do(o._f.lf_oracle_estimate_hessian, self._e, o._at(v, self._d, "v"), to)
        return out

    def jacobian(self, q: Vector, a: float = 1.0, out: Optional[Vector] = None) -> Vector:
        """out += a V q."""
        o = self._oracle
        out, to = o._to(out, o.dim, "out")
        self._do(o._f.lf_oracle_estimate_jacobian, self._e, a, o._at(q, self._d, "q"), to)
        return out

    def jacobian_t(self, r: Vector, out: Optional[Vector] = None) -> Vector:
        """out += V^T r."""
        o = self._oracle
        out, to = o._to(out, self._d, "out")
        self._do(o._f.lf_oracle_estimate_jacobian_t, self._e, o._at(r, o.dim, "r"), to)
        return out
