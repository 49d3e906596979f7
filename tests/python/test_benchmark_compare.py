"""benchmarks/compare.py: what is a change, what is noise, and what it exits with."""

import contextlib
import importlib.util
import io
import json
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "compare.py"
_SPEC = importlib.util.spec_from_file_location("benchmark_compare", SCRIPT)
compare = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(compare)


def row(name, time, unit="ns", **more):
    return {
        "name": name, "run_name": name, "run_type": "iteration", "real_time": 1000.0 * time,
        "cpu_time": time, "time_unit": unit, **more,
    }  # fmt: skip


class Compared(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def put(self, name, rows):
        path = self.folder / name
        path.write_text(json.dumps({"context": {}, "benchmarks": rows}), encoding="utf-8")
        return str(path)

    def run_on(self, old, new, *more):
        """Exit status, standard output, standard error."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = compare.main([self.put("old", old), self.put("new", new), *more])
        return status, out.getvalue(), err.getvalue()

    def test_a_change_beyond_noise_is_marked(self):
        old = [row("a", t) for t in (100, 101, 102)]
        slower = [row("a", t) for t in (130, 131, 133)]
        status, out, _ = self.run_on(old, slower, "--fail-above", "1.1")
        self.assertEqual(status, 1)
        self.assertIn("1.30", out)
        self.assertIn("slower", out)
        status, out, _ = self.run_on(slower, old, "--fail-above", "1.1")
        self.assertEqual(status, 0)
        self.assertIn("faster", out)
        self.assertEqual(self.run_on(old, slower, "--fail-above", "1.4")[0], 0)
        self.assertEqual(self.run_on(old, slower)[0], 0)

    def test_noise_is_not(self):
        old = [row("a", t) for t in (100, 150, 200)]
        new = [row("a", t) for t in (120, 190, 210)]
        status, out, _ = self.run_on(old, new, "--fail-above", "1.1")
        self.assertEqual(status, 0)
        self.assertNotIn("slower", out)

    def test_one_time_tells_nothing(self):
        status, out, _ = self.run_on([row("a", 100)], [row("a", 300)], "--fail-above", "1.1")
        self.assertEqual(status, 0)
        self.assertIn("3.00", out)
        self.assertNotIn("slower", out)

    def test_units_the_wall_and_aggregates(self):
        old = [row("a/real_time", 1.0, "us"), row("a/real_time", 9.0, "us", run_type="aggregate")]
        new = [row("a/real_time", 2000.0), row("gone", 1, error_occurred=True)]
        self.assertEqual(self.run_on(old, new)[1].split("\n")[1].split()[1:6],
                         ["1", "ms", "2", "ms", "2.00"])  # fmt: skip

    def test_what_only_one_has_is_said(self):
        out = self.run_on([row("a", 1), row("b", 1)], [row("a", 1), row("c", 1)])[1]
        self.assertRegex(out, r"only in .*old: b\n")
        self.assertRegex(out, r"only in .*new: c\n")

    def test_bad_files_are_one_line(self):
        good = self.put("good", [row("a", 1)])
        broken = self.folder / "broken"
        broken.write_text("{", encoding="utf-8")
        other = self.put("other", [{"name": "a"}])
        for bad in (str(broken), other, str(self.folder / "gone")):
            err = io.StringIO()
            with contextlib.redirect_stderr(err):
                self.assertEqual(compare.main([good, bad]), 2)
            self.assertRegex(err.getvalue(), r"^compare: .*\n$")
        self.assertEqual(self.run_on([row("a", 1)], [row("b", 1)])[0], 2)


if __name__ == "__main__":
    unittest.main()
