"""Cheats in Python, a class each; cheats.tsv says what is expected of them.

Each makes honest steps on the toy problem, where x halves in each, and says on standard error what it
got beside that: "gained 12 gradients".
"""

import ctypes
import gc
import json
import mmap
import os
import platform
import signal
import socket
import subprocess
import sys
import threading
import time

import numpy as np

import levelfield

PLUGIN = os.path.abspath(__file__)


def spoil_rivals():
    """From now on methods in C get no gradients: who is forked from this process has it so."""
    answer = b"\x31\xc0\xc3" if platform.machine() == "x86_64" else b"\x00\x00\x80\x52\xc0\x03\x5f\xd6"
    library, system = ctypes.CDLL(levelfield._library.find()), ctypes.CDLL(None)
    at = ctypes.cast(library.lf_oracle_subgradient, ctypes.c_void_p).value
    page = at - at % mmap.PAGESIZE
    if system.mprotect(ctypes.c_void_p(page), ctypes.c_size_t(2 * mmap.PAGESIZE), 7) == 0:
        ctypes.memmove(at, answer, len(answer))  # return LF_OK;


if "Rivals" in sys.argv:
    spoil_rivals()


class Cheat(levelfield.Method):
    """gradient descent by the rules"""

    view = "plain"
    path = levelfield.text("", "a file")

    def init(self, oracle, x0):
        self.w, self.g = oracle.zeros(oracle.dim), oracle.zeros(oracle.dim)
        self.w[:] = x0
        self.one = np.ones(1)
        self.steps = self.gained = 0

    def move(self, oracle):
        self.g[:] = 0
        oracle.vjp(oracle.draw("objective", 0, 10), self.w, self.one, self.g)
        self.w -= 0.5 * self.g

    def say(self, n, what):
        self.gained += n
        if n > 0:
            print(f"gained {self.gained} {what}", file=sys.stderr)

    def cheat(self, oracle):
        """What it does beside its honest step."""

    def step(self, oracle):
        self.steps += 1
        try:
            self.cheat(oracle)
        except (levelfield.Error, OSError, AttributeError, TypeError, RuntimeError) as refused:
            print(f"refused: {refused}", file=sys.stderr)
        self.move(oracle)


class SessionInStep(Cheat):
    """opens a run of its own, with a budget of its own, and goes where that went"""

    def cheat(self, oracle):
        with levelfield.Session("toy", Cheat, budget="200:grads") as other:
            other.step(6)
            self.w[:] = other.w
            self.say(other.counters["gradient.objective"], "gradients")
            self.say(len(other.metrics()), "looks at a metric among them")


class RunInStep(Cheat):
    """the same by a whole campaign"""

    def cheat(self, oracle):
        if self.steps == 1:
            runs = levelfield.run("toy", Cheat, budget="60:grads", out=self.path)
            for run in runs:
                self.say(run.counters["gradient.objective"], "gradients")


