"""Methods: parameters, failures, edited code, arrays that do not fit."""

import os
import threading

import numpy as np

import levelfield
from scratch import Descent, Scratch


class Everything(levelfield.Method):
    """has a parameter of each kind"""

    view = "composition"
    eta: float = levelfield.real(0.25, 0, 1, "step size [x/g]")
    n: int = levelfield.count(3, 1, 10, "a number")
    mode: str = levelfield.choice("one|two", "two", "a word")
    note: str = "none"
    plain: float = 2.5

    def init(self, oracle, x0):
        self.w = np.full(oracle.dim, self.eta * self.n)
        if (self.mode, self.note, self.plain) != ("one", "some text", -1.5):
            raise ValueError(f"{self.mode} {self.note} {self.plain}")

    def step(self, oracle):
        raise levelfield.Finished


class Fails(Descent):
    """raises in a step of one's choice"""

    at: int = 3

    def init(self, oracle, x0):
        super().init(oracle, x0)
        self.t = 0

    def step(self, oracle):
        self.t += 1
        if self.t == self.at:
            raise ZeroDivisionError("on\npurpose")
        super().step(oracle)


class Wordless(Exception):
    """has no words, and asks for them in vain"""

    def __str__(self):
        raise RuntimeError


class Speechless(Descent):
    """raises what cannot be told"""

    def step(self, oracle):
        super().step(oracle)
        raise Wordless


class Astray(Descent):
    """ends a step where no point is"""

    def step(self, oracle):
        super().step(oracle)
        self.w = self.w[:-1]


class Anchored(Descent):
    """keeps the start that it was given"""

    def init(self, oracle, x0):
        super().init(oracle, x0)
        self.start = x0

    def step(self, oracle):
        super().step(oracle)
        if self.start.any():
            raise ValueError("the start is where the run is")


class Wrong(levelfield.Method):
    """hands over an array that does not fit"""

    view = "composition"
    case: str = ""

    def init(self, oracle, x0):
        self.w = x0.copy()
        batch = oracle.full("inner", 0)
        d = oracle.dim
        cases = {
            "list": lambda: oracle.value(batch, [0.0] * d),
            "float32": lambda: oracle.value(batch, np.zeros(d, dtype=np.float32)),
            "shape": lambda: oracle.value(batch, np.zeros(d + 1)),
            "two": lambda: oracle.value(batch, np.zeros((d, 1))),
            "strided": lambda: oracle.value(batch, np.zeros(2 * d)[::2]),
            "readonly": lambda: oracle.project(x0),
            "component": lambda: oracle.outer_value("inner", 1000, np.zeros(1)),
            "role": lambda: oracle.draw("outer", 0, 1),
            "size": lambda: oracle.draw("inner", 0, 2**64 + 8),
            "negative": lambda: oracle.draw("inner", 0, -8),
            "forged": lambda: oracle.value(levelfield.Batch(1, 0, 5, 0, 0), x0),
            "lower": lambda: oracle.lower_at(0) and oracle.saddle(batch, x0, np.zeros(0)),
            "dim": lambda: setattr(oracle, "dim", d + 1),
            "info": lambda: setattr(oracle, "info", None),
            "components": lambda: oracle.info.components.update(inner=()),
        }
        cases[self.case]()

    def step(self, oracle):
        oracle.zeros(3)


WRONG = {
    "list": "TypeError: w: expected .* got list",
    "float32": "ValueError: w: expected .* got dtype float32",
    "shape": r"ValueError: w: expected .* got shape \(23,\)",
    "two": r"ValueError: w: expected .* got shape \(22, 1\)",
    "strided": r"ValueError: w: expected .* strides \(16,\)",
    "readonly": "ValueError: w: expected .* read-only",
    "component": "IndexError: there is no inner 1000: the problem has 30",
    "role": "Error: there is no role 'outer': expected one of objective, ",
    "size": r"ArgumentError: .* 18446744073709551624: expected a whole number from 0 to 2\^64 - 1",
    "negative": "ArgumentError: .* -8: expected a whole number",
    "forged": "Error: .*batch",
    "dim": "AttributeError: oracle.dim is a fact of the problem and cannot be set",
    "info": "AttributeError: oracle.info is a fact of the problem and cannot be set",
    "components": "AttributeError: 'mappingproxy'",
}


