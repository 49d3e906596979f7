"""forge_certificates.py ARCHIVE FOLDER SET=FILE ...: copies whose certificates were changed, each sealed anew."""

import contextlib
import io
import json
import random
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "harness/archive"))
import certify  # noqa: E402
import verify  # noqa: E402
from forgery import Forgery, lines, text_of  # noqa: E402


def consistent(c, found, files, forge):
    """Bound and gaps as they follow from what the line says by now."""
    data = next(d for d in lines(found["data.jsonl"]) if d["problem"] == c["problem"])
    loss, parts = certify.prepare(found, c, certify.read_table(files[c["data"]]), data)
    if of_levels(c):
        for key, run in c["runs"].items():
            x = np.array(json.loads(found[f"runs/{key}.jsonl"].splitlines()[-1])["iterate"])
            at = certify.below(certify.claim(c, data), loss, parts, x, run["point"])
            run["value"], run["bound"] = map(float, at[1:3])
            run["gap"] = run["value"] - run["bound"]
        return
    least = most = np.zeros(len(parts))
    if "alone" in c:
        at = [(v, *loss(*part, v)[:2]) for part, v in zip(parts, np.array(c["alone"]))]
        most = np.array([risk for _, risk, _ in at])
        least = np.array([risk - g @ v - c["radius"] * np.linalg.norm(g) for v, risk, g in at])
    taken, given = (least if forge in (inside, turned) else most), (most if forge is turned else least)
    c["bound"] = float(certify.bound_of(c, loss, parts, c["point"], c["weights"], taken)[0])
    for key, run in c["runs"].items():
        if "alone" in c:
            w = np.array(json.loads(found[f"runs/{key}.jsonl"].splitlines()[-1])["iterate"][:len(c["point"])])
            run["value"] = max(loss(*part, w)[0] - low for part, low in zip(parts, given))
        run["gap"] = run["value"] - c["bound"]


def of_levels(c):
    return "sigma" in c


def holder(c, what):
    """Where it stands: lower levels have their own for each run."""
    return c if what in c else next(iter(c["runs"].values()))


def point(c):
    holder(c, "point")["point"][0] += 1


def weights(c):
    """Of groups; of lower levels the temperatures, or the labels that were drawn."""
    if not of_levels(c):
        c["weights"][-1] += 1e-3
    elif "labels" in c:
        c["labels"][0] *= -1
    else:
        c["sigma"][0] += 1e-3


def nowhere(c):
    holder(c, "point")["point"][0] = float("nan")


def infeasible(c):
    """Weights that are none; or points of one level fewer."""
    if of_levels(c):
        holder(c, "point")["point"].pop()
    else:
        c["weights"][-1] -= 1


def another(c):
    """What is said of each run, of the next one."""
    c["runs"] = dict(zip(c["runs"], [*list(c["runs"].values())[1:], *list(c["runs"].values())[:1]]))


def bound(c):
    holder(c, "bound")["bound"] += 1e-6


def value(c):
    next(iter(c["runs"].values()))["value"] -= 1e-6


def gap(c):
    next(iter(c["runs"].values()))["gap"] += 1e-6


def smaller(c):
    """An easier claim, whose bound is higher: a smaller ball, more decay, another limit; another loss below."""
    for name, factor in (("radius", 0.01), ("decay", 2), ("limit", 0.9)):
        c[name] = c.get(name, 0) * factor
    if of_levels(c):
        c["loss"] = "logistic"


def alone(c):
    """A group's own point: far better than it is, outside the ball; or somebody else's."""
    if "alone" in c:
        c["alone"][0] = [100 * x for x in c["alone"][0]]
    else:
        c["alone"] = [holder(c, "point")["point"]]


def outside(c):
    """Own points a little outside the ball, where risks are lower still."""
    c["alone"] = [[1.01 * x for x in v] for v in c["alone"]]


def inside(c):
    """Own points that are not as good, and the lower of their ends where the upper one belongs."""
    c["alone"] = [[0.9 * x for x in v] for v in c["alone"]]


def turned(c):
    """The same, and in values the upper ends for the lower ones."""
    inside(c)


def labelled(c):
    """Labels, the right ones even, where the problem drew none."""
    c["labels"] = [1.0] if "labels" in c or not of_levels(c) else c["true labels"]


def nobody(c):
    """A bound that no run is held against."""
    c["runs"] = {}


def looser(c):
    """Another point: still a bound, only not the best."""
    holder(c, "point")["point"][0] += 1e-3


FORGERIES = (point, weights, nowhere, infeasible, another, bound, value, gap, smaller, alone, outside, inside, turned,
             labelled, nobody, looser)


def labels_of(c, found, files):
    data = next(d for d in lines(found["data.jsonl"]) if d["problem"] == c["problem"])
    rows = found[f"rows/{data['parts']['train']['sha256']}.txt"] if of_levels(c) else b""
    return [float(certify.read_table(files[c["data"]])[0][int(row), 0]) for row in rows.split()]


def accepted(c, found, files):
    """Does the checker agree with this line alone?"""
    data = next(d for d in lines(found["data.jsonl"]) if d["problem"] == c["problem"])
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return certify.check(found, c, certify.read_table(files[c["data"]]), data)
    except Exception:
        return False


def main(path, folder, *sets):
    files, found = dict(s.split("=", 1) for s in sets), verify.members(path)
    Path(folder).mkdir()
    for forge in FORGERIES:
        forgery = Forgery(found, random.Random(1))
        certificates = lines(found["certificates.jsonl"])
        for c in certificates:
            if forge in (outside, inside, turned) and "gap_tol=1" not in c["problem"].split(","):
                continue  # its metric would tell, if it did not know R_i* as badly as to 1/10
            was = json.dumps(c)
            if forge is labelled:
                c["true labels"] = labels_of(c, found, files)
            forge(c)
            if forge in (looser, outside, inside, turned) or forge is smaller and not of_levels(c):
                consistent(c, found, files, forge)
            # looser is true, though not what the program makes; runs that end alike may swap what is said of them
            if forge is not looser and not (forge is another and (of_levels(c) or json.dumps(c) == was)):
                assert not accepted(c, found, files), f"{forge.__name__}: {c['problem']} is accepted"
        if certificates == lines(found["certificates.jsonl"]):
            continue
        forgery.found["certificates.jsonl"] = text_of(certificates)
        forgery.seal()
        forgery.write(f"{folder}/{forge.__name__}.lfz")


main(*sys.argv[1:])
