"""A process with a decimal comma: what is written, read and said is what it is without."""

import locale
import os
import re
import shutil
import subprocess
import sys
import unittest

from scratch import Scratch

COMMA = "de_DE.utf8"
SCRIPT = """
import locale, sys
import levelfield
from scratch import Descent

class Outside(Descent):
    eta: float = levelfield.real(0.5, 1, 2.5)

locale.setlocale(locale.LC_ALL, sys.argv[1])
levelfield.register(Descent)
try:
    levelfield.register(Outside)
except levelfield.Error as error:
    print(error)
for words in (
    ("data", "export", "synthetic_small", "small.libsvm"),
    ("tune", "-p", "cvar_dro", "-a", "Descent:eta={0.01..1:3}", "-b", "20", "--metric", "cvar", "-q", "--out", "tuned"),
    ("run", "-p", "auc:data=synthetic_small,split=random,train=0.5", "-a", "sgd:eta0=0.03", "-b", "2.5e2", "-q",
     "--out", "runs"),
    ("run", "-p", "auc:data=small.yaml", "-a", "sgd", "-b", "0.5:passes.objective", "--out", "own"),
    ("report", "runs"),
    ("export", "runs", "--output", "runs.csv"),
    ("track", "record", "--results", "runs", "--out", "base.txt", "-q"),
    ("track", "check", "base.txt", "--results", "runs", "-q"),
):
    print(levelfield.command(*words), flush=True)
with levelfield.Session("cvar_dro", Descent.spec(eta=0.25), budget="2.5e2:gradient.inner") as session:
    session.step(2)
    print(session.cost("0.5*steps"), session.metrics(), session.w.sum())
assert locale.localeconv()["decimal_point"] == sys.argv[2]
"""


def has_comma():
    """Is the locale on this machine?"""
    before = locale.setlocale(locale.LC_NUMERIC)
    try:
        locale.setlocale(locale.LC_NUMERIC, COMMA)
    except locale.Error:
        return False
    locale.setlocale(locale.LC_NUMERIC, before)
    return True


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Locale(Scratch):
    def carried_out(self, name, point):
        """What the script prints and writes, in a folder of its own: exactly, and but for its numbers."""
        os.makedirs(self.out)
        with open(f"{self.out}/small.yaml", "w", encoding="utf-8") as file:
            file.write("features: small.libsvm\n")
        words = [sys.executable, "-W", "ignore", "-c", SCRIPT, name, point]
        said = subprocess.run(words, cwd=self.out, capture_output=True, text=True, check=False)
        self.assertEqual(said.returncode, 0, said.stderr)
        exact = [read(f"{self.out}/{file}") for file in ("small.libsvm", "base.txt")]
        timed = [said.stdout, *(read(f"{self.out}/{file}") for file in ("runs.csv", "runs/report.md"))]
        shutil.rmtree(self.out)
        return exact, [re.sub(r"[0-9]+([.][0-9]+)?(e[+-][0-9]+)?", "#", text) for text in timed]

    @unittest.skipUnless(has_comma(), f"no locale {COMMA}: scripts/setup.sh test")
    def test_a_comma_changes_nothing(self):
        (exact, timed), (same, alike) = self.carried_out("C", "."), self.carried_out(COMMA, ",")
        self.assertEqual(exact, same)
        for text, other in zip(timed, alike):
            self.assertEqual(text.splitlines(), other.splitlines())
