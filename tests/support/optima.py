"""optima.py ARCHIVE SET=FILE ...: the optimum of each certified problem, found by other means, is its bound to 1e-8.

Newton's method in NumPy on barriers and smoothed maxima, none of which the program has. What is found is a value at a
point that is allowed, so that a bound above it would be wrong, and one far below it no certificate.
"""

import json
import sys
import zipfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "harness/archive"))
import certify  # noqa: E402  its tables and rows; losses and optima are our own
from hinge_program import program  # noqa: E402


def loss(part, w, psi=1):
    """Logistic, of weighted rows, or softmax of classes one after another: value, gradient, Hessian."""
    y, x = part
    if len(w) > x.shape[1]:
        return softmax(np.maximum(y, 0).astype(int), x, w.reshape(-1, x.shape[1]))
    z = y * (x @ w)
    s = 1 / (1 + np.exp(np.minimum(z, 700)))
    return (psi * np.logaddexp(0, -z)).mean(), -(psi * y * s) @ x / len(y), (x.T * (psi * s * (1 - s) / len(y))) @ x


def blocks(x, entry, k):
    """The Hessian of a mean loss of k scores, from that of each row by two of them."""
    d = x.shape[1]
    hessian = np.zeros((k, d, k, d))
    for a in range(k):
        for b in range(k):
            hessian[a, :, b] = (x.T * (entry(a, b) / len(x))) @ x
    return hessian.reshape(k * d, k * d)


def pairwise(part, w):
    """The logistic loss of the own score's margin over each other one."""
    y, x = part
    weights = w.reshape(-1, x.shape[1])
    score, own = x @ weights.T, np.eye(len(weights))[np.maximum(y, 0).astype(int)]
    over = (score * own).sum(axis=1, keepdims=True) - score
    p = (1 - own) / (1 + np.exp(over))
    h, value = p * (1 - p), ((1 - own) * np.logaddexp(0, -over)).sum(axis=1).mean()
    total = h.sum(axis=1)
    hessian = blocks(x, lambda a, b: (a == b) * h[:, a] - own[:, a] * h[:, b] - h[:, a] * own[:, b]
                     + own[:, a] * own[:, b] * total, len(weights))
    return value, ((p - own * p.sum(axis=1, keepdims=True)).T @ x).ravel() / len(y), hessian


def softmax(y, x, weights):
    score = x @ weights.T
    top = score.max(axis=1)
    total = top + np.log(np.exp(score - top[:, None]).sum(axis=1))
    p, k = np.exp(score - total[:, None]), len(weights)
    own = np.eye(k)[y]
    hessian = blocks(x, lambda a, b: p[:, a] * ((a == b) - p[:, b]), k)
    return (total - score[own > 0]).mean(), ((p - own).T @ x).ravel() / len(y), hessian


def newton(f, w):
    """A minimiser of f, which gives value (inf: not allowed), gradient and Hessian."""
    for _ in range(200):
        value, g, hessian = f(w)
        step = -np.linalg.lstsq(hessian, g, rcond=1e-15)[0]
        size = 1.0
        while size > 1e-12 and not f(w + size * step)[0] <= value + 1e-4 * size * (g @ step):
            size /= 2
        if size <= 1e-12 or -(g @ step) < 1e-18 * max(1, abs(value)):
            break
        w = w + size * step
    return w


def in_ball(minimise, radius, d):
    """minimise(ridge) with the least ridge that brings it into the ball: false position, as 1/|w| is nearly linear."""
    def miss(w):
        return radius / max(np.linalg.norm(w), 1e-300) - 1
    w, low, high, side = minimise(0.0, np.zeros(d)), 0.0, 1.0, 0
    if (at_low := miss(w)) >= 0:
        return w
    while (at_high := miss(minimise(high, np.zeros(d)))) < 0:
        low, at_low, high = high, at_high, 2 * high
    for _ in range(60):
        w = minimise(middle := low + (high - low) * at_low / (at_low - at_high), w)
        if abs(off := miss(w)) < 1e-13:
            return w
        if off < 0:
            low, at_low, at_high, side = middle, off, at_high / (1 + (side < 0)), -1
        else:
            high, at_high, at_low, side = middle, off, at_low / (1 + (side > 0)), 1
    return minimise(high, w)


