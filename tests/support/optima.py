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
    """Logistic: value, gradient, Hessian."""
    y, x = part
    z = y * (x @ w)
    s = 1 / (1 + np.exp(np.minimum(z, 700)))
    return np.logaddexp(0, -z).mean(), -(y * s) @ x / len(y), (x.T * (s * (1 - s) / len(y))) @ x


def newton(f, w):
    """A minimiser of f, which gives value (inf: not allowed), gradient and Hessian."""
    for _ in range(200):
        value, g, hessian = f(w)
        step = -np.linalg.lstsq(hessian, g, rcond=1e-15)[0]
        size = 1.0
        while size > 1e-12 and not f(w + size * step)[0] <= value + 1e-4 * size * (g @ step):
            size /= 2
        if size <= 1e-12 or -(g @ step) < 1e-18:
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


def smoothed(parts, ridge, w):
    """The largest of several means, by log-sum-exp that gets sharper."""
    for mu in 10.0 ** -np.arange(1, 11):
        def f(w, mu=mu):
            values, slopes, curves = zip(*(loss(part, w) for part in parts))
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


def cvar(c, parts, d):
    """In w and the threshold s, with a softplus that gets sharper; the value is the worst share's mean."""
    x, weight = np.zeros(d + 1), c["cap"]
    for mu in 10.0 ** -np.arange(1, 11):
        def f(x, mu=mu):
            w, s = x[:-1], x[-1]
            value, g, hessian = s + c["decay"] / 2 * w @ w, np.append(c["decay"] * w, 1.0), c["decay"] * np.eye(d + 1)
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
    w, left, total = x[:-1], 1.0, 0.0
    for risk in sorted((loss(part, w)[0] for part in parts), reverse=True):
        q = min(left, weight)
        total, left = total + q * risk, left - q
    return total + c["decay"] / 2 * w @ w


def bounded(c, parts, d):
    """From inside, with a logarithmic barrier."""
    w = newton(lambda w: loss(parts[1], w), np.zeros(d))
    w /= max(1, np.linalg.norm(w) / 10)
    for t in 10.0 ** np.arange(0, 11):
        def f(w, t=t):
            (value, g, hessian), (other, slope, curve) = (loss(part, w) for part in parts)
            room, inside = c["limit"] - other, c["radius"] ** 2 - w @ w
            if room <= 0 or inside <= 0:
                return np.inf, None, None
            return (t * value - np.log(room) - np.log(inside), t * g + slope / room + 2 * w / inside,
                    t * hessian + curve / room + np.outer(slope, slope) / room ** 2
                    + 2 * np.eye(d) / inside + 4 * np.outer(w, w) / inside ** 2)
        w = newton(f, w)
    return loss(parts[0], w)[0]


def square(c, parts, d):
    """A quadratic: 1 / (1 + k), k the means' difference in the norm of the summed covariances' inverse."""
    y, x = parts[0]
    both = sum(np.cov(x[y == side].T, bias=True) for side in (1, -1))
    apart = x[y == 1].mean(axis=0) - x[y == -1].mean(axis=0)
    return 1 / (1 + apart @ np.linalg.lstsq(both, apart, rcond=None)[0])


def main(path, *sets):
    files = dict(s.split("=", 1) for s in sets)
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    data = {d["problem"]: d for d in map(json.loads, found["data.jsonl"].splitlines())}
    kinds = {"max_risk": largest, "ce": largest, "cvar": cvar, "FV": bounded, "P": square}
    for line in found["certificates.jsonl"].splitlines():
        c = json.loads(line)
        y, x = certify.rows_for(c["loss"].split()[0], *certify.read_table(files[c["data"]].split(",")))
        rows = [certify.read_rows(found, data[c["problem"]]["parts"], name) for name in c["parts"]]
        value = kinds[c["metric"]](c, [(y[r], x[r]) for r in rows], x.shape[1])
        print(f"{c['metric']} {value:.12g}, at least {c['bound']:.12g}, {value - c['bound']:.2g} apart: {c['problem']}")
        assert -1e-12 <= value - c["bound"] <= 1e-8, "the bound is not the optimum"


main(*sys.argv[1:])
