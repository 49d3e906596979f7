"""hinge_program.py: the least hinge loss on some rows at bounded ones on others, as a program; for optima.py."""

import numpy as np


def margins(part, d):
    """The gradients of a part's margins: of the score, or of the own score over each other one."""
    y, x = part
    if d == x.shape[1]:
        return y[:, None] * x
    k = d // x.shape[1]
    own, rows = np.maximum(y, 0).astype(int), np.arange(len(y))
    over = np.zeros((k - 1, len(y), k, x.shape[1]))
    for step in range(1, k):
        over[step - 1, rows, own] = x
        over[step - 1, rows, (own + step) % k] = -x
    return over.reshape(-1, d)


def program(limit, radius, parts, d, in_ball):
    """min a.s over w in the ball and s >= [1 - Z w]_+ with B s <= limit: with the least ridge that brings w into it."""
    blocks, sizes = [margins(part, d) for part in parts], [len(y) for y, _ in parts]
    z = np.vstack(blocks)
    share = np.zeros((len(parts), len(z)))
    for i, at in enumerate(np.cumsum([0] + [len(block) for block in blocks])[:-1]):
        share[i, at:at + len(blocks[i])] = 1 / sizes[i]

    def losses(w):
        return share @ np.maximum(0, 1 - z @ w)
    w = in_ball(lambda ridge, w: interior(z, share, limit, ridge), radius, d)
    assert np.linalg.norm(w) <= radius * (1 + 1e-12) and (losses(w)[1:] <= limit + 1e-10).all()
    return losses(w)[0]


def interior(z, share, limit, ridge):
    """A primal-dual interior point method for the program with ridge/2 |w|^2 in place of the ball; its w."""
    (n, d), a, b = z.shape, share[0], share[1:]
    f, h = np.append(np.zeros(d), a), np.concatenate([np.zeros(n), -np.ones(n), np.full(len(b), limit)])

    def times(x):
        return np.concatenate([-x[d:], -z @ x[:d] - x[d:], b @ x[d:]])

    def turned(y):
        return np.append(-z.T @ y[n:2 * n], b.T @ y[2 * n:] - y[:n] - y[n:2 * n])

    def solve(D, right):
        e, D2, D3 = D[:n] + D[n:2 * n], D[n:2 * n], D[2 * n:]
        be = b / e
        small = np.linalg.inv(np.diag(1 / D3) + be @ b.T)

        def inner(u):  # of diag(e) + b' diag(D3) b
            return (u.T / e).T - be.T @ (small @ (be @ u))
        side = z * D2[:, None]
        w = np.linalg.lstsq(z.T @ side - side.T @ inner(side) + ridge * np.eye(d),
                            right[:d] - side.T @ inner(right[d:]), rcond=None)[0]
        return np.append(w, inner(right[d:] - side @ w))
    x, t, y = np.zeros(d + n), np.ones(len(h)), np.ones(len(h))
    for _ in range(200):
        over, middle = times(x) + t - h, 0.1 * (t @ y) / len(t)
        slope = f + np.append(ridge * x[:d], np.zeros(n))
        step = solve(y / t, -slope - turned(middle / t + y / t * over))
        moved = times(step) + over
        dt, dy = -moved, middle / t - y + y / t * moved
        primal, dual = (min(1, 0.99 / max(1e-300, (-change / at).max())) for at, change in ((t, dt), (y, dy)))
        if ridge:  # only of a linear program the two are free of each other
            primal = dual = min(primal, dual)
        x, t, y = x + primal * step, t + primal * dt, y + dual * dy
        if t @ y / len(t) < 1e-15:
            break
    return x[:d]
