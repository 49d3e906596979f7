"""What the tests share: an output folder of their own, and small methods."""

import tempfile
import unittest

import levelfield


class Scratch(unittest.TestCase):
    """A test with a folder that is removed afterwards."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = folder.name + "/out"


class Descent(levelfield.Method):
    """subgradient steps on the mean loss of a few groups"""

    view: str = "composition"
    eta: float = 0.5
    b: int = 16

    def init(self, oracle, x0):
        self.w, self.G = oracle.zeros(oracle.dim), oracle.zeros(oracle.dim)
        self.w[:] = x0

    def step(self, oracle):
        self.G[:] = 0
        for i in oracle.components("inner", 4):
            oracle.subgradient(oracle.draw("inner", i, self.b), self.w, self.G)
        self.w -= self.eta / 4 * self.G