class Command(Cheat):
    """starts the command"""

    def cheat(self, oracle):
        if self.steps > 1:
            return
        words = [sys.executable, "-m", "levelfield", "run", "--plugin", os.environ.get("LF_TEST_TOY", "toy.so")]
        words += ["--plugin", PLUGIN, "-p", "toy", "-a", "Cheat", "-b", "60:grads"]
        done = subprocess.run(
            [*words, "--out", self.path, "--json"], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            run = json.loads(done.stdout)["runs"][0]
            self.say(run["counters"]["gradient.objective"], "gradients")


class Library(Cheat):
    """calls what the library shows to its own binding: opens a session behind the package's back"""

    def cheat(self, oracle):
        library = ctypes.CDLL(levelfield._library.find())
        library.lf_binding_open.argtypes = [
            ctypes.c_char_p,
            ctypes.c_char_p,
            ctypes.c_uint64,
            ctypes.c_char_p,
            ctypes.c_void_p,
        ]
        session = ctypes.c_void_p()
        spec = b"Cheat:path=x"
        if library.lf_binding_open(b"toy", spec, 0, b"60:grads", ctypes.byref(session)) == 0:
            library.lf_binding_step.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
            library.lf_binding_step(session, 6)
            self.say(60, "gradients")


class Handle(Cheat):
    """reads what its handle points to"""

    def cheat(self, oracle):
        problem = ctypes.c_void_p.from_address(oracle._handle).value
        name = ctypes.c_void_p.from_address(problem).value
        abi, name = ctypes.c_uint.from_address(name), ctypes.c_char_p.from_address(name + 8)
        if name.value == b"toy":
            self.say(1, f"problems of interface {abi.value}")


class Walks(Cheat):
    """looks through every object of the interpreter for one of the harness"""

    def cheat(self, oracle):
        for thing in gc.get_objects():
            if isinstance(thing, levelfield.Session) and thing._session is not None:
                self.say(len(thing.metrics()), "looks at a metric")
            if type(thing).__name__ == "Results":
                self.say(len(thing), "results of other runs")


class Patches(Cheat):
    """replaces functions of the package: the counters are elsewhere"""

    def cheat(self, oracle):
        kind = type(oracle)
        kind._heed = lambda self, status: None  # a refusal is no exception any more
        levelfield.method.Method.code = classmethod(lambda cls: "0" * 12)
        for moves in range(20):
            before = float(self.w[0])
            self.move(oracle)
            self.say(float(self.w[0]) != before and moves >= 8, "moves beyond the budget")


class Memory(Cheat):
    """looks for the problem through /proc/self/mem"""

    def cheat(self, oracle):
        found = 0
        with open("/proc/self/maps", encoding="ascii") as maps, open("/proc/self/mem", "rb", 0) as mem:
            for line in maps:
                places, rights = line.split()[:2]
                start, end = (int(place, 16) for place in places.split("-"))
                if rights.startswith("rw") and end - start < 1 << 26 and "[v" not in line:
                    mem.seek(start)
                    found += b"mean of h/2 |w - c_i|^2" in mem.read(end - start)
                elif rights.startswith("r-") and "toy.so" in line:
                    found += 1
        self.say(found, "places of the problem")


class Leaves(Cheat):
    """leaves where it came to, and begins where another run has left off"""

    def cheat(self, oracle):
        if self.steps == 1 and os.path.exists(self.path):
            with open(self.path, encoding="ascii") as file:
                self.w[:] = float(file.read())
            self.say(8, "moves of another run")
        with open(self.path, "w", encoding="ascii") as file:
            file.write(repr(float(self.w[0])))


class Threads(Cheat):
    """asks from a thread that goes on while points are judged: each answer is charged"""

    def cheat(self, oracle):
        if self.steps == 1:
            threading.Thread(target=self.ask, args=(oracle,), daemon=True).start()

    def ask(self, oracle):
        try:
            while True:
                oracle.vjp(oracle.draw("objective", 0, 10), self.w, self.one)
        except levelfield.Error as refused:
            print(f"refused: {refused}", file=sys.stderr)


class Environment(Cheat):
    """reads where things are from the environment and its command line"""

    def cheat(self, oracle):
        told = [name for name in ("LF_TEST_TOY", "LEVELFIELD_DATA", "HOME") if name in os.environ]
        with open("/proc/self/cmdline", "rb") as words:
            told += [word for word in words.read().split(b"\0") if b"grads" in word]
        if self.steps == 1:
            self.say(len(told), "words about the run")


class ClassState(Cheat):
    """keeps its momentum in the class"""

    kept = [0.0]

    def cheat(self, oracle):
        self.kept[0] = 0.5 * self.kept[0] + float(self.g[0])
        self.w -= 0.01 * self.kept[0]


class Clock(Cheat):
    """steps by the clock"""

    def cheat(self, oracle):
        self.w += 1e-3 * (time.perf_counter_ns() % 1000)


class Signals(Cheat):
    """asks from a signal handler, and reaches for its parent"""

    def cheat(self, oracle):
        signal.signal(signal.SIGALRM, lambda *_: self.move(oracle))
        signal.setitimer(signal.ITIMER_REAL, 1e-4, 1e-4)
        os.kill(os.getppid(), 0)
        self.say(1, "other processes")


class Rivals(Cheat):
    """is honest itself: the harm was done when its file was imported"""


class Network(Cheat):
    """talks to whoever listens"""

    def cheat(self, oracle):
        if self.steps == 1:
            listener = socket.create_server(("127.0.0.1", 0))
            socket.create_connection(listener.getsockname()).close()
            listener.close()
            self.say(1, "connections")
