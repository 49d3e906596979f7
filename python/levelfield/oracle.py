"""The metered way to a problem: draw a batch, ask about it, be charged.

The functions are those of <levelfield/oracle.h>, with its names and its charges. Arrays are float64
and C-contiguous and go to the library as they are, without a copy. Where C adds to a vector
(``grad +=``) so does Python, and makes a fresh one where none is given; where C overwrites one, it
may be given as ``out``. Answers are returned in either case.
"""

from __future__ import annotations

import ctypes
from typing import Optional

import numpy as np

from ._arrays import Vector
from ._closed import ClosedForms
from ._levels import Levels
from .structs import ROLE_NUMBER, Batch

__all__ = ["Oracle"]


class Oracle(ClosedForms, Levels):
    """One run's oracle, as a method is given it in ``init`` and ``step``."""

    # ---- draws ----

    def draw(self, role: str, component: int, n: int) -> Batch:
        """n samples with replacement: the same for every method with the same seed."""
        batch = Batch()
        status = self._f.lf_oracle_draw(self._handle, ROLE_NUMBER[role], component, n, batch)
        if status:
            self._heed(status)
        return batch

    def full(self, role: str, component: int) -> Batch:
        """Every sample, each once."""
        batch = Batch()
        status = self._f.lf_oracle_full(self._handle, ROLE_NUMBER[role], component, batch)
        if status:
            self._heed(status)
        return batch

    def block(self, role: str, component: int, q: int, k: int) -> Batch:
        """Block k of a partition into q: the same samples each time, charged each time."""
        batch = Batch()
        status = self._f.lf_oracle_block(self._handle, ROLE_NUMBER[role], component, q, k, batch)
        if status:
            self._heed(status)
        return batch

    def lend(self, batch: Batch, role: str, component: int) -> Batch:
        """The samples of a batch of a component 0, for another one that shares them: free."""
        lent = Batch()
        status = self._f.lf_oracle_lend(self._handle, batch, ROLE_NUMBER[role], component, lent)
        if status:
            self._heed(status)
        return lent

    def sample(self, role: str, component: int, n: int) -> Batch:
        """``draw``, or ``full`` where n is 0 or reaches every sample: the rule of the C methods."""
        if n == 0 or n >= self.info.components[role][component].samples:
            return self.full(role, component)
        return self.draw(role, component, n)

    def sample_number(self, batch: Batch, k: int) -> int:
        """Which of its component's samples the k-th of a batch is, a name to keep something by."""
        number = ctypes.c_size_t()
        status = self._f.lf_oracle_sample_number(self._handle, batch, k, number)
        if status:
            self._heed(status)
        return number.value

    def share(self, role: str, component: int, q: int) -> int:
        """Batch size that makes q batches one pass."""
        return int(self._f.lf_oracle_share(self._handle, ROLE_NUMBER[role], component, q))

    def components(self, role: str, k: int) -> list[int]:
        """k of the role's components, without replacement, in increasing order."""
        ids = (ctypes.c_size_t * k)()
        status = self._f.lf_oracle_components(self._handle, ROLE_NUMBER[role], k, ids)
        if status:
            self._heed(status)
        return list(ids)

    def component_weight(self, role: str, k: int, i: int) -> float:
        """What stands before component i in a draw of k, so that the mean is unbiased."""
        weight = self._f.lf_oracle_component_weight(self._handle, ROLE_NUMBER[role], k, i)
        return float(weight)

    def uniform(self) -> float:
        """A uniform number in [0, 1) from the method's own stream."""
        return float(self._f.lf_oracle_uniform(self._handle))

    def generator(self) -> np.random.Generator:
        """A NumPy generator that follows from the run's seed, for random choices of the method."""
        return np.random.default_rng([int(self.uniform() * 2**53) for _ in range(2)])

    # ---- component maps g_i: R^d -> R^p ----

    def value(self, batch: Batch, w: Vector, out: Optional[Vector] = None) -> Vector:
        """g_i(w; B), p numbers. Counts value."""
        out, to = self._to(out, self._p(batch), "out")
        at = self._at(w, self.dim, "w")
        status = self._f.lf_oracle_value(self._handle, batch, at, to)
        if status:
            self._heed(status)
        return out

    def vjp(self, batch: Batch, w: Vector, y: Vector, grad: Optional[Vector] = None) -> Vector:
        """grad += Dg_i(w; B)^T y. Counts gradient."""
        grad, to = self._to(grad, self.dim, "grad")
        y_at = self._at(y, self._p(batch), "y")
        at = self._at(w, self.dim, "w")
        status = self._f.lf_oracle_vjp(self._handle, batch, at, y_at, to)
        if status:
            self._heed(status)
        return grad

    def value_vjp(
        self, batch: Batch, w: Vector, y: Vector, grad: Vector, out: Optional[Vector] = None
    ) -> Vector:
        """Both in one pass: returns g_i(w; B) and adds to grad. Counts value and gradient."""
        p = self._p(batch)
        out, to = self._to(out, p, "out")
        grad, grad_to = self._to(grad, self.dim, "grad")
        at, y_at = self._at(w, self.dim, "w"), self._at(y, p, "y")
        status = self._f.lf_oracle_value_vjp(self._handle, batch, at, y_at, to, grad_to)
        if status:
            self._heed(status)
        return out

    def jvp(self, batch: Batch, w: Vector, v: Vector, out: Optional[Vector] = None) -> Vector:
        """Dg_i(w; B) v, p numbers. Counts jvp."""
        out, to = self._to(out, self._p(batch), "out")
        at, v_at = self._at(w, self.dim, "w"), self._at(v, self.dim, "v")
        status = self._f.lf_oracle_jvp(self._handle, batch, at, v_at, to)
        if status:
            self._heed(status)
        return out

    def subgradient(self, batch: Batch, w: Vector, grad: Optional[Vector] = None) -> Vector:
        """grad += a subgradient at w of F_i(g_i(.; B)). Counts gradient."""
        grad, to = self._to(grad, self.dim, "grad")
        at = self._at(w, self.dim, "w")
        status = self._f.lf_oracle_subgradient(self._handle, batch, at, to)
        if status:
            self._heed(status)
        return grad