def beyond(part, w):
    """A risk beyond the least that its group can have, which stands behind its rows."""
    value, g, hessian = loss(part[:2], w)
    return value - part[2], g, hessian


def smoothed(parts, ridge, w, of=loss, sharpest=10):
    """The largest of several means, by log-sum-exp that gets sharper."""
    for mu in 10.0 ** -np.arange(1, sharpest + 1):
        def f(w, mu=mu):
            values, slopes, curves = zip(*(of(part, w) for part in parts))
            top = max(values)
            q = np.exp((np.array(values) - top) / mu)
            total = q.sum()
            q, slopes = q / total, np.array(slopes)
            g = q @ slopes
            hessian = sum(a * b for a, b in zip(q, curves)) + ((slopes.T * q) @ slopes - np.outer(g, g)) / mu
            return (top + mu * np.log(total) + ridge / 2 * w @ w, g + ridge * w, hessian + ridge * np.eye(len(w)))
        w = newton(f, w)
    return w


def largest(c, parts, d):
    sharpest = 10 if len(parts) > 1 else 1
    w = in_ball(lambda ridge, w: smoothed(parts, ridge, w, loss, sharpest), c["radius"], d)
    w *= min(1, c["radius"] / np.linalg.norm(w))
    return max(loss(part, w)[0] for part in parts)


def excess(c, parts, d):
    """The largest risk beyond the least that each group can have in the ball."""
    less = [(*part, largest(c, [part], d)) for part in parts]
    w = in_ball(lambda ridge, w: smoothed(less, ridge, w, beyond), c["radius"], d)
    w *= min(1, c["radius"] / np.linalg.norm(w))
    return max(beyond(part, w)[0] for part in less)


def cvar_smoothed(parts, weight, decay, w):
    """In w and the threshold s, with a softplus that gets sharper."""
    d = len(w)
    x = np.append(w, 0.0)
    for mu in 10.0 ** -np.arange(1, 11):
        def f(x, mu=mu):
            w, s = x[:-1], x[-1]
            value, g, hessian = s + decay / 2 * w @ w, np.append(decay * w, 1.0), decay * np.eye(d + 1)
            hessian[d, d] = 1e-14
            for part in parts:
                risk, slope, curve = loss(part, w)
                t, along = (risk - s) / mu, np.append(slope, -1.0)
                p = 1 / (1 + np.exp(-np.clip(t, -700, 700)))
                value += weight * mu * np.logaddexp(0, t)
                g += weight * p * along
                hessian += weight * p * (1 - p) / mu * np.outer(along, along)
                hessian[:d, :d] += weight * p * curve
            return value, g, hessian
        x = newton(f, x)
    return x[:-1]


def cvar(c, parts, d):
    """The mean of the worst share, and the decay; without one the least ridge that brings w into the ball."""
    weight, decay = c["cap"], c["decay"]
    w = cvar_smoothed(parts, weight, decay, np.zeros(d)) if decay > 0 else in_ball(
        lambda ridge, w: cvar_smoothed(parts, weight, ridge, w), c["radius"], d)
    left, total = 1.0, decay / 2 * w @ w
    for risk in sorted((loss(part, w)[0] for part in parts), reverse=True):
        q = min(left, weight)
        total, left = total + q * risk, left - q
    return total


def bounded(c, parts, d):
    """From inside, with a logarithmic barrier; of hinges, a linear program."""
    if c["loss"].startswith("hinge"):
        return program(c["limit"], c["radius"], parts, d, in_ball)
    of = pairwise if c["loss"] == "pairs" else loss
    for ridge in 10.0 ** np.arange(-4, 3, 0.25):
        w = smoothed(parts[1:], ridge, np.zeros(d), of, 3)
        if np.linalg.norm(w) < 0.9 * c["radius"]:
            break
    for t in 10.0 ** np.arange(0, 11):
        def f(w, t=t):
            value, g, hessian = (t * each for each in of(parts[0], w))
            inside = c["radius"] ** 2 - w @ w
            for other, slope, curve in (of(part, w) for part in parts[1:]):
                room = c["limit"] - other
                if room <= 0 or inside <= 0:
                    return np.inf, None, None
                value -= np.log(room)
                g += slope / room
                hessian += curve / room + np.outer(slope, slope) / room ** 2
            return (value - np.log(inside), g + 2 * w / inside,
                    hessian + 2 * np.eye(d) / inside + 4 * np.outer(w, w) / inside ** 2)
        w = newton(f, w)
    return of(parts[0], w)[0]


