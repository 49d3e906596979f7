"""certify.py NAME.lfz SET=FILE[,FILE...] ...: certificates of an archive made again from the data, with NumPy alone.

SET is a data set as the archive names it, with its folders or without, FILE its rows: LIBSVM text, also .gz, or a .npy
with the label in column 0 (`levelfield data export SET FILE` writes both); the publisher's test file is last. Nothing
of the archive is taken for true but iterates, row numbers, and points and weights of certificates: whatever these are,
nothing that is allowed is below the bound that follows from them (docs/publish.md). Exit status 1: not all agree.
"""

import functools
import gzip
import hashlib
import json
import re
import sys
import zipfile

import numpy as np


def need(holds, what):
    if not holds:
        raise ValueError(what)


@functools.lru_cache(1)
def read_table(paths):  # labels y (n), features x (n x d)
    if paths.endswith(".npy"):
        x = np.load(paths, mmap_mode="r", allow_pickle=False)
        return x[:, 0], x[:, 1:]
    y, cells = [], []
    for path in paths.split(","):
        with (gzip.open if path.endswith(".gz") else open)(path, "rt") as lines:
            for label, *entries in filter(None, map(str.split, lines)):
                for index, number in (entry.split(":") for entry in entries):
                    cells.append((len(y), int(index) - 1, float(number)))
                y.append(float(label))
    row, column, value = map(list, zip(*cells))
    x = np.zeros((len(y), max(column) + 1))
    x[row, column] = value
    return np.array(y), x


# Losses of rows with scores s (n x classes): values, slopes by s, and where it is not as high the tangent plane.
def logistic(y, s):
    z = y[:, None] * s
    return np.logaddexp(0, -z), -y[:, None] / (1 + np.exp(np.minimum(z, 700)))


def hinge(y, s):
    """Slopes are those of a hinge whose kink is round: any between -1 and 0 there has a tangent below the loss."""
    short = 1 - y[:, None] * s
    slopes = -1 / (1 + np.exp(np.clip(-short * 2 ** 22, -700, 700)))
    return np.maximum(short, 0), y[:, None] * slopes, -slopes * short


def softmax(y, s):
    chance = np.exp(s - s.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    at = np.arange(len(y)), np.maximum(y, 0).astype(int)  # the label -1 is class 0
    values = -np.log(chance[at])
    chance[at] -= 1
    return values, chance


def pairs(y, s):
    """The logistic loss of the score's margin over that of each wrong class."""
    own = np.arange(len(y)), np.maximum(y, 0).astype(int)
    values, slopes = logistic(np.ones(len(y)), s[own][:, None] - s)
    values[own] = slopes[own] = 0
    slopes[own] = -slopes.sum(axis=1)
    return values.sum(axis=1), -slopes


def square_auc(y, s, margin=None):
    """The mean over pairs of (1 - s_+ + s_-)^2, which is quadratic; or the variances and [margin - s_+ + s_-]_+^2."""
    up = y[:, None] > 0
    high, low, share = s[up].mean(), s[~up].mean(), len(y) / np.where(up, up.sum(), (~up).sum())
    off, short = s - np.where(up, high, low), 1 - high + low if margin is None else max(margin - high + low, 0)
    return share * off ** 2 + short ** 2, 2 * share * (off - np.where(up, short, -short))


LOSSES = {loss.__name__: loss for loss in (logistic, hinge, softmax, pairs, square_auc)} | {"margin_auc": square_auc}


def mean(loss, affine, y, x, w):
    """The mean, its gradient by w (affine: the intercepts come last), the tangent's value, and how rounding grows."""
    at, classes = np.arange(len(w)), len(w) // x.shape[1]
    at = np.hstack([at[:-classes].reshape(classes, -1), at[-classes:, None]]).ravel() if affine else at
    v, size = w[at].reshape(classes, -1), abs(x).mean(axis=0)
    values, slopes, *tangent = loss(y, x @ v.T)
    rounding = (1 + (abs(v) @ size).max()) * np.linalg.norm(size)
    return values.mean(), (slopes.T @ x).ravel()[np.argsort(at)] / len(y), (tangent or [values])[0].mean(), rounding


def prepare(found, c, table, data):
    """(the loss of a part, the parts): rows as they are, "affine": with a 1 at their end, "unit": of length 1."""
    (y, x), (*form, word) = table, c["loss"].split()
    if "affine" in form:
        x = np.hstack([x, np.ones((len(y), 1))])
    if "unit" in form:
        x = x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-300)
    parts, own = [], {"margin": float(re.search("margin=([^,]*)", c["problem"])[1])} if word == "margin_auc" else {}
    for sha256 in (data["parts"][name]["sha256"] for name in c["parts"]):
        text = found[f"rows/{sha256}.txt"]
        need(hashlib.sha256(text).hexdigest() == sha256, "a part has other rows than its hash says")
        parts.append([each[np.array(text.split(), dtype=int)] for each in (y, x)])
    return functools.partial(mean, functools.partial(LOSSES[word], **own), "affine" in form), parts


