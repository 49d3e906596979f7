"""Questions of saddle and bilevel problems, closed forms, refusals: what they must be."""

import numpy as np

import levelfield
from scratch import Scratch


class Saddle(levelfield.Method):
    """descent in v, ascent in alpha"""

    view = "saddle"
    eta: float = 0.05

    @property
    def point(self):
        return self.v, self.alpha

    @property
    def average(self):
        return self.mean

    def init(self, oracle, x0):
        self.v, self.mean = x0.copy(), x0.copy()
        self.alpha = oracle.project_y(np.zeros(oracle.info.domain_y.n))
        answer = oracle.respond(oracle.full("objective", 0), self.v)
        assert answer is not None and answer.shape == self.alpha.shape
        self.t = 0

    def step(self, oracle):
        batch = oracle.draw("objective", 0, 32)
        gv, ga = oracle.saddle(batch, self.v, self.alpha)
        again_v, again_a = oracle.saddle(batch, self.v, self.alpha, gv.copy(), ga.copy())
        np.testing.assert_allclose(again_v, 2 * gv)
        np.testing.assert_allclose(again_a, 2 * ga)
        self.v = self.v - self.eta * gv
        self.alpha = oracle.project_y(self.alpha + self.eta * ga)
        self.t += 1
        self.mean = self.mean + (self.v - self.mean) / (self.t + 1)


class Bilevel(levelfield.Method):
    """hypergradient steps with dense estimates of the second derivatives"""

    view = "bilevel"
    form: str = levelfield.choice("own|dense", "dense")

    @property
    def point(self):
        return self.x, self.y

    def init(self, oracle, x0):
        self.x, self.y = x0.copy(), np.zeros(oracle.info.domain_y.n)
        self.E = [oracle.estimate(i, self.form) for i in range(oracle.count("lower"))]
        self.rng = np.random.default_rng(0)

    def step(self, oracle):
        grad = np.zeros(oracle.dim)
        for i, E in enumerate(self.E):
            at = oracle.lower_at(i)
            y = self.y[at : at + oracle.outputs("lower", i)]
            lower, upper = oracle.full("lower", i), oracle.full("upper", i)
            v, r = self.rng.normal(size=y.size), self.rng.normal(size=oracle.dim)
            hv = oracle.lower_hvp(lower, self.x, y, v)
            jv = oracle.lower_jvp(lower, self.x, y, v)
            eps = 1e-6
            across = oracle.lower_gradient_x(lower, self.x, y + eps * v)
            across -= oracle.lower_gradient_x(lower, self.x, y - eps * v)
            np.testing.assert_allclose(across / (2 * eps), jv, rtol=1e-5, atol=1e-6)
            slope = oracle.lower_gradient(lower, self.x, y + eps * v)
            slope -= oracle.lower_gradient(lower, self.x, y - eps * v)
            np.testing.assert_allclose(slope / (2 * eps), hv, rtol=1e-5, atol=1e-6)
            E.scale(0.0)
            E.add(lower, self.x, y)
            E.project(1e-9, lower)
            np.testing.assert_allclose(E.hessian(v), hv, rtol=1e-9)
            np.testing.assert_allclose(E.jacobian(v), jv, rtol=1e-9)
            np.testing.assert_allclose(E.jacobian_t(r) @ v, r @ jv, rtol=1e-9)
            H = np.array([E.hessian(e) for e in np.eye(y.size)])
            gx, gy = oracle.upper_gradient(upper, self.x, y)
            grad += gx - E.jacobian(np.linalg.solve(H, gy))
            y -= np.linalg.solve(H, oracle.lower_gradient(lower, self.x, y))
        self.x -= 0.2 * grad / len(self.E)


class Switch(levelfield.Method):
    """down the constraint where it is violated, else down the objective"""

    view = "constrained"
    eta: float = 0.05

    def init(self, oracle, x0):
        self.w, self.G = oracle.project(x0.copy()), oracle.zeros(oracle.dim)

    def step(self, oracle):
        g = oracle.full("constraint", 0)
        violation = oracle.outer_each("constraint", 0, oracle.value(g, self.w)).max()
        self.G[:] = 0
        if violation > 0:
            oracle.subgradient(g, self.w, self.G)
        else:
            oracle.subgradient(oracle.draw("objective", 0, 64), self.w, self.G)
            oracle.regulariser(self.w, self.G)
        self.w -= self.eta * self.G
        oracle.project(self.w)


