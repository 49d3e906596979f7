"""certify.py NAME.lfz SET=FILE[,FILE...] ...: certificates of an archive made again from the data, with NumPy alone.

SET is a data set as the archive names it, with its folders or without, FILE its rows: LIBSVM text, also .gz, or a .npy
with the label in column 0 (`levelfield data export` writes both); the publisher's test file is last. Taken for true are
iterates, what a problem drew (rows, labels, temperatures), points and weights: whatever these are, nothing that is
allowed is below the bound that follows from them (docs/publish.md). Exit status 1: not all agree.
"""

import gzip
import hashlib
import json
import sys
import zipfile
from functools import lru_cache, partial

import numpy as np


def need(holds, what):
    if not holds:
        raise ValueError(what)


@lru_cache(1)
def read_table(paths):  # labels y (n), features x (n x d)
    if paths.endswith(".npy"):
        return np.split(np.load(paths, allow_pickle=False), [1], axis=1)
    y, cells = [], []
    for path in paths.split(","):
        with (gzip.open if path.endswith(".gz") else open)(path, "rt") as lines:
            for label, *entries in filter(None, map(str.split, lines)):
                cells += [(len(y), *map(float, entry.split(":"))) for entry in entries]
                y.append(float(label))
    row, column, value = np.array(cells).T
    x = np.zeros((len(y), int(column.max())))
    x[row.astype(int), column.astype(int) - 1] = value
    return np.array(y)[:, None], x


# Losses of rows with scores s (n x classes): values, slopes by s, and where it is not as high the tangent plane.
def logistic(y, s):
    z = y * s
    return np.logaddexp(0, -z), -y / (1 + np.exp(np.minimum(z, 700)))


def hinge(y, s):  # slopes are of a hinge with a round kink: any from -1 to 0 there has a tangent below the loss
    short = 1 - y * s
    slopes = -1 / (1 + np.exp(np.clip(-short * 2 ** 22, -700, 700)))
    return np.maximum(short, 0), y * slopes, -slopes * short


def softmax(y, s):
    s, own = s - s.max(axis=1, keepdims=True), np.maximum(y, 0) == np.arange(s.shape[1])  # the label -1 is class 0
    total = np.logaddexp.reduce(s, axis=1)
    return total - s[own], np.exp(s - total[:, None]) - own


def pairs(y, s, loss=logistic):  # of the score's margin over that of each wrong class
    own = np.maximum(y, 0) == np.arange(s.shape[1])
    values, slopes, *tangent = (each * ~own for each in loss(1, s[own][:, None] - s))
    return values.sum(axis=1), own * slopes.sum(axis=1, keepdims=True) - slopes, *(t.sum(axis=1) for t in tangent)


def square_auc(y, s, margin=None):  # over pairs (1 - s_+ + s_-)^2; or the variances and [margin - s_+ + s_-]_+^2
    up = y > 0
    high, low, share = s[up].mean(), s[~up].mean(), len(y) / np.where(up, up.sum(), (~up).sum())
    off, short = s - np.where(up, high, low), 1 - high + low if margin is None else max(margin - high + low, 0)
    return share * off ** 2 + short ** 2, 2 * share * (off - np.where(up, short, -short))


def mean(loss, affine, y, x, w, psi=1):
    """The mean, its gradient by w (affine: the intercepts come last), the tangent's value, and how rounding grows."""
    at, classes = np.arange(len(w)), len(w) // x.shape[1]
    at = np.hstack([at[:-classes].reshape(classes, -1), at[-classes:, None]]).ravel() if affine else at
    v, size = w[at].reshape(classes, -1), abs(x).mean(axis=0)
    values, slopes, *tangent = (psi * each.T for each in loss(y, x @ v.T))
    rounding = (1 + (abs(v) @ size).max()) * np.linalg.norm(size)
    return values.mean(), (slopes @ x).ravel()[np.argsort(at)] / len(y), (tangent or [values])[0].mean(), rounding


def prepare(found, c, table, data):  # the loss of a part, and the parts: rows, or these of length 1 or with a 1 behind
    (y, x), (*form, word), parts = table, c["loss"].split(), []
    x = x / np.maximum(np.linalg.norm(x, axis=1)[:, None], 1e-300) if "unit" in form else x
    x = np.insert(x, x.shape[1], 1, axis=1) if {"one", "affine"} & set(form) else x
    for sha256 in (data["parts"][name]["sha256"] for name in c["parts"]):
        row = np.array((text := found[f"rows/{sha256}.txt"]).split(), dtype=int)
        need(hashlib.sha256(text).hexdigest() == sha256, "a part has other rows than its hash says")
        parts.append((np.array(c["labels"])[:, None] if "labels" in c and not parts else y[row], x[row]))
    losses = dict(logistic=logistic, hinge=hinge, softmax=softmax, pairs=pairs, square_auc=square_auc,
                  hinge_pairs=partial(pairs, loss=hinge), margin_auc=partial(square_auc, margin=c.get("margin")))
    return partial(mean, losses[word], "affine" in form), parts


