"""Steps of three methods in NumPy, over dense rows or SciPy's sparse ones; the code is the same,
only how rows are taken differs."""

BATCH, HALF = 128, 64
ALPHA, BETA, NU = 0.01, 10, 1e-5  # 3S-Econ's defaults
ETA, RHO, GAM, GAM_PRIME = 0.001, 10, 0.2, 0.1  # SONX's
SCAD, RADIUS = 0.02, 5


class Steps:
    """What any peer needs: the rows of each part, and how many of a batch go to each group."""

    def __init__(self, rows, fair, groups):
        self.np = rows.numpy
        self.train, self.first, self.second = fair
        self.groups, self.label = groups, rows.label
        share = len(self.first) / (len(self.first) + len(self.second))
        self.n_first = min(max(round(BATCH * share), 1), BATCH - 1)
        self.features = rows.features

    def begin(self, method):
        """Start over; the function that makes a step."""
        self.start()
        return {"SONX": self.sonx, "3S-Econ": self.econ, "SMD": self.smd}[method]


class NumpySteps(Steps):
    def start(self):
        np = self.np
        self.random = np.random.default_rng(0)
        self.x, self.x_last, self.mean = (np.zeros(self.features) for _ in range(3))
        self.lq, self.u, self.t, self.weight = np.full(2, -np.log(2)), 0.0, 0, 0.0
        # mean sigma over the first group, less that over the second
        self.scale = np.full(BATCH, -1 / (BATCH - self.n_first))
        self.scale[: self.n_first] = 1 / self.n_first

    def expit(self, t):
        return 1 / (1 + self.np.exp(-t))

    def draw(self, part, n):
        return part[self.random.integers(len(part), size=n)]

    def draw_both(self):
        return self.np.concatenate((self.draw(self.first, self.n_first),
                                    self.draw(self.second, BATCH - self.n_first)))

    def objective(self, x):
        """A subgradient of the mean hinge loss on a batch, and of SCAD."""
        np, rows = self.np, self.draw(self.train, BATCH)
        A, y = self.take(rows), self.label[rows]
        grad = A.T @ np.where(y * (A @ x) < 1, y * (-1 / BATCH), 0)
        grad += 2 * SCAD * np.sign(x) * np.clip(2 - np.abs(x), 0, 1)
        return grad

    def sonx(self):
        np, A, x = self.np, self.take(self.draw_both()), self.x
        p = self.expit(A @ x)
        now, before = self.scale @ p, self.scale @ self.expit(A @ self.x_last)
        grad = A.T @ (RHO * np.sign(self.u) * self.scale * p * (1 - p))
        self.u = (1 - GAM) * self.u + GAM * now + GAM_PRIME * (now - before)
        grad += self.objective(x)
        self.x_last[:] = x
        x -= ETA * grad

    def econ(self):
        np, A, x = self.np, self.take(self.draw_both()), self.x
        self.u += self.scale @ (self.expit(A @ x) - self.expit(A @ self.x_last))
        self.x_last[:] = x
        zeta = self.objective(x)
        push = BETA * min(abs(self.u) / NU, 1) * np.sign(self.u)
        if push:
            A = self.take(self.draw_both())
            p = self.expit(A @ x)
            zeta += A.T @ (push * self.scale * p * (1 - p))
        x -= ALPHA * zeta

    def smd(self):
        np, x = self.np, self.x
        self.t += 1
        gamma, q = 0.1 / self.t**0.5, np.exp(self.lq)
        rows = np.concatenate([self.draw(part, HALF) for part in self.groups])
        A, y = self.take(rows), self.label[rows]
        margin = y * (A @ x)
        loss = np.logaddexp(0, -margin).reshape(2, HALF).mean(1)
        grad = A.T @ (self.expit(-margin) * y * np.repeat(q / -HALF, HALF))
        self.weight += gamma
        self.mean += gamma / self.weight * (x - self.mean)
        x -= gamma * grad
        norm = np.sqrt(x @ x)
        if norm > RADIUS:
            x *= RADIUS / norm
        self.lq += gamma * loss
        self.lq -= np.logaddexp(*self.lq)


class DenseSteps(NumpySteps):
    def __init__(self, rows, fair, groups):
        super().__init__(rows, fair, groups)
        self.X, self.A = rows.dense(), self.np.empty((BATCH, rows.features))

    def take(self, rows):
        # "clip" writes straight into the buffer, which the default does not
        return self.np.take(self.X, rows, axis=0, out=self.A, mode="clip")


class SparseSteps(NumpySteps):
    def __init__(self, rows, fair, groups):
        super().__init__(rows, fair, groups)
        self.X = rows.sparse()

    def take(self, rows):
        return self.X[rows]
