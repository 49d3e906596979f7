"""certify.py NAME.lfz SET=FILE[,FILE...] ...: certificates of an archive made again from the data, with NumPy alone.

SET is a data set as the archive names it, with its folders or without, FILE its rows: LIBSVM text, also .gz, or a
.npy of numbers with the label in column 0 (`levelfield data export SET FILE` writes both); the publisher's test file
comes after the training file.
A certificate is a point v and weights q. Whatever they are, no point that is allowed has a lower objective than the
bound that follows from them (docs/publish.md). Nothing that the archive says is taken for true but v, q, iterates and
row numbers: bounds, values and gaps are worked out from the rows, and compared.
Exit status 0: every certificate was made again and agrees; 1: one does not, or lacks its data.
"""

import gzip
import hashlib
import json
import re
import sys
import zipfile
import zlib

import numpy as np

NEAR = 1e-9  # of 1 + the number: sums in another order
EPS = 16 * np.finfo(float).eps


def need(holds, what):
    if not holds:
        raise ValueError(what)


def near(a, b, slack=0.0):
    return abs(a - b) <= NEAR * (1 + abs(a)) + slack


# ---- data: y (n), x (n x d) ---------------------------------------------------------------------------------------

def read_table(paths):
    if paths[0].endswith(".npy"):
        x = np.load(paths[0], mmap_mode="r", allow_pickle=False)
        return x[:, 0], x[:, 1:]
    y, row, column, value = [], [], [], []
    for path in paths:
        with (gzip.open if path.endswith(".gz") else open)(path, "rt") as lines:
            for label, *entries in filter(None, map(str.split, lines)):
                for index, number in (entry.split(":") for entry in entries):
                    row.append(len(y))
                    column.append(int(index) - 1)
                    value.append(float(number))
                y.append(float(label))
    x = np.zeros((len(y), max(column) + 1))
    x[row, column] = value
    return np.array(y), x


def read_rows(found, parts, name):
    """The row numbers of a part, which are those of the hash that data.jsonl has."""
    text = found[f"rows/{parts[name]['sha256']}.txt"]
    need(hashlib.sha256(text).hexdigest() == parts[name]["sha256"], f"part {name} has other rows than its hash says")
    return np.array(text.split(), dtype=int)


# ---- losses: the mean over rows, and its gradient by w -----------------------------------------------------------

def logistic(y, x, w):
    z = y * (x @ w)
    return np.logaddexp(0, -z).mean(), (-y / (1 + np.exp(np.minimum(z, 700)))) @ x / len(y)


