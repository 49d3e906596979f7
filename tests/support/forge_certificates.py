"""forge_certificates.py ARCHIVE FOLDER SET=FILE ...: copies whose certificates were changed, each sealed anew."""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "harness/archive"))
import certify  # noqa: E402
import verify  # noqa: E402
from forgery import Forgery, lines, text_of  # noqa: E402


def consistent(c, found, files):
    """Bound and gaps as they follow from what the line says by now."""
    data = next(d for d in lines(found["data.jsonl"]) if d["problem"] == c["problem"])
    loss, parts = certify.prepare(found, c, certify.read_table(files[c["data"]]), data)
    c["bound"] = float(certify.bound_of(c, loss, parts)[0])
    for run in c["runs"].values():
        run["gap"] = run["value"] - c["bound"]


def point(c):
    c["point"][0] += 1e-3


def weights(c):
    c["weights"][-1] += 1e-3


def nowhere(c):
    c["point"][0] = float("nan")


def infeasible(c):
    c["weights"][-1] -= 1


def another(c):
    """What is said of each run, of the next one."""
    c["runs"] = dict(zip(c["runs"], [*list(c["runs"].values())[1:], *list(c["runs"].values())[:1]]))


def bound(c):
    c["bound"] += 1e-6


def value(c):
    next(iter(c["runs"].values()))["value"] -= 1e-6


def gap(c):
    next(iter(c["runs"].values()))["gap"] /= 2


def smaller(c):
    """An easier claim, whose bound is higher: a smaller ball, more decay, another limit."""
    for name, factor in (("radius", 0.01), ("decay", 2), ("limit", 0.9)):
        c[name] *= factor


def looser(c):
    """Another point: still a bound, only not the best."""
    c["point"][0] += 1e-3


def main(path, folder, *sets):
    files, found = dict(s.split("=", 1) for s in sets), verify.members(path)
    Path(folder).mkdir()
    for forge in (point, weights, nowhere, infeasible, another, bound, value, gap, smaller, looser):
        forgery = Forgery(found, random.Random(1))
        certificates = lines(found["certificates.jsonl"])
        for c in certificates:
            forge(c)
            if forge in (smaller, looser):
                consistent(c, found, files)
        forgery.found["certificates.jsonl"] = text_of(certificates)
        forgery.seal()
        forgery.write(f"{folder}/{forge.__name__}.lfz")


main(*sys.argv[1:])
