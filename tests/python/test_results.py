"""Results: what a store says, as arrays and, where pandas is, as a frame."""

import os
import sqlite3
import sys
from unittest import mock

import numpy as np

import levelfield
from scratch import Descent, Scratch


class ResultsOfRuns(Scratch):
    def test_arrays(self):
        levelfield.run("cvar_dro", [Descent, "sonx"], "40", seeds=range(2), out=self.out)
        results = levelfield.open_results(self.out)
        self.assertEqual(len(results), 4)
        self.assertEqual(len(results.where(algorithm_name="sonx")), 2)
        self.assertEqual(len(results[:3]), 3)
        for run in results:
            self.assertEqual(run.status, "done")
            self.assertEqual(next(iter(run.metrics)), "cvar")
            self.assertEqual(run.metrics["cvar"].shape, (21,))
            np.testing.assert_array_equal(run.counters["steps"], np.arange(0, 41, 2))
            evaluated = run.counters["value.inner"] + run.counters["gradient.inner"]
            behind = run.samples["inner"]
            np.testing.assert_allclose(run.counters["passes.inner"] * behind, evaluated)
            np.testing.assert_array_equal(run.counters["samples"], run.counters["samples.inner"])
            self.assertEqual(run.last("cvar"), run.metrics["cvar"][-1])
            self.assertEqual(run.w.shape, (22,))
            self.assertIn("version", run.environment)
            self.assertTrue(np.isnan(run.metrics["gap"][1:-1]).all())

    def test_runs_of_this_call(self):
        """Budgets and methods of earlier calls stay in the folder, and out of the averages."""
        first = levelfield.run("cvar_dro", [Descent, "sonx"], "10", out=self.out)
        self.assertEqual([run.algorithm_name for run in first], ["Descent", "sonx"])
        for _ in range(2):  # made, then found there
            (run,) = levelfield.run("cvar_dro", "sonx", "20", seeds=1, out=self.out)
            self.assertEqual((run.algorithm_name, run.seed, run.budget), ("sonx", 1, "20"))
        (run,) = levelfield.run("cvar_dro", "sonx", "10", out=self.out)
        self.assertEqual((run.key, run.seed), (first[1].key, 0))
        self.assertEqual(levelfield.command("tune", "-p", "cvar_dro", "-a", "sonx:eta={0.1|0.2}", "-b", "5", "-q",
                                            "--metric", "cvar", "--out", self.out), 0)
        self.assertEqual(len(levelfield.run("cvar_dro", "sonx", "10", out=self.out)), 1)
        self.assertEqual(len(levelfield.open_results(self.out)), 9)

    def test_frame(self):
        levelfield.run("cvar_dro", "sonx", "10", out=self.out)
        results = levelfield.open_results(self.out)
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(levelfield.Error, "python3-pandas"):
                results.frame()
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = results.frame()
        self.assertIsInstance(frame, pandas.DataFrame)
        self.assertEqual(len(frame), 11)
        self.assertEqual(frame["steps"].iloc[-1], 10)
        self.assertEqual(frame["cvar"].iloc[-1], results[0].last("cvar"))

    def test_refusals(self):
        with self.assertRaisesRegex(levelfield.Error, "does not exist"):
            levelfield.open_results(self.out)
        os.mkdir(self.out)
        path = self.out + "/results.sqlite"
        with open(path, "wb") as file:
            file.write(b"no database at all" * 100)
        with self.assertRaisesRegex(levelfield.Error, "no result store"):
            levelfield.open_results(self.out)
        os.remove(path)
        store = sqlite3.connect(path)
        store.execute("PRAGMA user_version = 99")
        store.close()
        with self.assertRaisesRegex(levelfield.Error, "schema 99"):
            levelfield.open_results(self.out)