def softmax(y, x, w):
    s = x @ w.reshape(-1, x.shape[1]).T
    chance = np.exp(s - s.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    at = np.arange(len(y)), y.astype(int)
    loss = -np.log(chance[at]).mean()
    chance[at] -= 1
    return loss, (chance.T @ x).ravel() / len(y)


def square_auc(y, x, w):
    """The mean over pairs of (1 - s_+ + s_-)^2, which is quadratic."""
    sides = [x[y == side] for side in (1, -1)]
    off = [one - one.mean(axis=0) for one in sides]
    apart = sides[0].mean(axis=0) - sides[1].mean(axis=0)
    scores, aside = [one @ w for one in off], 1 - apart @ w
    gradient = sum(2 * s @ one / len(s) for s, one in zip(scores, off)) - 2 * aside * apart
    return sum((s * s).mean() for s in scores) + aside ** 2, gradient


LOSSES = {"logistic": logistic, "softmax": softmax, "square_auc": square_auc}


def rows_for(form, y, x):
    """Rows as a loss has them: as they are, with a 1 at their end ("affine"), or of length 1 ("unit")."""
    if form == "affine":
        x = np.hstack([x, np.ones((len(y), 1))])
    if form == "unit":
        length = np.linalg.norm(x, axis=1, keepdims=True)
        x = x / np.where(length > 0, length, 1)
    return y, x


# ---- certificates ------------------------------------------------------------------------------------------------

def claim(c, data):
    """What a certificate of this problem is about: nobody may choose a smaller ball or a weaker limit."""
    name, options = c["problem"].split(":", 1)
    spec = dict(option.split("=", 1) for option in options.split(","))
    groups = [part for part in data["parts"] if part != "train"]
    said = {"metric": c["metric"], "radius": 100, "decay": 0, "cap": 1, "limits": 0, "limit": 0, "parts": groups}
    if name == "group_dro":
        adult = re.fullmatch(r"a\da|adult", data["data"])
        said.update(metric="max_risk", radius=float(spec["radius"]) or (5 if adult else 1))
    elif name == "cvar_dro":
        said.update(metric="cvar", radius=c["radius"], decay=float(spec["decay"]),
                    cap=min(1, 1 / (float(spec["r"]) * len(groups))))
    elif name == "neyman_pearson":
        said.update(metric="FV", limits=1, limit=float(spec["c"]), parts=["positive", "negative"])
    else:
        row = "unit" if spec["score"] == "raw" else "affine"
        said.update(parts=["train"], loss={"ce": row + " logistic", "P": row + " square_auc"}[c["metric"]])
        need(name == "auc", f"nothing is known of the problem {name}")
    for what, value in said.items():
        need(c[what] == value or what == "parts" and value is groups and sorted(c[what]) == sorted(groups),
             f"{c['problem']}: {what} is {value}, and not {c[what]}")


def bound_of(c, loss, parts):
    """(what v and q say, all else being from the data; how far rounding moves it where features are large)"""
    v, q, m = np.array(c["point"]), np.array(c["weights"]), len(parts) - c["limits"]
    need(len(q) == len(parts) and (q >= 0).all() and abs(q[:m].sum() - 1) <= 1e-12, "weights do not sum to 1")
    need((q[:m] <= c["cap"] * (1 + 1e-12)).all(), "a weight is above its cap")
    value, g = c["decay"] / 2 * (v @ v), c["decay"] * v
    for i, part in enumerate(parts):
        risk, gradient = loss(*part, v)
        value += q[i] * (risk - (c["limit"] if i >= m else 0))
        g = g + q[i] * gradient
    size = sum(weight * abs(x).mean(axis=0) for weight, (_, x) in zip(q, parts))
    score = 1 + (abs(v).reshape(-1, len(size)) @ size).max()
    length = np.linalg.norm(g)
    slack = EPS * score * np.linalg.norm(size) * (length / c["decay"] if c["decay"] > 0 else c["radius"])
    if c["decay"] > 0:
        return value - length ** 2 / (2 * c["decay"]), slack
    return value - g @ v - c["radius"] * length, slack


def value_of(c, loss, parts, w):
    """(the metric, the objective, the largest excess over a limit) at w: the worst weights that the cap allows."""
    risks, m = [loss(*part, w)[0] for part in parts], len(parts) - c["limits"]
    left, metric = 1.0, 0.0
    for risk in sorted(risks[:m], reverse=True):
        metric, left = metric + min(left, c["cap"]) * risk, max(left - c["cap"], 0.0)
    return metric, metric + c["decay"] / 2 * (w @ w), max([risk - c["limit"] for risk in risks[m:]], default=0.0)


def read_run(text):
    """(its final iterate, {metric: value in its last row})"""
    lines = [json.loads(line) for line in text.decode().splitlines()]
    last = {m["name"]: value for m, value in zip(lines[0]["metrics"], lines[-2]["metrics"])}
    return np.array(lines[-1]["iterate"]), last


def check(found, c, table, data):
    """Print a line for each run of a certificate; True: all agree."""
    claim(c, data)
    *form, word = c["loss"].split()
    y, x = rows_for(form[0] if form else "", *table)
    parts = [(y[rows], x[rows]) for rows in (read_rows(found, data["parts"], name) for name in c["parts"])]
    bound, slack = bound_of(c, LOSSES[word], parts)
    agree = near(bound, c["bound"], slack)
    if not agree:
        print(f"{c['problem']}: {c['metric']} is at least {bound:.12g}, and {c['bound']:.12g} is said: DISAGREES")
    for key, said in sorted(c["runs"].items()):
        w, last = read_run(found[f"runs/{key}.jsonl"])
        metric, value, excess = value_of(c, LOSSES[word], parts, w[:len(c["point"])])
        same = near(value, said["value"]) and near(value - bound, said["gap"], slack) and (
            last[c["metric"]] is None or near(metric, last[c["metric"]]))
        print(f"{key[:12]}: {c['metric']} {value:.12g}, at least {bound:.12g}, gap {value - bound:.3g}"
              + (f", {excess:.3g} above its limit" if excess > 0 else "") + (": agrees" if same else ": DISAGREES"))
        agree = agree and same
    return agree


def sets_of(c):
    """What the data of a certificate may be called: as its problem has it, or without folders."""
    return [re.search("data=([^,]*)", c["problem"])[1], c["data"]]


def main(archive_path, *sets):
    files = dict(s.split("=", 1) for s in sets)
    with zipfile.ZipFile(archive_path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    data = {d["problem"]: d for d in map(json.loads, found["data.jsonl"].splitlines())}
    certificates, tables, agree = list(map(json.loads, found["certificates.jsonl"].splitlines())), {}, True
    for c in certificates:
        path = next((files[name] for name in sets_of(c) if name in files), None)
        need(path, f"{c['problem'].split(':')[0]}: name its data, {c['data']}=FILE")
        if path not in tables:
            tables = {path: read_table(path.split(","))}
        agree = check(found, c, tables[path], data[c["problem"]]) and agree
    print(f"{archive_path}: {len(certificates)} certificates, {'all agree' if agree else 'NOT all agree'}")
    return 0 if agree else 1


if __name__ == "__main__":
    if len(sys.argv) < 2 or not all("=" in s for s in sys.argv[2:]):
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError, zipfile.BadZipFile,
            zlib.error) as error:
        print(f"{sys.argv[1]}: {' '.join(str(error).split()) or type(error).__name__}", file=sys.stderr)
        sys.exit(1)
