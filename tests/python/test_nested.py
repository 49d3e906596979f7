"""What a method may not do while it is at work: ask a problem past the meter of its run."""

import threading

import numpy as np

import levelfield
from scratch import Descent, Scratch

AT_WORK = "a method is at work in this process"

earlier = []  # sessions that were opened before a method began
told = []  # what a method was told


class Opener(Descent):
    """tries everything that could answer for a problem, and says what it was told"""

    def tries(self):
        yield lambda: levelfield.Session("cvar_dro", "sonx")
        yield lambda: levelfield.Session("cvar_dro", Descent)
        yield lambda: levelfield.run("cvar_dro", Descent, "10", out="nested")
        yield lambda: levelfield.command("list")
        yield lambda: levelfield.load_plugin("nowhere.so")
        yield lambda: levelfield.register(type("Another", (Descent,), {}))
        for session in earlier:
            yield lambda session=session: session.step()
            yield session.metrics

    def step(self, oracle):
        if not told:
            for attempt in self.tries():
                for tell in (self.tell, self.tell_in_thread):
                    tell(attempt)
        super().step(oracle)

    def tell(self, attempt):
        try:
            attempt()
        except levelfield.Error as refusal:
            told.append(str(refusal))
        else:
            told.append("nothing")

    def tell_in_thread(self, attempt):
        thread = threading.Thread(target=self.tell, args=(attempt,))
        thread.start()
        thread.join()


class OpenerSays(Opener):
    """fails with what it was told"""

    def step(self, oracle):
        super().step(oracle)
        wrong = [line for line in told if not line.startswith(AT_WORK)]
        if wrong or not told:
            raise RuntimeError(f"told {wrong or 'nothing at all'}")


class InInit(Descent):
    """opens a session where it begins"""

    def init(self, oracle, x0):
        super().init(oracle, x0)
        levelfield.Session("cvar_dro", "sonx")


class Keeps(Descent):
    """keeps its oracle where others find it"""

    def step(self, oracle):
        super().step(oracle)
        earlier[:] = [oracle]


class Borrows(Descent):
    """asks another's oracle"""

    def step(self, oracle):
        for _ in range(1000):
            earlier[0].draw("inner", 0, 16)


class Nested(Scratch):
    def setUp(self):
        super().setUp()
        earlier.clear()
        told.clear()

    def test_in_a_session(self):
        with levelfield.Session("cvar_dro", Opener.spec(b=8), budget="640:samples.inner") as session:
            earlier.append(session)
            session.step(1)
            self.assertEqual(len(told), 16)
            for line in told:
                self.assertTrue(line.startswith(AT_WORK), line)
            self.assertEqual(session.counters["samples.inner"], 32)
            self.assertIn("cvar", session.metrics())
            while session.step(5):
                pass
            self.assertEqual(session.status, "done")
        levelfield.Session("cvar_dro", "sonx").close()

    def test_in_a_run(self):
        earlier.append(levelfield.Session("cvar_dro", "sonx"))
        earlier[0].step(3)
        budget = "640:samples.inner"
        (run,) = levelfield.run("cvar_dro", OpenerSays.spec(b=8), budget, out=self.out, timeout=60)
        self.assertEqual((run.status, run.cause[:12]), ("done", "budget spent"))
        self.assertEqual(run.counters["samples.inner"][-1], 640)
        self.assertEqual(earlier[0].steps, 3)
        self.assertEqual(earlier[0].step(2), 2)

    def test_in_init(self):
        with self.assertRaisesRegex(levelfield.Error, AT_WORK):
            levelfield.Session("cvar_dro", InInit)
        (run,) = levelfield.run("cvar_dro", InInit, "10", out=self.out)
        self.assertEqual(run.status, "failed")
        self.assertIn(AT_WORK, run.cause)
        levelfield.Session("cvar_dro", "sonx").close()

    def test_oracles_of_others(self):
        kept = levelfield.Session("cvar_dro", Keeps)
        kept.step(1)
        before = kept.counters
        session = levelfield.Session("cvar_dro", Borrows)
        with self.assertRaisesRegex(levelfield.Error, "makes no step"):
            session.step()
        (run,) = levelfield.run("cvar_dro", Borrows, "10", out=self.out)
        self.assertIn("makes no step", run.cause)
        kept.step(1)
        self.assertEqual(kept.counters["samples.inner"], 2 * before["samples.inner"])
        np.testing.assert_array_equal(kept.steps, 2)
