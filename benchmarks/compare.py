#!/usr/bin/env python3
"""Two outputs of levelfield-bench side by side: which benchmarks became slower, and which faster.

    build/bench/levelfield-bench --benchmark_repetitions=5 --benchmark_out=OLD.json
    benchmarks/compare.py OLD.json NEW.json [--fail-above 1.1]

A ratio is the median time of NEW over that of OLD. Beside it stands what noise alone may do to it:
how far the repetitions of both sides lie from their medians. A change is marked where the times of
one side all lie on one side of the other's and the ratio is beyond its noise; without repetitions
nothing can be told from noise, and nothing is marked.
"""

import argparse
import json
import statistics
import sys

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


class Unreadable(Exception):
    """A file that is no output of a benchmark."""


def read(path):
    """Times in ns by name, one for each repetition: CPU time, or the wall's where that counts."""
    try:
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["benchmarks"]
        times = {}
        for row in rows:
            if row.get("run_type") == "aggregate" or row.get("error_occurred"):
                continue
            name = row.get("run_name", row["name"])
            time = row["real_time" if name.endswith("/real_time") else "cpu_time"]
            times.setdefault(name, []).append(time * NANOSECONDS[row["time_unit"]])
        return times
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"{path}: not the output of --benchmark_out=FILE ({error!r})") from error


def spread(times):
    """The largest distance of a time from the median, relative to it."""
    middle = statistics.median(times)
    return max(abs(t - middle) for t in times) / middle if middle > 0 else 0.0


def judge(old, new):
    """The ratio, its noise, and whether the change is more than noise."""
    before, after = statistics.median(old), statistics.median(new)
    ratio = after / before if before > 0 else float("inf") if after > 0 else 1.0
    noise = spread(old) + spread(new)
    apart = min(new) > max(old) or max(new) < min(old)
    repeated = len(old) > 1 and len(new) > 1
    return ratio, noise, repeated and apart and abs(ratio - 1) > noise


def table(old, new):
    """One row for each benchmark that both have, slower ones first: name, medians, judgement."""
    both = [(name, old[name], new[name]) for name in old if name in new]
    rows = [
        (name, statistics.median(a), statistics.median(b), *judge(a, b)) for name, a, b in both
    ]
    return sorted(rows, key=lambda row: -row[3])


def shown(ns):
    """A time in the unit that suits it."""
    for unit in ("s", "ms", "us"):
        if ns >= NANOSECONDS[unit]:
            return f"{ns / NANOSECONDS[unit]:.3g} {unit}"
    return f"{ns:.3g} ns"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument(
        "--fail-above", type=float, metavar="X", help="exit 1 if a marked ratio is larger than X"
    )
    given = parser.parse_args(arguments)
    try:
        old, new = read(given.old), read(given.new)
    except Unreadable as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2
    rows = table(old, new)
    if not rows:
        print("compare: the two files have no benchmark in common", file=sys.stderr)
        return 2
    width = max(len(row[0]) for row in rows)
    print(f"{'benchmark':{width}} {'old':>9} {'new':>9} {'ratio':>6} {'noise':>6}")
    for name, before, after, ratio, noise, changed in rows:
        mark = ("  slower" if ratio > 1 else "  faster") if changed else ""
        times = f"{shown(before):>9} {shown(after):>9}"
        print(f"{name:{width}} {times} {ratio:6.2f} {noise:6.2f}{mark}")
    for path, names in ((given.old, set(old) - set(new)), (given.new, set(new) - set(old))):
        if names:
            print(f"only in {path}: {', '.join(sorted(names))}")
    worst = [row for row in rows if row[5] and given.fail_above and row[3] > given.fail_above]
    if worst:
        print(f"compare: {len(worst)} slower by more than {given.fail_above:g}", file=sys.stderr)
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