def square(c, parts, d):
    """A quadratic: 1 / (1 + k), k the means' difference in the norm of the summed covariances' inverse; a margin, with
    which that of the means is short of it at the optimum, is the unit of w."""
    spec = dict(option.split("=") for option in c["problem"].split(":", 1)[1].split(","))
    y, x = parts[0]
    both = sum(np.cov(x[y == side].T, bias=True) for side in (1, -1))
    apart = x[y == 1].mean(axis=0) - x[y == -1].mean(axis=0)
    unit = float(spec["margin"]) if spec["surrogate"] == "margin" else 1
    return unit ** 2 / (1 + apart @ np.linalg.lstsq(both, apart, rcond=None)[0])


def lower(c, parts, x, beside):
    """The mean over levels of the least lower objective at a run's x, F there, and the mean of |gradient|^2 / (2 ridge)
    at the points beside."""
    spec = dict(option.split("=") for option in c["problem"].split(":", 1)[1].split(","))
    chosen = c["problem"].startswith("ridge_selection")
    psi = 1 if chosen else x if spec["psi"] == "raw" else 1 / (1 + np.exp(-x))
    d = len(next(iter(c["runs"].values()))["point"]) // len(c["sigma"])
    ridge = np.repeat(np.exp(x), d // len(x)) if chosen else np.full(d, float(spec["lambda"]))
    means = []
    for sigma, point in zip(c["sigma"], np.reshape(beside, (-1, d))):
        (y, rows), (up, above) = ((y, x / sigma) for y, x in parts)

        def g(w):
            value, slope, hessian = loss((y, rows), w, psi)
            return value + ridge @ w ** 2 / 2, slope + ridge * w, hessian + np.diag(ridge)
        w = newton(g, np.zeros(d))
        means.append((g(w)[0], loss((up, above), w)[0], (g(point)[1] ** 2 / ridge).sum() / 2))
    return np.mean(means, axis=0)


def near(value, bound, of, least=-1e-12):
    print(f"{value:.12g}, at least {bound:.12g}, {value - bound:.2g} apart: {of}")
    assert least <= value - bound <= 1e-8, "the bound is not the optimum"


def main(path, *sets):
    files = dict(s.split("=", 1) for s in sets)
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    data = {d["problem"]: d for d in map(json.loads, found["data.jsonl"].splitlines())}
    kinds = {"max_risk": largest, "max_excess": excess, "ce": largest, "cvar": cvar, "FV": bounded, "P": square}
    for line in found["certificates.jsonl"].splitlines():
        c = json.loads(line)
        of, parts = certify.prepare(found, c, certify.read_table(files[c["data"]]), data[c["problem"]])
        tables, parts = parts, [(y[:, 0], x) for y, x in parts]
        if c["metric"] != "F":
            least = -1e-9 if "alone" in c else -1e-12  # what groups can have alone is found from above
            near(kinds[c["metric"]](c, parts, len(c["point"])), c["bound"], f"{c['metric']} of {c['problem']}", least)
            continue
        for key, run in c["runs"].items():
            head, row, end = (json.loads(found[f"runs/{key}.jsonl"].splitlines()[i]) for i in (0, -2, -1))
            x, beside = np.array(end["iterate"]), np.array(run["point"]) + 0.01
            value, F, slack = lower(c, parts, x, beside)
            _, most, least, _ = certify.below(certify.claim(c, data[c["problem"]]), of, tables, x, beside)
            assert least - 1e-12 <= value <= most and abs(most - least - slack) <= 1e-9 * max(slack, 1), "a bound beside"
            near(value, run["bound"], f"{key[:12]} of {c['problem']}")
            assert abs(value - run["value"]) <= 1e-8 and head["metrics"][0]["name"] == "F"
            times = len(c["sigma"]) if "report=sum" in c["problem"] else 1
            assert abs(F * times - row["metrics"][0]) <= 1e-8 * times, (F, row["metrics"][0])


main(*sys.argv[1:])