class Closed(levelfield.Method):
    """asks for closed forms, swallows a refusal, goes on"""

    seen, drawn = [], []
    view = "composition"

    def init(self, oracle, x0):
        self.w = x0.copy()
        z = np.array([0.3])
        slope = oracle.outer_subgradient("inner", 0, z)
        np.testing.assert_array_equal(slope, oracle.outer_each_subgradient("inner", 0, 0, z))
        assert oracle.outer_value("inner", 0, z) == oracle.outer_each("inner", 0, z)[0]
        prox = oracle.outer_prox("inner", 0, 0.01, z)
        value, gradient = oracle.outer_envelope("inner", 0, 0.01, z)
        np.testing.assert_allclose(gradient, (z - prox) / 0.01)
        assert value <= oracle.outer_value("inner", 0, z)
        assert oracle.share("inner", 0, 10**9) == 1
        assert 0 <= oracle.uniform() < 1
        Closed.drawn.append(oracle.generator().normal())
        assert oracle.component_weight("inner", 4, 0) == 1
        both = oracle.full("inner", levelfield.EVERY)
        assert oracle.value(both, self.w).shape == (oracle.outputs("inner"),)
        one, v = oracle.full("inner", 0), np.full(oracle.dim, 0.1)
        if oracle.info.has_jvp:
            jv = oracle.jvp(one, self.w, v)
            np.testing.assert_allclose(jv, oracle.vjp(one, self.w, np.ones(1)) @ v)
        grad = oracle.regulariser(self.w)
        assert grad.shape == (oracle.dim,)

    def ask(self, oracle, n):
        try:
            oracle.draw("inner", 0, n)
        except Exception as refusal:  # which would be how a refusal gets lost
            Closed.seen.append(refusal)
        except levelfield.BudgetSpent:
            Closed.seen.append("refused")

    def step(self, oracle):
        self.w += 1
        self.ask(oracle, 10**4)
        if Closed.seen:
            self.ask(oracle, 1)  # all are refused from now on


class Forms(Scratch):
    def test_saddle(self):
        runs = levelfield.run("auc:score=raw", [Saddle, "sgd"], "400", out=self.out)
        (run,) = runs.where(algorithm_name="Saddle")
        self.assertEqual((run.status, run.cause), ("done", "budget spent"))
        self.assertEqual(run.counters["gradient.objective"][-1], 400 * 2 * 32)
        self.assertLess(run.last("P"), 0.98)
        self.assertNotEqual(run.last("P.avg"), run.last("P"))

    def test_constrained(self):
        budget = "200:passes.constraint"
        for run in levelfield.run("dp_scad", [Switch, "ssg"], budget, range(2), self.out):
            self.assertEqual((run.status, run.cause), ("done", "budget spent"))
            self.assertLess(run.last("FV"), run.metrics["FV"][0])
            self.assertLessEqual(run.counters["passes.constraint"][-1], 200)

    def test_bilevel(self):
        for form in ("own", "dense"):
            with levelfield.Session(
                "bilevel_quadratic:tasks=3", Bilevel.spec(form=form), budget="300"
            ) as session:
                before = session.metrics()
                session.step(300)
                after = session.metrics()
                self.assertLess(after["grad"], 1e-3 * before["grad"])
                self.assertLess(after["gap"], 1e-3)
                self.assertEqual(session.counters["hvp.lower"], 300 * 3 * 64 * 2)
                self.assertEqual(session.y.size, 6)

    def test_closed_forms_and_refusals(self):
        session = levelfield.Session("cvar_dro", Closed, budget="1e5:samples")
        before = session.w
        steps = session.step(10**6)
        self.assertEqual((session.status, session.cause[:12]), ("done", "budget spent"))
        np.testing.assert_array_equal(session.w, before + steps)
        for seed in (0, 1):
            levelfield.Session("cvar_dro", Closed, seed)
        self.assertEqual(Closed.drawn[0], Closed.drawn[1])
        self.assertNotEqual(Closed.drawn[0], Closed.drawn[2])
        self.assertEqual(Closed.seen, ["refused"] * 2)
        self.assertEqual(session.counters["outer"], 7)