def claim(c, data):
    """What a certificate of this problem is about: nobody may choose a smaller ball or a weaker limit."""
    name, options = c["problem"].split(":", 1)
    spec = dict(option.split("=", 1) for option in options.split(","))
    groups = [part for part in data["parts"] if part != "train"]
    said = {"metric": c["metric"], "radius": 100, "decay": 0, "cap": 1, "limits": 0, "limit": 0, "parts": groups}
    if name == "group_dro":
        usual = 5 if re.fullmatch(r"a\da|adult", data["data"]) else 1
        said |= {"metric": "max_risk", "radius": float(spec["radius"]) or usual}
    elif name == "cvar_dro":
        said |= {"metric": "cvar", "decay": float(spec["decay"]), "cap": min(1, 1 / (float(spec["r"]) * len(groups)))}
        said["radius"] = c["radius"] if said["decay"] > 0 else 100  # with a decay it plays no part
    elif name == "neyman_pearson":
        said |= {"metric": "FV", "limits": 1, "limit": float(spec["c"]), "parts": ["positive", "negative"],
                 "loss": spec["loss"]}
    elif name == "np_multiclass":
        groups = [part for part in data["parts"] if part.startswith("class_")]
        need(c["parts"][0] == f"class_{spec['target']}" and spec["loss"] == "logistic", "another target, or not convex")
        said |= {"metric": "FV", "limits": len(groups) - 1, "limit": (len(groups) - 1) * float(spec["r"]),
                 "radius": np.sqrt(len(groups)) * float(spec["radius"]), "parts": groups, "loss": "pairs"}
    elif name == "auc_multiclass":
        said |= {"metric": "ce", "parts": ["train"], "loss": "affine softmax"}
    else:
        need(name == "auc", f"nothing is known of the problem {name}")
        raw = {"ce": "unit logistic", "P": f"unit {spec['surrogate']}_auc"}
        losses = raw if spec["score"] == "raw" else {"ce": "affine logistic"}
        said |= {"parts": ["train"], "loss": losses[c["metric"]]}
    need(spec.get("model") not in ("mlp", "resnet20"), "a network is not convex")
    for what, value in said.items():
        need(c[what] == value or what == "parts" and value is groups and sorted(c[what]) == sorted(groups),
             f"{c['problem']}: {what} is {value}, and not {c[what]}")


def bound_of(c, loss, parts):
    """(what v and q say, all else being from the data; how far another order of sums moves it)"""
    v, q, m = np.array(c["point"]), np.array(c["weights"]), len(parts) - c["limits"]
    need(len(q) == len(parts) and (q >= 0).all() and abs(q[:m].sum() - 1) <= 1e-12
         and (q[:m] <= c["cap"] * (1 + 1e-12)).all(), "weights are above their cap, or do not sum to 1")
    _, gradients, tangents, sizes = map(np.array, zip(*[loss(*part, v) for part in parts]))
    value = q @ (tangents - c["limit"] * (np.arange(len(parts)) >= m)) + c["decay"] / 2 * (v @ v)
    length = np.linalg.norm(g := q @ gradients + c["decay"] * v)
    slack = 16 * np.finfo(float).eps * (q @ sizes) * (length / c["decay"] if c["decay"] > 0 else c["radius"])
    return value - (length ** 2 / (2 * c["decay"]) if c["decay"] > 0 else g @ v + c["radius"] * length), 1e-9 + slack


def value_of(c, loss, parts, w):
    """(the metric, the objective, the largest excess over a limit) at w: the worst weights that the cap allows."""
    risks, m = [loss(*part, w)[0] for part in parts], len(parts) - c["limits"]
    metric = np.clip(1 - c["cap"] * np.arange(m), 0, c["cap"]) @ sorted(risks[:m], reverse=True)
    return metric, metric + c["decay"] / 2 * (w @ w), max([risk - c["limit"] for risk in risks[m:]], default=0.0)


def check(found, c, table, data):
    """Print a line for each run of a certificate; True: all agree."""
    claim(c, data)
    loss, parts = prepare(found, c, table, data)
    bound, near = bound_of(c, loss, parts)
    agree = np.allclose(bound, c["bound"], 1e-9, near)
    for key, said in sorted(c["runs"].items()):
        head, row, end = (json.loads(found[f"runs/{key}.jsonl"].splitlines()[i]) for i in (0, -2, -1))
        last = {m["name"]: value for m, value in zip(head["metrics"], row["metrics"])}[c["metric"]]
        metric, value, excess = value_of(c, loss, parts, np.array(end["iterate"][:len(c["point"])]))
        same = np.allclose((bound, value - bound), (c["bound"], said["gap"]), 1e-9, near) and np.allclose(
            (value, metric if last is None else last), (said["value"], metric), 1e-9, 1e-9)
        above, agree = f", {excess:.3g} above its limit" if excess > 0 else "", agree and same
        print(f"{key[:12]}: {c['metric']} {value:.12g}, at least {bound:.12g}, gap {value - bound:.3g}{above}: "
              + ("agrees" if same else "DISAGREES"))
    return agree


def main(archive, *sets):
    files = dict(s.split("=", 1) for s in sets)
    with zipfile.ZipFile(archive) as members:
        found = {name: members.read(name) for name in members.namelist()}
    data = {d["problem"]: d for d in map(json.loads, found["data.jsonl"].splitlines())}
    certificates, agree = list(map(json.loads, found["certificates.jsonl"].splitlines())), True
    for c in certificates:
        path = files.get(re.search("data=([^,]*)", c["problem"])[1]) or files.get(c["data"])
        need(path, f"{c['problem'].split(':')[0]}: name its data, {c['data']}=FILE")
        agree = check(found, c, read_table(path), data[c["problem"]]) and agree
    print(f"{archive}: {len(certificates)} certificates, {'all agree' if agree else 'NOT all agree'}")
    return 0 if agree else 1


if __name__ == "__main__":
    if len(sys.argv) < 2 or not all("=" in s for s in sys.argv[2:]):
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except Exception as error:  # whatever a forged archive makes of it
        sys.exit(f"{sys.argv[1]}: {' '.join(str(error).split()) or type(error).__name__}")
