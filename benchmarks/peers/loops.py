"""Whole solvers that others have: an epoch of stochastic gradients for logistic regression on a9a,
one row a step, and liblinear's Newton steps. Without targets: the methods are not the same."""

import time

from peers.rows import a9a
from peers.side import load
from peers.table import times


def seconds(function):
    start = time.process_time()
    function()
    return (time.process_time() - start) * 1e3


def epoch(side, rows, method, steps):
    """Milliseconds for as many steps of one row as there are rows; a single epoch is less than what
    the start of a process varies by."""
    epochs = 1 if side.quick else 50
    return side.step_us(f"auc:data={rows.name},validation=0", method, epochs * steps) * steps / 1e3


def measure(side):
    linear = load("sklearn.linear_model", "python3-sklearn")
    rows = a9a(side)
    n = 32561 if rows.name == "a9a" else len(rows.label)
    X, y = rows.sparse(slice(0, n)), rows.label[:n]
    X.indptr, X.indices = X.indptr.astype("int32"), X.indices.astype("int32")
    plain = linear.SGDClassifier(loss="log_loss", learning_rate="constant", eta0=0.01, alpha=0,
                                 penalty=None)
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
        "SGDClassifier": lambda: seconds(lambda: plain.partial_fit(X, y)),
        "SAGA": lambda: (saga(1 + epochs) - saga(1)) / epochs,
        "liblinear": lambda: newton(1),
    })
    what = f"{n} SGD steps of one row"
    yield times(what, "ms", took["ours"], "scikit-learn SGDClassifier", took["SGDClassifier"], None)
    yield times(f"{n} SAGA steps", "ms", took["saga"], "scikit-learn SAGA, an epoch", took["SAGA"],
                None)
    yield times(what, "ms", took["ours"], "liblinear, one Newton step", took["liblinear"], None)
