"""certify.py NAME.lfz SET=FILE[,FILE...] ...: certificates of an archive made again from the data, with NumPy alone.

SET is a data set as the archive names it, FILE its rows: LIBSVM text, also .gz, or a .npy of numbers with the label in
column 0 (`levelfield data export SET FILE` writes both); the publisher's test file comes after the training file.
Whatever point v and weights q a certificate has, nothing that is allowed has a lower objective than the bound that
follows from them (docs/publish.md). Nothing of the archive is taken for true but v, q, iterates and row numbers; the
rest is worked out from the rows, and compared. Exit status 0: all certificates agree; 1: one does not, or lacks data.
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


def near(a, b):
    return abs(a - b) <= 1e-9 * (1 + abs(a))  # sums in another order


@functools.lru_cache(1)
def read_table(paths):
    """Labels y (n), features x (n x d)."""
    if paths.endswith(".npy"):
        x = np.load(paths, mmap_mode="r", allow_pickle=False)
        return x[:, 0], x[:, 1:]
    y, row, column, value = [], [], [], []
    for path in paths.split(","):
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


def square_auc(y, s, margin=None):
    """The mean over pairs of (1 - s_+ + s_-)^2, which is quadratic; or the variances and [margin - s_+ + s_-]_+^2."""
    up = y[:, None] > 0
    high, low, share = s[up].mean(), s[~up].mean(), len(y) / np.where(up, up.sum(), (~up).sum())
    off, short = s - np.where(up, high, low), 1 - high + low if margin is None else max(margin - high + low, 0)
    return share * off ** 2 + short ** 2, 2 * share * (off - np.where(up, short, -short))


LOSSES = {"logistic": logistic, "hinge": hinge, "softmax": softmax, "square_auc": square_auc, "margin_auc": square_auc}


def mean(loss, affine, y, x, w):
    """The mean over rows, its gradient by w, where an affine form has the intercepts last, and the tangent's value."""
    at, d = np.arange(len(w)), x.shape[1]
    if affine:
        inner = len(w) // d * (d - 1)
        at = np.hstack([at[:inner].reshape(-1, d - 1), at[inner:, None]]).ravel()
    values, slopes, *tangent = loss(y, x @ w[at].reshape(-1, d).T)
    gradient = np.empty(len(w))
    gradient[at] = (slopes.T @ x).ravel() / len(y)
    return values.mean(), gradient, (tangent or [values])[0].mean()


def prepare(found, c, table, data):
    """(the loss of a part, the parts): rows as they are, "affine": with a 1 at their end, "unit": of length 1."""
    (y, x), (*form, word) = table, c["loss"].split()
    if "affine" in form:
        x = np.hstack([x, np.ones((len(y), 1))])
    if "unit" in form:
        x = x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-300)
    own = {"margin": float(re.search("margin=([^,]*)", c["problem"])[1])} if word == "margin_auc" else {}
    parts = []
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
        adult = re.fullmatch(r"a\da|adult", data["data"])
        said |= {"metric": "max_risk", "radius": float(spec["radius"]) or (5 if adult else 1)}
    elif name == "cvar_dro":
        said |= {"metric": "cvar", "decay": float(spec["decay"]), "cap": min(1, 1 / (float(spec["r"]) * len(groups)))}
        said["radius"] = c["radius"] if said["decay"] > 0 else 100  # with a decay it plays no part
    elif name == "neyman_pearson":
        said |= {"metric": "FV", "limits": 1, "limit": float(spec["c"]), "parts": ["positive", "negative"],
                 "loss": spec["loss"]}
    elif name == "auc_multiclass":
        said |= {"metric": "ce", "parts": ["train"], "loss": "affine softmax"}
    else:
        need(name == "auc", f"nothing is known of the problem {name}")
        losses = {"ce": "affine logistic"}
        if spec["score"] == "raw":  # P is convex
            losses = {"ce": "unit logistic", "P": f"unit {spec['surrogate']}_auc"}
        said |= {"parts": ["train"], "loss": losses[c["metric"]]}
    need(spec.get("model") not in ("mlp", "resnet20"), "a network is not convex")
    for what, value in said.items():
        need(c[what] == value or what == "parts" and value is groups and sorted(c[what]) == sorted(groups),
             f"{c['problem']}: {what} is {value}, and not {c[what]}")