def claim(c, data):
    """The certificate, with what follows from its problem in place of what it says: nobody chooses a smaller ball."""
    name, options = c["problem"].split(":", 1)
    spec = dict(option.split("=", 1) for option in options.split(","))
    real, groups = lambda what: float(spec.get(what, "nan")), [
        part for part in data["parts"] if part not in ("train", "test") and not part.startswith("test ")]
    classes, m, loss = [part for part in groups if part.startswith("class_")], len(groups), spec.get("loss")
    raw = {"ce": "unit logistic", "P": f"unit {spec.get('surrogate')}_auc"} if spec.get("score") == "raw" else {}
    wide = real("radius") or (5 if data["data"] in ("adult", *(f"a{i}a" for i in range(10))) else 1)
    ball = dict(radius=100, decay=0, cap=1, limits=0, limit=0, parts=["train"])
    levels = dict(metric="F", loss="one logistic", sigma=[1], parts=["train", "validation"])
    said = {
        "group_dro": ball | dict(metric="max_risk", radius=wide, parts=groups),
        "mero": ball | dict(metric="max_excess", radius=wide, parts=groups),
        "cvar_dro": ball | dict(metric="cvar", decay=real("decay"), parts=groups, cap=min(1, 1 / (real("r") * m or 1))),
        "neyman_pearson": ball | dict(metric="FV", limits=1, limit=real("c"), loss=loss, parts=groups),
        "np_multiclass": ball | dict(metric="FV", limits=len(classes) - 1, limit=(len(classes) - 1) * real("r"),
                                     radius=np.sqrt(len(classes)) * real("radius"), parts=classes,
                                     loss=dict(logistic="pairs", hinge="hinge_pairs").get(loss)),
        "auc_multiclass": ball | dict(metric="ce", loss="affine softmax"),
        "auc": ball | dict(loss=raw.get(c["metric"], "affine logistic"), margin=real("margin")),
        "sample_weights": levels | dict(sigma=[real("sigma")]),
        "task_weights": levels | dict(sigma=c.get("sigma")),
        "hyper_cleaning": levels,
        "ridge_selection": levels | dict(loss="one softmax" if spec.get("classes") == "all" else "one logistic"),
    }.get("" if spec.get("model") in ("mlp", "resnet20") else name, dict(parts=[]))
    first = {"neyman_pearson": "positive", "np_multiclass": f"class_{spec.get('target')}"}.get(name, c["parts"][0])
    need(c["runs"] and sorted(c["parts"]) == sorted(said["parts"]) and c["parts"][0] == first
         and ("labels" in c, len(c.get("alone", []))) == (name == "hyper_cleaning", (name == "mero") * m)
         and all(c.get(what, value) == value for what, value in said.items() if what != "parts")
         and len(c.get("sigma", "1")) == int(spec.get("tasks", 1)), f"{name}: not known, not convex, or another claim")
    return c | said | dict(parts=c["parts"], off=real("gap_tol") / 10 if name == "mero" else 0, spec=spec)


def bound_of(c, loss, parts, v, q, most=0):
    """(what v and q say of risks less `most`, all else being from the data; how far another order of sums moves it)"""
    v, q, m = np.array(v), np.array(q), len(parts) - c["limits"]
    need(len(q) == len(parts) and (q >= 0).all() and abs(q[:m].sum() - 1) <= 1e-12
         and (q[:m] <= c["cap"] * (1 + 1e-12)).all(), "weights are above their cap, or do not sum to 1")
    _, gradients, tangents, sizes = map(np.array, zip(*[loss(*part, v) for part in parts]))
    value = q @ (tangents - most) - c["limit"] * q[m:].sum() + c["decay"] / 2 * (v @ v)
    length = np.linalg.norm(g := q @ gradients + c["decay"] * v)
    reach, away = (length / c["decay"] / 2, 0) if c["decay"] > 0 else (c["radius"], g @ v)
    return value - away - length * reach, 1e-9 + 32 * np.finfo(float).eps * (q @ sizes) * reach


