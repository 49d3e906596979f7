"""Closed-form parts: counted as ``outer``, never budgeted."""

from __future__ import annotations

import ctypes
from typing import Optional

from ._arrays import Vector
from ._asker import Asker
from .structs import ROLE_NUMBER


class ClosedForms(Asker):
    """Outer functions F_i of components, the regulariser and the two domains."""

    def outer_value(self, role: str, component: int, z: Vector) -> float:
        """F_i(z), z the p outputs of the component."""
        at = self._at(z, self.outputs(role, component), "z")
        number = ROLE_NUMBER[role]
        return float(self._f.lf_oracle_outer_value(self._handle, number, component, at))

    def outer_subgradient(
        self, role: str, component: int, z: Vector, out: Optional[Vector] = None
    ) -> Vector:
        """A subgradient of F_i at z, p numbers."""
        p = self.outputs(role, component)
        out, to = self._to(out, p, "out")
        at = self._at(z, p, "z")
        number = ROLE_NUMBER[role]
        self._f.lf_oracle_outer_subgradient(self._handle, number, component, at, to)
        return out

    def outer_each(
        self, role: str, component: int, z: Vector, out: Optional[Vector] = None
    ) -> Vector:
        """f_i1(z), f_i2(z), ...: every outer function of the component alone."""
        at = self._at(z, self.outputs(role, component), "z")
        out, to = self._to(out, self.component(role, component).outers, "out")
        self._f.lf_oracle_outer_each(self._handle, ROLE_NUMBER[role], component, at, to)
        return out

    def outer_each_subgradient(
        self, role: str, component: int, k: int, z: Vector, out: Optional[Vector] = None
    ) -> Vector:
        """A subgradient at z of f_ik alone, p numbers."""
        p = self.outputs(role, component)
        if not 0 <= k < self.component(role, component).outers:
            raise IndexError(f"{role} {component} has no outer function {k}")
        out, to = self._to(out, p, "out")
        at = self._at(z, p, "z")
        number = ROLE_NUMBER[role]
        self._f.lf_oracle_outer_each_subgradient(self._handle, number, component, k, at, to)
        return out

    def outer_prox(
        self, role: str, component: int, lam: float, z: Vector, out: Optional[Vector] = None
    ) -> Vector:
        """The proximal point of lam F_i at z, p numbers."""
        p = self.outputs(role, component)
        out, to = self._to(out, p, "out")
        at = self._at(z, p, "z")
        number = ROLE_NUMBER[role]
        status = self._f.lf_oracle_outer_prox(self._handle, number, component, lam, at, to)
        if status:
            self._heed(status)
        return out

    def outer_envelope(
        self, role: str, component: int, lam: float, z: Vector, out: Optional[Vector] = None
    ) -> tuple[float, Vector]:
        """The Moreau envelope of F_i with parameter lam at z: its value and its gradient."""
        p = self.outputs(role, component)
        out, to = self._to(out, p, "out")
        at, value, number = self._at(z, p, "z"), ctypes.c_double(), ROLE_NUMBER[role]
        status = self._f.lf_oracle_outer_envelope(
            self._handle, number, component, lam, at, value, to
        )
        if status:
            self._heed(status)
        return value.value, out

    def regulariser(self, w: Vector, grad: Optional[Vector] = None) -> Vector:
        """grad += a subgradient of the regulariser at w; nothing if there is none."""
        grad, to = self._to(grad, self.dim, "grad")
        self._f.lf_oracle_regulariser(self._handle, self._at(w, self.dim, "w"), to)
        return grad

    def project(self, w: Vector) -> Vector:
        """w <- its projection on the domain, in place."""
        self._f.lf_oracle_project(self._handle, self._to(w, self.dim, "w")[1])
        return w

    def project_y(self, y: Vector) -> Vector:
        """y <- its projection on the domain of the second block, in place."""
        self._f.lf_oracle_project_y(self._handle, self._to(y, self.info.domain_y.n, "y")[1])
        return y
