"""Whole solvers that others have: an epoch of stochastic gradients for logistic regression on a9a,
one row a step, and liblinear's Newton steps. Ours are measured as a run, with draws, meter and
checks, by what the processor did (a long run less a short one) and by the seconds that the run
itself reports; and as steps alone, in a loop of levelfield-bench. The target is to be as fast: the
methods of SGD are the same but for the intercept and for draws, which scikit-learn has in the order
of the file here."""

import time

from peers.rows import a9a
from peers.side import load
from peers.table import Absent, times


def seconds(function):
    start = time.process_time()
    function()
    return (time.process_time() - start) * 1e3


def epoch(side, rows, method, steps):
    """Milliseconds for as many steps of one row as there are rows; a single epoch is less than what
    the start of a process varies by."""
    epochs = 1 if side.quick else 50
    return side.step_us(f"auc:data={rows.name},validation=0", method, epochs * steps) * steps / 1e3


def reported(side, rows, method, steps):
    """The same by the run's own account: what it spent in the oracle and in the method."""
    epochs = 1 if side.quick else 50
    seconds = side.seconds(f"auc:data={rows.name},validation=0", method, epochs * steps)
    return (seconds["oracle"] + seconds["algorithm"]) / epochs * 1e3


def alone(side, rows, method, steps, *peer):
    """A line of the steps without a run around them, or why there is none."""
    try:
        ours = side.benchmark_us(f"step/{method}/{rows.name}/1") * steps / 1e3
        yield times(f"{steps} steps of {method} alone", "ms", ours, *peer)
    except Absent as why:
        yield why


def measure(side):
    linear = load("sklearn.linear_model", "python3-sklearn")
    rows = a9a(side)
    n = 32561 if rows.name == "a9a" else len(rows.label)
    X, y = rows.sparse(slice(0, n)), rows.label[:n]
    X.indptr, X.indices = X.indptr.astype("int32"), X.indices.astype("int32")
    plain = linear.SGDClassifier(loss="log_loss", learning_rate="constant", eta0=0.01, alpha=0,
                                 penalty=None, shuffle=False)
    plain.partial_fit(X, y, classes=[-1, 1])
    epochs = 2 if side.quick else 10

    def saga(many):
        return seconds(lambda: linear.LogisticRegression(
            solver="saga", penalty=None, max_iter=many, tol=0).fit(X, y))

    def newton(many):
        return seconds(lambda: linear.LogisticRegression(
            solver="liblinear", max_iter=many, tol=1e-30, C=1).fit(X, y))

    took = side.medians({
        "ours": lambda: epoch(side, rows, "sgd:B=1", n),
        "saga": lambda: epoch(side, rows, "saga", n),
        "sgd, reported": lambda: reported(side, rows, "sgd:B=1", n),
        "saga, reported": lambda: reported(side, rows, "saga", n),
        "SGDClassifier": lambda: seconds(lambda: plain.partial_fit(X, y)),
        "SAGA": lambda: (saga(1 + epochs) - saga(1)) / epochs,
        "liblinear": lambda: newton(1),
    })
    what = f"{n} SGD steps of one row"
    peer = "scikit-learn SGDClassifier", took["SGDClassifier"], 1
    yield times(what, "ms", took["ours"], *peer)
    yield times(what + ", as reported", "ms", took["sgd, reported"], *peer)
    yield from alone(side, rows, "sgd", n, *peer)
    what = f"{n} SAGA steps"
    peer = "scikit-learn SAGA, an epoch", took["SAGA"], 1
    yield times(what, "ms", took["saga"], *peer)
    yield times(what + ", as reported", "ms", took["saga, reported"], *peer)
    yield from alone(side, rows, "saga", n, *peer)
    what = f"{n} SGD steps of one row"
    yield times(what, "ms", took["ours"], "liblinear, one Newton step", took["liblinear"], None)
