"""Sessions: step by step the same as a run, and what they say when something fails."""

import ctypes
import gc
import os
import platform
from unittest import mock

import numpy as np

import levelfield
from scratch import Descent, Scratch
from test_method import Fails

LIBM = ctypes.CDLL("libm.so.6")
UPWARD = {"x86_64": 0x800, "aarch64": 0x400000}.get(platform.machine())


class Rounds(Descent):
    """leaves another rounding mode than it found"""

    def step(self, oracle):
        super().step(oracle)
        LIBM.fesetround(UPWARD)


class Sessions(Scratch):
    def test_is_a_run(self):
        for method in (Descent, "sonx", "ooa"):
            (run,) = levelfield.run(
                "cvar_dro" + (":form=dual" if method == "ooa" else ""),
                method,
                "3000:gradient.inner",
                seeds=3,
                out=f"{self.out}-{method}",
            )
            with levelfield.Session(run.problem, method, 3, "3000:gradient.inner") as session:
                while session.step(7):
                    session.metrics()
                self.assertEqual((session.status, session.cause), (run.status, run.cause))
                np.testing.assert_array_equal(session.w, run.w)
                counters = session.counters
                self.assertEqual(counters["steps"], session.steps)
                for name, count in counters.items():
                    self.assertEqual(count, run.counters[name][-1], name)
                for name, value in session.metrics().items():
                    np.testing.assert_equal(value, run.metrics[name][-1], name)
                passes = session.cost("passes.inner")
                np.testing.assert_allclose(passes, run.counters["passes.inner"][-1])
                self.assertEqual(session.step(), 0)

    def test_counts_and_shapes(self):
        session = levelfield.Session("cvar_dro", Descent.spec(b=8), seed=1)
        before = session.w
        self.assertEqual(session.step(10), 10)
        self.assertFalse(session.over)
        self.assertEqual(session.counters["gradient.inner"], 10 * 4 * 8)
        self.assertEqual(session.problem.dim, 22)
        self.assertEqual(len(session.problem.components["inner"]), 30)
        self.assertIsNone(session.y)
        self.assertFalse(np.array_equal(before, session.w))
        with self.assertRaisesRegex(levelfield.Error, "nonsense"):
            session.cost("nonsense")
        with self.assertRaisesRegex(levelfield.Error, "n: expected .* and not -1"):
            session.step(-1)
        session.close()
        session.close()
        with self.assertRaisesRegex(levelfield.Error, "closed"):
            session.step()

    def test_a_budget_may_be_a_number(self):
        with levelfield.Session("cvar_dro", "sonx", budget=3) as session:
            self.assertEqual(session.step(9), 3)

    def test_rounding_is_its_own(self):
        sessions = [levelfield.Session("cvar_dro", Descent, seed=1) for _ in range(2)]
        sessions[0].step(20)
        LIBM.fesetround(UPWARD)
        try:
            sessions[1].step(20)
            self.assertEqual(LIBM.fegetround(), UPWARD)
        finally:
            LIBM.fesetround(0)
        np.testing.assert_array_equal(sessions[0].w, sessions[1].w)
        session = levelfield.Session("cvar_dro", Rounds)
        self.assertEqual(session.step(3), 0)
        self.assertRegex(session.cause, "Rounds left the rounding mode changed in step 1")
        self.assertEqual(LIBM.fegetround(), 0)

    def test_two_at_a_time(self):
        one, two = (levelfield.Session("cvar_dro", Descent, seed=1) for _ in range(2))
        one.step(5)
        two.step(3)
        one.close()
        gc.collect()
        two.step(2)
        three = levelfield.Session("cvar_dro", Descent, seed=1)
        three.step(5)
        np.testing.assert_array_equal(two.w, three.w)

    def test_failures(self):
        session = levelfield.Session("cvar_dro", Fails)
        with self.assertRaisesRegex(levelfield.Error, "step 3: ZeroDivisionError") as caught:
            session.step(10)
        self.assertIsInstance(caught.exception.__cause__, ZeroDivisionError)
        self.assertEqual((session.status, session.steps), ("failed", 2))
        self.assertIn("cvar", session.metrics())
        for words, says in (
            (("cvar_dr", "sonx"), "did you mean 'cvar_dro'"),
            (("cvar_dro", "sonx:et=1"), "eta"),
            (("cvar_dro", "3secon"), "constrained"),
            (("cvar_dro", "sonx", -1), "seed.* and not -1"),
            (("cvar_dro", "sonx", 2**64), "seed.* and not 18446744073709551616"),
        ):
            with self.assertRaisesRegex(levelfield.Error, says):
                levelfield.Session(*words)

    def test_kernels_that_there_are_not(self):
        for name, word in (("LEVELFIELD_BITS", "quick"), ("LEVELFIELD_KERNELS", "avx3")):
            with mock.patch.dict(os.environ, {name: word}):
                with self.assertRaisesRegex(levelfield.Error, f"{name} is '{word}'; it can be"):
                    levelfield.Session("cvar_dro", "sonx", budget=3)
