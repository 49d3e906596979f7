"""64 short runs, one at a time and two at a time."""

import shutil

from peers.table import times

PROBLEM, METHOD = "dp_scad", "3secon"


def wall(side, jobs):
    """Seconds of wall time of the whole sweep."""
    runs, budget = (4, "50") if side.quick else (64, "2000")
    out = side.folder()
    done = side.command("run", "-q", "--no-table", "--problem", PROBLEM, "--algorithm", METHOD,
                        "--budget", budget, "--seeds", f"0-{runs - 1}", "-j", str(jobs),
                        "--out", out)
    shutil.rmtree(out)
    return done.wall_s


def measure(side):
    took = side.medians({"two": lambda: wall(side, 2), "one": lambda: wall(side, 1)})
    yield times("sweep of 64 short runs, -j 2, wall", "s", took["two"], "-j 1", took["one"], 1.9)