def bound_of(c, loss, parts):
    """What v and q say, all else being from the data."""
    v, q, m = np.array(c["point"]), np.array(c["weights"]), len(parts) - c["limits"]
    need(len(q) == len(parts) and (q >= 0).all() and abs(q[:m].sum() - 1) <= 1e-12, "weights do not sum to 1")
    need((q[:m] <= c["cap"] * (1 + 1e-12)).all(), "a weight is above its cap")
    told = [loss(*part, v) for part in parts]
    risks = np.array([tangent for _, _, tangent in told]) - c["limit"] * (np.arange(len(parts)) >= m)
    value = q @ risks + c["decay"] / 2 * (v @ v)
    g = q @ np.array([gradient for _, gradient, _ in told]) + c["decay"] * v
    return value - (g @ g / (2 * c["decay"]) if c["decay"] > 0 else g @ v + c["radius"] * np.linalg.norm(g))


def value_of(c, loss, parts, w):
    """(the metric, the objective, the largest excess over a limit) at w: the worst weights that the cap allows."""
    risks, m = [loss(*part, w)[0] for part in parts], len(parts) - c["limits"]
    shares = np.clip(1 - c["cap"] * np.arange(m), 0, c["cap"])
    metric = shares @ sorted(risks[:m], reverse=True)
    return metric, metric + c["decay"] / 2 * (w @ w), max([risk - c["limit"] for risk in risks[m:]], default=0.0)


def check(found, c, table, data):
    """Print a line for each run of a certificate; True: all agree."""
    claim(c, data)
    loss, parts = prepare(found, c, table, data)
    bound = bound_of(c, loss, parts)
    agree = near(bound, c["bound"])
    for key, said in sorted(c["runs"].items()):
        head, row, end = (json.loads(found[f"runs/{key}.jsonl"].splitlines()[i]) for i in (0, -2, -1))
        last = {m["name"]: value for m, value in zip(head["metrics"], row["metrics"])}[c["metric"]]
        metric, value, excess = value_of(c, loss, parts, np.array(end["iterate"][:len(c["point"])]))
        same = all(near(*pair) for pair in (
            (bound, c["bound"]), (value, said["value"]), (value - bound, said["gap"]),
            (metric, metric if last is None else last)))
        above, agree = f", {excess:.3g} above its limit" if excess > 0 else "", agree and same
        print(f"{key[:12]}: {c['metric']} {value:.12g}, at least {bound:.12g}, gap {value - bound:.3g}{above}: "
              + ("agrees" if same else "DISAGREES"))
    return agree


def main(path, *sets):
    files = dict(s.split("=", 1) for s in sets)
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    data = {d["problem"]: d for d in map(json.loads, found["data.jsonl"].splitlines())}
    certificates, agree = list(map(json.loads, found["certificates.jsonl"].splitlines())), True
    for c in certificates:
        need(c["data"] in files, f"{c['problem']}: name its data, {c['data']}=FILE")
        agree = check(found, c, read_table(files[c["data"]]), data[c["problem"]]) and agree
    print(f"{path}: {len(certificates)} certificates, {'all agree' if agree else 'NOT all agree'}")
    return 0 if agree else 1


if __name__ == "__main__":
    if len(sys.argv) < 2 or not all("=" in s for s in sys.argv[2:]):
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except Exception as error:  # whatever a forged archive makes of it
        print(f"{sys.argv[1]}: {' '.join(str(error).split()) or type(error).__name__}", file=sys.stderr)
        sys.exit(1)
