"""SONX in Python is SONX in C: the same trace to rounding, the same counters exactly."""

import numpy as np

import levelfield
from scratch import Scratch
from sonx import Sonx

PROBLEMS = ["cvar_dro", "cvar_dro:model=mlp,hidden=8,m=9"]


class Equality(Scratch):
    def test_trace_and_counters(self):
        results = levelfield.run(
            PROBLEMS, [Sonx, "sonx"], budget="300", seeds=[0, 5], out=self.out, jobs=2
        )
        self.assertEqual(len(results), 8)
        for problem in {run.problem for run in results}:
            for seed in (0, 5):
                (ours,) = results.where(problem=problem, algorithm_name="Sonx", seed=seed)
                (theirs,) = results.where(problem=problem, algorithm_name="sonx", seed=seed)
                self.assertEqual((ours.status, ours.cause), ("done", "budget spent"))
                self.assertEqual(len(ours.counters["steps"]), 21)
                for name, counts in theirs.counters.items():
                    np.testing.assert_array_equal(ours.counters[name], counts, name)
                for name, values in theirs.metrics.items():
                    np.testing.assert_allclose(ours.metrics[name], values, rtol=1e-10, atol=1e-12)
                np.testing.assert_allclose(ours.w, theirs.w, rtol=1e-9, atol=1e-12)
                self.assertGreater(np.abs(ours.w).max(), 1e-3)

    def test_jobs_do_not_matter(self):
        one = levelfield.run("cvar_dro", Sonx, "60", seeds=range(4), out=self.out, jobs=1)
        two = levelfield.run("cvar_dro", Sonx, "60", seeds=range(4), out=self.out + "2", jobs=2)
        hashes = [{run.seed: run.trace_sha256 for run in runs} for runs in (one, two)]
        self.assertEqual(hashes[0], hashes[1])
        self.assertEqual(len(set(hashes[0].values())), 4)