class Methods(Scratch):
    def test_parameters(self):
        good = Everything.spec(mode="one", note="some text", plain=-1.5, n=4)
        runs = levelfield.run("cvar_dro", [good, Everything], "9", out=self.out)
        done, failed = sorted(runs, key=lambda run: run.status)
        said = "finished before the budget was spent; warning: objective 0 of 2, counted from 0, was never asked about"
        self.assertEqual(done.cause, said)
        np.testing.assert_array_equal(done.w, np.ones(22))
        self.assertEqual(done.parameters["mode"], "one")
        self.assertRegex(failed.cause, r"ValueError: two none 2\.5 \(test_method\.py:\d+\)")
        known = {a["name"]: a for a in levelfield.catalogue()["algorithms"]}
        eta = known["Everything"]["parameters"][0]
        self.assertEqual((eta["name"], eta["default"], eta["max"]), ("eta", 0.25, 1))
        for bad in ("Everything:eta=2", "Everything:et=1", "Everything:mode=three"):
            with self.assertRaisesRegex(levelfield.Error, "algorithm Everything.*(eta|mode)"):
                levelfield.run("cvar_dro", bad, "9", out=self.out)
        with self.assertRaisesRegex(levelfield.Error, "no parameter 'et'"):
            Everything.spec(et=1)

    def test_a_derived_class_sets_a_parameter(self):
        """Plainly, so that kind, range and text stay those of the class that declares it."""
        Slow = type("Slow", (Everything,), {"eta": 1, "n": 2, "mode": "one", "note": "some text", "plain": -1.5})
        (run,) = levelfield.run("cvar_dro", Slow, "9", out=self.out)
        np.testing.assert_array_equal(run.w, np.full(22, 2.0), run.cause)
        self.assertEqual(Slow.parameters()["eta"].doc, "step size [x/g]")
        for name, value, says in (
            ("eta", "fast", "'eta' = 'fast': expected a float"),
            ("eta", True, "'eta' = True: expected a float"),
            ("eta", 2.0, "the default 2 is outside"),
            ("n", 2.5, "'n' = 2.5: expected an int"),
            ("n", 11, "the default 11 is outside"),
            ("mode", 1, "'mode' = 1: expected a str"),
            ("mode", "three", "'three' is none of one|two"),
            ("note", "a,b", "has a ','"),
            ("plain", property(lambda self: 1.0), "'plain' = <property"),
        ):
            with self.subTest(name, value=value), self.assertRaisesRegex(levelfield.Error, says.replace("|", r"\|")):
                levelfield.register(type("Off", (Everything,), {name: value}))

    def test_a_value_is_one_value(self):
        for name, value in (("note", "a,n=4"), ("mode", "one,n=4"), ("n", "3,eta=1"), ("note", "a "), ("note", "\na")):
            with self.subTest(value), self.assertRaisesRegex(levelfield.Error, "without a comma"):
                Everything.spec(**{name: value})
        self.assertEqual(Everything.spec(note="a = b:c"), "Everything:note=a = b:c")

    def test_raising_costs_its_own_run_only(self):
        methods = [Fails, Fails.spec(at=5), Descent, "sonx"]
        runs = levelfield.run("cvar_dro", methods, "8", out=self.out, jobs=2, checkpoints=8)
        status = {run.algorithm.split(",code")[0]: run for run in runs}
        for at in (3, 5):
            run = status[f"Fails:eta=0.5,b=16,at={at}"]
            self.assertEqual(run.status, "failed")
            self.assertRegex(
                run.cause,
                rf"^algorithm Fails failed in step {at}: ZeroDivisionError: on purpose "
                r"\(test_method\.py:\d+\)$",
            )
            self.assertIn("Traceback", run.log)
            self.assertEqual(run.counters["steps"][-1], at - 1)
        done = [run for run in runs if run.status == "done"]
        self.assertEqual(len(done), 2)
        self.assertTrue(all(run.counters["steps"][-1] == 8 for run in done))

    def test_raising_without_words(self):
        with levelfield.Session("cvar_dro", Speechless) as session:
            with self.assertRaisesRegex(levelfield.Error, "in step 1: Wordless, which cannot be told$"):
                session.step()

    def test_arrays_that_do_not_fit(self):
        for case, says in WRONG.items():
            with self.subTest(case), self.assertRaisesRegex(levelfield.Error, says):
                levelfield.Session("cvar_dro", Wrong.spec(case=case))

        session = levelfield.Session("cvar_dro", Astray)
        with self.assertRaisesRegex(levelfield.Error, r"in step 1: ValueError: point: .*\(21,\)"):
            session.step()
        np.testing.assert_array_equal(session.w, np.zeros(22))

    def test_the_start_stays(self):
        with levelfield.Session("cvar_dro", Anchored) as session:
            self.assertEqual(session.step(3), 3)

    def test_edited_code_is_run_again(self):
        def made(body):
            space = {"levelfield": levelfield}
            path = os.path.join(os.path.dirname(self.out), f"edited{len(body)}.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(body)
            exec(compile(body, path, "exec"), space)
            edited = type("Edited", (Descent,), {"step": space["step"]})
            edited.code = classmethod(lambda cls: f"code{len(body)}")
            return edited

        first = made("def step(self, oracle):\n    self.w += 1\n    oracle.full('inner', 0)\n")
        then = made("def step(self, oracle):\n    self.w += 20\n    oracle.full('inner', 0)\n")
        for cls, value in ((first, 5), (first, 5), (then, 100)):
            (run,) = levelfield.run("cvar_dro", cls, "5", out=self.out)
            self.assertEqual((run.w[0], run.parameters["code"]), (value, cls.code()))
        self.assertEqual(len(levelfield.open_results(self.out)), 2)
        self.assertNotEqual(Fails.code(), Descent.code())
        self.assertEqual(Descent.code(), Descent.code())

    def test_code_is_what_it_is(self):
        for code in (Descent.code(), "0123456789ab"):
            levelfield.register(Descent)
            levelfield.run("cvar_dro", Descent.spec() + f":code={code}", "5", out=self.out)
        made = {run.parameters["code"]: run for run in levelfield.open_results(self.out)}
        self.assertEqual(made[Descent.code()].status, "done")
        self.assertRegex(made[code].cause, f"made by the code {code}, and here it is {Descent.code()}$")

    def test_names_that_are_taken(self):
        with self.assertRaisesRegex(levelfield.Error, "'sonx' is taken by another algorithm"):
            levelfield.register(type("sonx", (Descent,), {}))
        with self.assertRaisesRegex(levelfield.Error, "view 'flat'"):
            levelfield.register(type("Flat", (Descent,), {"view": "flat"}))
        with self.assertRaisesRegex(levelfield.Error, "is no method"):
            levelfield.register(dict)

        for name, value in (("code", 0.1), ("step", 3), ("view", levelfield.choice("plain|saddle", "plain"))):
            own = {name: value, "__annotations__": {name: type(value)}}
            with self.assertRaisesRegex(levelfield.Error, f"^Own: '{name}' is what every method has"):
                levelfield.register(type("Own", (Descent,), own))

    def test_texts_are_not_cut(self):
        nul = r"expected a text without the character \\0"
        with self.assertRaisesRegex(levelfield.Error, nul):
            levelfield.run("cvar_dro", Everything.spec(note="a\0b"), "9", out=self.out)
        with self.assertRaisesRegex(levelfield.Error, nul):
            levelfield.Session("cvar_dro", Everything.spec(note="a\0b"))
        with self.assertRaisesRegex(levelfield.Error, nul):
            levelfield.register(type("Cut", (Descent,), {"note": levelfield.text("a\0b")}))

    def test_other_threads_live_on(self):
        """The interpreter's lock is free during a campaign, and taken properly around each fork."""
        beats, stop = [0], threading.Event()

        def beat():
            while not stop.is_set():  # holds the lock nearly always
                beats[0] += 1

        thread = threading.Thread(target=beat)
        thread.start()
        try:
            runs = levelfield.run(
                "cvar_dro", Descent, "50", seeds=range(8), out=self.out, jobs=2, timeout=30
            )
        finally:
            stop.set()
            thread.join()
        self.assertEqual([run.status for run in runs], ["done"] * 8)
        self.assertGreater(beats[0], 1000)
