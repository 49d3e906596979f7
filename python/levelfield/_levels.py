"""Questions of saddle problems and of bilevel ones."""

from __future__ import annotations

from typing import Optional

from ._arrays import Vector
from ._asker import Asker
from .estimate import Estimate
from .structs import Batch


class Levels(Asker):
    """min_v max_alpha F(v, alpha), and min_x sum_i f_i(x, y_i*(x)) with y_i* = argmin g_i(x, .)."""

    def saddle(
        self,
        batch: Batch,
        v: Vector,
        alpha: Vector,
        grad_v: Optional[Vector] = None,
        grad_alpha: Optional[Vector] = None,
    ) -> tuple[Vector, Vector]:
        """grad_v += dF/dv, grad_alpha += dF/dalpha. Counts gradient."""
        n = self.info.domain_y.n
        grad_v, v_to = self._to(grad_v, self.dim, "grad_v")
        grad_alpha, alpha_to = self._to(grad_alpha, n, "grad_alpha")
        at, alpha_at = self._at(v, self.dim, "v"), self._at(alpha, n, "alpha")
        status = self._f.lf_oracle_saddle(self._handle, batch, at, alpha_at, v_to, alpha_to)
        if status:
            self._heed(status)
        return grad_v, grad_alpha

    def respond(
        self, batch: Batch, v: Vector, out: Optional[Vector] = None
    ) -> Optional[Vector]:
        """The batch's estimate of argmax_alpha F(v, alpha); None where it cannot tell: draw more
        and ask again. Counts value."""
        out, to = self._to(out, self.info.domain_y.n, "out")
        status = self._f.lf_oracle_respond(self._handle, batch, self._at(v, self.dim, "v"), to)
        if status == -5:  # LF_NOT_FOUND
            return None
        if status:
            self._heed(status)
        return out

    def _d(self, batch: Batch) -> int:
        return self.outputs("lower", batch.component)

    def upper_gradient(
        self,
        batch: Batch,
        x: Vector,
        y: Vector,
        gx: Optional[Vector] = None,
        gy: Optional[Vector] = None,
    ) -> tuple[Vector, Vector]:
        """gx += df_i/dx, gy += df_i/dy at (x, y_i). Counts gradient for each; not for gx where f_i
        does not depend on x itself."""
        d = self._d(batch)
        gx, gx_to = self._to(gx, self.dim, "gx")
        gy, gy_to = self._to(gy, d, "gy")
        at, y_at = self._at(x, self.dim, "x"), self._at(y, d, "y")
        status = self._f.lf_oracle_upper_gradient(self._handle, batch, at, y_at, gx_to, gy_to)
        if status:
            self._heed(status)
        return gx, gy

    def lower_gradient(
        self, batch: Batch, x: Vector, y: Vector, gy: Optional[Vector] = None
    ) -> Vector:
        """gy += dg_i/dy. Counts gradient."""
        d = self._d(batch)
        gy, to = self._to(gy, d, "gy")
        at, y_at = self._at(x, self.dim, "x"), self._at(y, d, "y")
        status = self._f.lf_oracle_lower_gradient(self._handle, batch, at, y_at, to)
        if status:
            self._heed(status)
        return gy

    def lower_gradient_x(
        self, batch: Batch, x: Vector, y: Vector, gx: Optional[Vector] = None
    ) -> Vector:
        """gx += dg_i/dx. Counts gradient."""
        d = self._d(batch)
        gx, to = self._to(gx, self.dim, "gx")
        at, y_at = self._at(x, self.dim, "x"), self._at(y, d, "y")
        status = self._f.lf_oracle_lower_gradient_x(self._handle, batch, at, y_at, to)
        if status:
            self._heed(status)
        return gx

    def lower_hvp(
        self, batch: Batch, x: Vector, y: Vector, v: Vector, out: Optional[Vector] = None
    ) -> Vector:
        """out += Hyy v. Counts hvp."""
        d = self._d(batch)
        out, to = self._to(out, d, "out")
        at, y_at, v_at = self._at(x, self.dim, "x"), self._at(y, d, "y"), self._at(v, d, "v")
        status = self._f.lf_oracle_lower_hvp(self._handle, batch, at, y_at, v_at, to)
        if status:
            self._heed(status)
        return out

    def lower_jvp(
        self, batch: Batch, x: Vector, y: Vector, q: Vector, out: Optional[Vector] = None
    ) -> Vector:
        """out += Jxy q. Counts jvp."""
        d = self._d(batch)
        out, to = self._to(out, self.dim, "out")
        at, y_at, q_at = self._at(x, self.dim, "x"), self._at(y, d, "y"), self._at(q, d, "q")
        status = self._f.lf_oracle_lower_jvp(self._handle, batch, at, y_at, q_at, to)
        if status:
            self._heed(status)
        return out

    def estimate(self, i: int, form: str = "own") -> Estimate:
        """An estimate of the second derivatives of lower level i, at (0, 0). For ``init`` only."""
        return Estimate(self, i, form)