def value_of(c, loss, parts, w, least, bound):
    """(the metric, the objective, its bound, the largest excess over a limit) at w: q as bad as is allowed."""
    w, m = w[:len(c["point"])], len(parts) - c["limits"]
    risks = np.array([loss(*part, w)[0] for part in parts]) - least
    metric = np.clip(1 - c["cap"] * np.arange(m), 0, c["cap"]) @ np.sort(risks[:m])[::-1]
    return metric, metric + c["decay"] / 2 * (w @ w), bound, max(risks[m:] - c["limit"], default=0)


def below(c, loss, parts, x, points):
    """(F, the mean of the lower levels' objectives, that less |gradient|^2 / (2 ridge), 0) at points at a run's x."""
    psi = x if c["spec"].get("psi") == "raw" else 1 / (1 + np.exp(-np.clip(x, -700, 700)))
    psi, ridge, levels = (psi, [float(c["spec"]["lambda"])], []) if "lambda" in c["spec"] else (1, np.exp(x), [])
    for v, sigma in zip(np.reshape(points, (len(c["sigma"]), -1)), c["sigma"]):
        value, g, *_ = loss(*parts[0], v / sigma, psi)
        each = np.repeat(ridge, len(v) // len(ridge))
        value, g = value + each @ v ** 2 / 2, g / sigma + each * v
        levels.append((loss(*parts[1], v / sigma)[0], value, value - g ** 2 @ (1 / each) / 2, 0))
    return np.mean(levels, axis=0) * (len(levels) if c["spec"].get("report") == "sum" else 1, 1, 1, 1)


def check(found, c, table, data):
    """Print a line for each run of a certificate; True: all agree."""
    c, agree = claim(c, data), True
    loss, parts = prepare(found, c, table, data)
    least, most = np.zeros((2, len(parts)))  # of each R_i: what it is at least and at most by its own point
    for i, v in enumerate(map(np.array, c.get("alone", []))):
        need(np.linalg.norm(v) <= c["radius"] * (1 + 1e-12), "a group's own point is outside the ball")
        least[i], most[i] = bound_of(c, loss, parts[i:i + 1], v, [1])[0], loss(*parts[i], v)[0]
    bound, near = (0, 1e-9) if "sigma" in c else bound_of(c, loss, parts, c["point"], c["weights"], most)
    for key, said in sorted(c["runs"].items()):
        head, row, end = (json.loads(found[f"runs/{key}.jsonl"].splitlines()[i]) for i in (0, -2, -1))
        last = {m["name"]: value for m, value in zip(head["metrics"], row["metrics"])}[c["metric"]]
        at = c, loss, parts, np.array(end["iterate"])
        metric, value, bound, excess = below(*at, said["point"]) if "sigma" in c else value_of(*at, least, bound)
        same = np.allclose((bound, value - bound, value, metric if last is None else last), (said.get(
            "bound", c.get("bound")), said["gap"], said["value"], metric), 1e-9, (near, near, 1e-9, 1e-9 + c["off"]))
        agree &= same
        print(f"{key[:12]}: {c['metric']} {metric:.12g}: {value:.12g}, at least {bound:.12g}, gap {value - bound:.3g}"
              + f", {excess:.3g} above its limit" * bool(excess > 0) + (": agrees" if same else ": DISAGREES"))
    return agree


def main(archive, files):
    with zipfile.ZipFile(archive) as members:
        found = {name: members.read(name) for name in members.namelist()}
    data = {d["problem"]: d for d in map(json.loads, found["data.jsonl"].splitlines())}
    certificates, agree = list(map(json.loads, found["certificates.jsonl"].splitlines())), True
    for c in certificates:
        path = files.get(c["problem"].split("data=", 1)[1].split(",")[0]) or files.get(c["data"])
        need(path, f"{c['problem'].split(':')[0]}: name its data, {c['data']}=FILE")
        agree = check(found, c, read_table(path), data[c["problem"]]) and agree
    print(f"{archive}: {len(certificates)} certificates, {'all agree' if agree else 'NOT all agree'}")
    return 0 if agree else 1


if __name__ == "__main__":
    if len(sys.argv) < 2 or not all("=" in s for s in sys.argv[2:]):
        sys.exit(__doc__)
    try:
        sys.exit(main(sys.argv[1], dict(s.split("=", 1) for s in sys.argv[2:])))
    except Exception as error:  # whatever a forged archive makes of it
        sys.exit(f"{sys.argv[1]}: {' '.join(str(error).split()) or type(error).__name__}")
