"""Value and gradient over all rows of a9a: beside a bare loop in C, and SciPy's products."""

from peers.rows import a9a
from peers.side import load, loop_us
from peers.table import Line, times

LOSSES = ("logistic", "hinge")


def scipy_pass(rows, loss):
    """A function that makes one pass, with all arrays in place."""
    np = rows.numpy
    special = load("scipy.special", "python3-scipy")
    train = np.arange(32561) if rows.name == "a9a" else np.arange(len(rows.label))
    X, y = rows.sparse(train), rows.label[train]
    Xt = X.T.tocsr()  # quicker than multiplying from the left
    w, n = np.full(X.shape[1], 0.01), len(y)

    def logistic():
        margin = y * (X @ w)
        slope = special.expit(-margin)
        slope *= y
        return np.logaddexp(0, -margin).mean(), Xt @ slope / -n

    def hinge():
        margin = y * (X @ w)
        slope = np.where(margin < 1, y, 0)
        return np.maximum(1 - margin, 0).mean(), Xt @ slope / -n

    return {"logistic": logistic, "hinge": hinge}[loss]


def measure(side):
    rows = a9a(side)
    for loss in LOSSES:
        peer = scipy_pass(rows, loss)
        took = side.medians({
            "ours": lambda: side.benchmark_us(f"pass/{loss}/a9a"),
            "bare": lambda: side.benchmark_us(f"bare/{loss}/a9a"),
            "SciPy": lambda: loop_us(peer, 2 if side.quick else 100)})
        what = f"full pass, {loss}, a9a"
        yield Line(what, "us", took["ours"], "bare C loop", took["bare"],
                   took["ours"] / took["bare"], 1.1, least=False)
        yield times(what, "us", took["ours"], "SciPy csr", took["SciPy"], 3)
