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


def loss(part, w):
    """Logistic, or softmax of classes whose weights come one after another: value, gradient, Hessian."""
    y, x = part
    if len(w) > x.shape[1]:
        return softmax(np.maximum(y, 0).astype(int), x, w.reshape(-1, x.shape[1]))
    z = y * (x @ w)
    s = 1 / (1 + np.exp(np.minimum(z, 700)))
    return np.logaddexp(0, -z).mean(), -(y * s) @ x / len(y), (x.T * (s * (1 - s) / len(y))) @ x


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
    """minimise(ridge) with the least ridge that brings it into the ball."""
    w, low, high = minimise(0.0, np.zeros(d)), 0.0, 1.0
    if np.linalg.norm(w) <= radius:
        return w
    while np.linalg.norm(minimise(high, np.zeros(d))) > radius:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        w = minimise(middle, w)
        low, high = (middle, high) if np.linalg.norm(w) > radius else (low, middle)
    return minimise(high, w)


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
    w = in_ball(lambda ridge, w: smoothed(parts, ridge, w), c["radius"], d)
    assert np.linalg.norm(w) <= c["radius"] * (1 + 1e-12)
    return max(loss(part, w)[0] for part in parts)


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
    if c["loss"] == "hinge":
        return program(c, parts, d)
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


def program(c, parts, d):
    """min a.s over w and s >= [1 - Z w]_+ with b.s <= limit, by a primal-dual interior point method."""
    z = np.vstack([y[:, None] * x for y, x in parts])
    n, first = len(z), len(parts[0][0])
    a = np.where(np.arange(n) < first, 1 / first, 0)
    b = np.where(np.arange(n) < first, 0, 1 / (n - first))
    f, h = np.append(np.zeros(d), a), np.concatenate([np.zeros(n), -np.ones(n), [c["limit"]]])

    def times(x):
        return np.concatenate([-x[d:], -z @ x[:d] - x[d:], [b @ x[d:]]])

    def turned(y):
        return np.append(-z.T @ y[n:-1], b * y[-1] - y[:n] - y[n:-1])

    def solve(D, right):
        e, D2, D3 = D[:n] + D[n:-1], D[n:-1], D[-1]
        be = b / e

        def inner(u):  # of diag(e) + D3 b b'
            return (u.T / e).T - np.multiply.outer(be, be @ u) * (D3 / (1 + D3 * (b @ be)))
        side = z * D2[:, None]
        w = np.linalg.lstsq(z.T @ side - side.T @ inner(side), right[:d] - side.T @ inner(right[d:]), rcond=None)[0]
        return np.append(w, inner(right[d:] - side @ w))
    x, t, y = np.zeros(d + n), np.ones(2 * n + 1), np.ones(2 * n + 1)
    for _ in range(200):
        over, middle = times(x) + t - h, 0.1 * (t @ y) / len(t)
        step = solve(y / t, -f - turned(middle / t + y / t * over))
        moved = times(step) + over
        dt, dy = -moved, middle / t - y + y / t * moved
        primal, dual = (min(1, 0.99 / max(1e-300, (-change / at).max())) for at, change in ((t, dt), (y, dy)))
        x, t, y = x + primal * step, t + primal * dt, y + dual * dy
        if t @ y / len(t) < 1e-15:
            break
    w, (y, x) = x[:d], parts[0]
    assert np.linalg.norm(w) <= c["radius"] and np.maximum(0, 1 - z[first:] @ w).mean() <= c["limit"] + 1e-10
    return np.maximum(0, 1 - y * (x @ w)).mean()


def square(c, parts, d):
    """A quadratic: 1 / (1 + k), k the means' difference in the norm of the summed covariances' inverse; a margin, with
    which that of the means is short of it at the optimum, is the unit of w."""
    spec = dict(option.split("=") for option in c["problem"].split(":", 1)[1].split(","))
    y, x = parts[0]
    both = sum(np.cov(x[y == side].T, bias=True) for side in (1, -1))
    apart = x[y == 1].mean(axis=0) - x[y == -1].mean(axis=0)
    unit = float(spec["margin"]) if spec["surrogate"] == "margin" else 1
    return unit ** 2 / (1 + apart @ np.linalg.lstsq(both, apart, rcond=None)[0])


def main(path, *sets):
    files = dict(s.split("=", 1) for s in sets)
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    data = {d["problem"]: d for d in map(json.loads, found["data.jsonl"].splitlines())}
    kinds = {"max_risk": largest, "ce": largest, "cvar": cvar, "FV": bounded, "P": square}
    for line in found["certificates.jsonl"].splitlines():
        c = json.loads(line)
        table = certify.read_table(files[c["data"]])
        _, parts = certify.prepare(found, c, table, data[c["problem"]])
        value = kinds[c["metric"]](c, parts, len(c["point"]))
        print(f"{c['metric']} {value:.12g}, at least {c['bound']:.12g}, {value - c['bound']:.2g} apart: {c['problem']}")
        assert -1e-12 <= value - c["bound"] <= 1e-8, "the bound is not the optimum"


main(*sys.argv[1:])
