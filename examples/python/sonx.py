"""SONX (Hu, Zhu & Yang 2023) in Python: min g0(w) + (1/n) sum_i f_i(g_i(w)), f_i not smooth."""

import levelfield


class Sonx(levelfield.Method):
    """composition with non-smooth outer functions: trackers u_i of the inner values"""

    view = "composition"
    source = "Hu, Zhu & Yang 2023, SONX"
    eta: float = 0.001
    gam: float = 0.2
    gam_prime: float = 0.1
    B0: int = 32
    B1: int = 8
    B2: int = 32

    def init(self, oracle, x0):
        self.n = oracle.count("inner")
        self.w, self.w_last, self.G = (oracle.zeros(oracle.dim) for _ in range(3))
        self.w[:] = x0
        self.w_last[:] = oracle.project(self.w)
        self.u = [oracle.zeros(oracle.outputs("inner", i)) for i in range(self.n)]
        for i, u in enumerate(self.u):
            oracle.value(oracle.sample("inner", i, self.B2), self.w, out=u)

    def step(self, oracle):
        S = oracle.components("inner", min(self.B1, self.n))
        batches = [oracle.sample("inner", i, self.B2) for i in S]
        terms = range(oracle.count("objective"))
        objectives = [oracle.sample("objective", j, self.B0) for j in terms]
        self.G[:] = 0
        for i, B in zip(S, batches):
            y = oracle.outer_subgradient("inner", i, self.u[i])  # y_i in the subdifferential at u_i
            y *= oracle.component_weight("inner", len(S), i)
            now = oracle.value_vjp(B, self.w, y, self.G)  # G += J_i(w_t; B_i)^T y_i
            before = oracle.value(B, self.w_last)
            self.u[i] *= 1 - self.gam
            self.u[i] += self.gam * now + self.gam_prime * (now - before)
        self.G /= len(S)
        for B in objectives:
            oracle.subgradient(B, self.w, self.G)
        oracle.regulariser(self.w, self.G)
        self.w_last[:] = self.w
        self.w -= self.eta * self.G  # w_{t+1} = the projection of w_t - eta G
        oracle.project(self.w)


if __name__ == "__main__":
    results = levelfield.run(
        "cvar_dro",
        [Sonx, "sonx", "sonex"],
        budget="2e4:cost",
        seeds=range(3),
        out="sonx-out",
        jobs=2,
    )
    for run in results:
        print(f"{run.algorithm_name:8} seed {run.seed}: {run.status}, cvar {run.last('cvar'):.6g}")
