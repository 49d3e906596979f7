"""The command line from Python: Python files as plugins, tune, report, one line of error."""

import os
import subprocess
import sys
from unittest import mock

import numpy as np

import levelfield
import scratch
from levelfield import _library
from scratch import Descent, Scratch

PLUGIN = scratch.__file__
SIGNED = """
import levelfield

SIGN = {sign}


def direction(g):
    return SIGN * g


class Signed(levelfield.Method):
    view = "composition"

    def init(self, oracle, x0):
        self.w = x0.copy()

    def step(self, oracle):
        batch = oracle.full("inner", 0)
        self.w += direction(1.0)
"""


def python_m(*words):
    """``python3 -m levelfield``."""
    return subprocess.run(
        [sys.executable, "-m", "levelfield", *words], capture_output=True, text=True, check=False
    )


class Command(Scratch):
    def test_python_file_as_plugin(self):
        said = python_m(
            *("run", "--plugin", PLUGIN, "-p", "cvar_dro", "-a", "Descent:eta=0.1", "-a", "sonx"),
            *("-b", "20", "--out", self.out),
        )
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertRegex(said.stdout, r"Descent:eta=0.1 +1 done +20 ")
        self.assertEqual({r.status for r in levelfield.open_results(self.out)}, {"done"})

    def test_an_edited_file_is_run_again(self):
        """What stands beside the class is part of the method, as what it says of itself is."""
        os.mkdir(self.out)
        for sign in ("-1.0", "1.0", "1.0"):
            with open(self.out + "/mine.py", "w", encoding="utf-8") as file:
                file.write(SIGNED.format(sign=sign))
            words = ("-p", "cvar_dro", "-a", "Signed", "-b", "20", "--no-table", "--out", self.out + "/runs")
            said = python_m("run", "--plugin", self.out + "/mine.py", *words)
            self.assertEqual(said.returncode, 0, said.stderr)
        runs = list(levelfield.open_results(self.out + "/runs"))
        self.assertEqual([run.algorithm_name for run in runs], ["Signed"] * 2)
        np.testing.assert_array_equal(runs[0].w, -runs[1].w)

    def test_a_folder_is_free_afterwards(self):
        words = ("run", "-p", "cvar_dro", "-a", "sonx", "-b", "20", "--no-table", "--out", self.out)
        self.assertEqual(levelfield.command(*words), 0)
        before = len(os.listdir("/proc/self/fd"))
        self.assertEqual(levelfield.command(*words), 0)
        self.assertEqual(len(os.listdir("/proc/self/fd")), before)
        said = python_m(*words)  # another process, while this one goes on
        self.assertEqual(said.returncode, 0, said.stderr)

    def test_a_script_is_carried_out_once(self):
        script = f"print('begun', flush=True)\nimport levelfield\n" \
            f"levelfield.run('cvar_dro', 'sonx', '20', out='{self.out}', quiet=True)\nprint('done')"
        for threads in ({}, {"OPENBLAS_NUM_THREADS": "2"}):
            others = {k: v for k, v in os.environ.items() if not k.startswith("OPENBLAS_")}
            said = subprocess.run(
                [sys.executable, "-c", script], capture_output=True, text=True, check=False,
                env={**others, **threads},
            )
            self.assertEqual(said.stdout, "begun\ndone\n", said.stderr)

    def test_a_seed_is_a_whole_number(self):
        for seeds in ([0.5], [1.9], 0.5, [0, "1"], None, [None]):
            with self.subTest(seeds), self.assertRaisesRegex(levelfield.Error, "^seeds: expected whole numbers"):
                levelfield.run("cvar_dro", "sonx", "20", seeds=seeds, out=self.out)
        self.assertFalse(os.path.exists(self.out))
        for seeds, made in ((np.int64(3), [3]), (np.arange(2), [0, 1]), ("0-1", [0, 1]), ({2}, [2])):
            runs = levelfield.run("cvar_dro", "sonx", "20", seeds=seeds, out=f"{self.out}/{made}")
            self.assertEqual([run.seed for run in runs], made)

    def test_report_by_the_program_alone(self):
        levelfield.run("cvar_dro", [Descent, "sonx"], "20", out=self.out)
        report = [os.environ["LF_TEST_COMMAND"], "report", self.out]
        subprocess.run(report, check=True, capture_output=True)
        with open(self.out + "/report.html", encoding="utf-8") as file:
            self.assertIn("Descent", file.read())

    def test_tune(self):
        levelfield.register(Descent)
        words = ["tune", "-p", "cvar_dro", "-a", "Descent:eta={0.01|0.1|1}", "-b", "20"]
        self.assertEqual(levelfield.command(*words, "--metric", "cvar", "--out", self.out), 0)
        trials = {run.parameters["eta"] for run in levelfield.open_results(self.out)}
        self.assertEqual(trials, {"0.01", "0.1", "1"})

    def test_plugins_in_c(self):
        plugins = os.environ["LF_TEST_BUILD"] + "/plugins/"
        both = [plugins + "toy.so", plugins + "overrun.so"]
        runs = levelfield.run("toy:d=3", "overrun", "50", out=self.out, plugins=both)
        self.assertEqual([run.status for run in runs], ["done"])
        levelfield.load_plugin(plugins + "toy.so")
        self.assertIn("toy", [p["name"] for p in levelfield.catalogue()["problems"]])
        refused = {"wrong_abi": "interface", "no_symbol": "neither", "none": "none.so"}
        for name, says in refused.items():
            with self.assertRaisesRegex(levelfield.Error, says):
                levelfield.load_plugin(f"{plugins}{name}.so")

    def test_a_library_of_another_version(self):
        with mock.patch("levelfield._library.LAYOUT", (6, 1, 2, 3)):
            with self.assertRaisesRegex(levelfield.Error, "interface [0-9]+ .* for 6 .* same version"):
                _library.Library(_library.find())

    def test_the_library_beside_the_program(self):
        program, library = f"{self.out}/bin/levelfield", f"{self.out}/lib64/liblevelfield.so"
        for path in (program, library):
            os.makedirs(os.path.dirname(path))
            open(path, "wb").close()
        os.chmod(program, 0o755)
        os.mkdir(f"{self.out}/elsewhere")
        os.symlink(program, f"{self.out}/elsewhere/levelfield")
        paths = {"LEVELFIELD_LIBRARY": "", "PATH": f"{self.out}/elsewhere"}
        with mock.patch.dict(os.environ, paths), mock.patch("levelfield._library._beside", return_value=()):
            self.assertEqual(_library.find(), os.path.realpath(library))

    def test_one_line(self):
        os.mkdir(self.out)
        files = {"empty.py": "x = 1\n", "bad.py": "x = 1\ny = 1 / 0\n", "torn.py": "x = (\n"}
        for name, body in files.items():
            with open(f"{self.out}/{name}", "w", encoding="utf-8") as file:
                file.write(body)
        for code, words, says in (
            (3, ("run", "--plugin", "none.py"), "no such Python file"),
            (3, ("run", "--plugin", self.out + "/empty.py"), "defines no class"),
            (3, ("run", "--plugin=" + self.out + "/bad.py"), r"ZeroDivisionError: .*\(bad.py:2\)"),
            (3, ("run", "--plugin", self.out + "/torn.py"), r"SyntaxError: [^<]*\(torn.py, line 1\)(?! \(<)"),
            (2, ("runn",), "did you mean 'run'"),
            (2, ("run", "--blas-core", "Haswell"), "OPENBLAS_CORETYPE"),
        ):
            said = python_m(*words)
            self.assertEqual(said.returncode, code, said.stderr)
            self.assertRegex(said.stderr, f"^levelfield: .*{says}.*\n$")
        with self.assertRaisesRegex(levelfield.Error, "--problem|problem"):
            levelfield.command("run", "-a", "sonx", "-b", "1", "-p", "nonsense")
