"""Ctrl-C during a campaign: KeyboardInterrupt, no process left, and the same command continues."""

import os
import signal
import subprocess
import sys
import time

import levelfield
from scratch import Descent, Scratch

CAMPAIGN = """
import levelfield
from scratch import Descent
try:
    levelfield.run("cvar_dro", Descent, budget="{budget}", seeds=range(2), out="{out}", jobs=2)
except KeyboardInterrupt as interrupt:
    print("interrupted:", interrupt)
"""


def children(pid):
    """Its living children."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                if int(file.read().rpartition(")")[2].split()[1]) == pid:
                    found.append(int(name))
        except OSError:
            pass
    return found


class Interrupt(Scratch):
    def test_interrupt(self):
        words = [sys.executable, "-c", CAMPAIGN.format(budget="1e9", out=self.out)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(600):
                runs = children(process.pid)
                if len(runs) == 2 or process.poll() is not None:
                    break
                time.sleep(0.05)
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=60)
        self.assertEqual(len(runs), 2)
        self.assertIn("interrupted:", said)
        self.assertEqual(process.returncode, 0)
        self.assertFalse([pid for pid in runs if os.path.exists(f"/proc/{pid}")])
        again = levelfield.run("cvar_dro", Descent, "20", seeds=range(2), out=self.out)
        self.assertEqual([run.status for run in again], ["done"] * 2)
