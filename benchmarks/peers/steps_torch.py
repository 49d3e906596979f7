"""The same steps in PyTorch, float64, on dense rows, slopes by automatic differentiation."""

from peers.side import load
from peers.steps_numpy import (ALPHA, BATCH, BETA, ETA, GAM, GAM_PRIME, HALF, NU, RADIUS, RHO, SCAD,
                               Steps)


class TorchSteps(Steps):
    def __init__(self, rows, fair, groups, threads=1):
        super().__init__(rows, fair, groups)
        self.torch = load("torch", "python3-torch")
        tensor, self.threads = self.torch.as_tensor, threads
        self.X, self.label = tensor(rows.dense()), tensor(self.label)
        self.train, self.first, self.second = (tensor(part) for part in fair)
        self.groups = [tensor(part) for part in groups]

    def start(self):
        torch = self.torch
        torch.set_num_threads(self.threads)
        torch.manual_seed(0)
        self.x = torch.zeros(self.features, dtype=torch.float64, requires_grad=True)
        self.x_last, self.mean = torch.zeros_like(self.x), torch.zeros_like(self.x)
        self.lq = torch.full((2,), 0.5, dtype=torch.float64).log()
        self.u, self.t, self.weight = torch.zeros((), dtype=torch.float64), 0, 0.0

    def draw(self, part, n):
        return part[self.torch.randint(len(part), (n,))]

    def rows_of_both(self):
        return self.X[self.torch.cat((self.draw(self.first, self.n_first),
                                      self.draw(self.second, BATCH - self.n_first)))]

    def gap(self, A, x):
        p = self.torch.sigmoid(A @ x)
        return p[: self.n_first].mean() - p[self.n_first :].mean()

    def objective(self, x):
        torch, rows = self.torch, self.draw(self.train, BATCH)
        hinge = (1 - self.label[rows] * (self.X[rows] @ x)).clamp(min=0).mean()
        size = x.abs()
        return hinge + SCAD * torch.where(
            size <= 1, 2 * size, 3 - (2 - size).clamp(min=0) ** 2).sum()

    def descend(self, loss, step):
        grad, = self.torch.autograd.grad(loss, self.x)
        with self.torch.no_grad():
            self.x_last.copy_(self.x)
            self.x.sub_(grad, alpha=step)

    def sonx(self):
        torch, A = self.torch, self.rows_of_both()
        now = self.gap(A, self.x)
        loss = RHO * self.u.sign() * now + self.objective(self.x)
        with torch.no_grad():
            before = self.gap(A, self.x_last)
            self.u = (1 - GAM) * self.u + GAM * now + GAM_PRIME * (now - before)
        self.descend(loss, ETA)

    def econ(self):
        torch = self.torch
        with torch.no_grad():
            A = self.rows_of_both()
            self.u += self.gap(A, self.x) - self.gap(A, self.x_last)
            push = BETA * (self.u / NU).clamp(-1, 1)
        loss = self.objective(self.x)
        if push:
            loss = loss + push * self.gap(self.rows_of_both(), self.x)
        self.descend(loss, ALPHA)

    def smd(self):
        torch = self.torch
        self.t += 1
        gamma, q = 0.1 / self.t**0.5, self.lq.exp()
        rows = torch.cat([self.draw(part, HALF) for part in self.groups])
        margin = self.label[rows] * (self.X[rows] @ self.x)
        loss = torch.nn.functional.softplus(-margin).view(2, HALF).mean(1)
        with torch.no_grad():
            self.weight += gamma
            self.mean.lerp_(self.x, gamma / self.weight)
        self.descend(q @ loss, gamma)
        with torch.no_grad():
            norm = self.x.norm()
            if norm > RADIUS:
                self.x.mul_(RADIUS / norm)
            self.lq.add_(loss, alpha=gamma)
            self.lq.sub_(self.lq.logsumexp(0))
