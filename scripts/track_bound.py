#!/usr/bin/env python3
"""How often could any test of `track check` notice that one method needs three times the oracle calls?

  scripts/track_bound.py [SEEDS [TRIALS]]        5 other seeds; 4000

The scene is that of tests/unit/harness/test_track_rate.c under Student's t with two degrees of freedom: logarithms
of costs move by luck that a seed's two metrics share and luck of each one's own. A test that makes no assumption
about the noise compares what happened with its rearrangements, the C(2n, n) ways of calling n of the 2n runs new.
Here it is given more than it can have: the law of the noise, its scale, and how much slower the method became, so
that it may order the rearrangements by their likelihood ratio, which no other order beats (Neyman and Pearson).

Prints in which share of the trials all new runs are dearer than all old ones in one of the metrics, which every
statistic needs that grows with each new cost; and in which share the truth is among the first rearrangements, as
many as a level of 0.01 admits if p is twice their share, as it is, or their share itself.
"""
import bisect
import itertools
import math
import random
import sys

SLOWER, SCALE, LEVEL, STEP, FAR = math.log(3) / 0.1, 0.25, 0.01, 0.5, 400


def luck():
    """Student's t with two degrees of freedom."""
    return random.gauss(0, 1) / math.sqrt(random.expovariate(1))


def density(z):
    return (2 + z * z) ** -1.5


# Logarithm of the density of the sum of two, up to a constant, at multiples of STEP.
GRID = [(x, density(x)) for x in (i * SCALE for i in range(-2 * FAR, 2 * FAR + 1))]
TABLE = [math.log(sum(p * density(i * STEP - x) for x, p in GRID)) for i in range(FAR)]


def log_density(z):
    at = abs(z) / STEP
    i = int(at)
    if i >= FAR - 1:
        return TABLE[-1] - 3 * math.log(at / (FAR - 1))
    return TABLE[i] + (at - i) * (TABLE[i + 1] - TABLE[i])


def main():
    n, trials = (int(x) for x in (sys.argv[1:] + ["5", "4000"][len(sys.argv) - 1:]))
    random.seed(1)
    ways = list(itertools.combinations(range(2 * n), n))
    doubled, single = int(LEVEL * len(ways) / 2), int(LEVEL * len(ways))
    apart = first = among = 0
    for _ in range(trials):
        shared = [luck() for _ in range(2 * n)]
        ranks, is_apart = [], False
        for _ in range(2):
            z = [shared[i] + luck() + (SLOWER if i >= n else 0) for i in range(2 * n)]
            is_apart |= min(z[n:]) > max(z[:n])
            ratio = [log_density(x - SLOWER) - log_density(x) for x in z]
            sums = sorted(sum(ratio[i] for i in way) for way in ways)
            ranks.append(len(ways) - bisect.bisect_left(sums, sum(ratio[n:]) - 1e-9))
        apart += is_apart
        first += min(ranks) <= doubled
        among += min(ranks) <= single
    print(f"{n} other seeds, {trials} trials: apart {apart / trials:.1%}; by the likelihood ratio, p doubled: "
          f"{first / trials:.1%}; not doubled: {among / trials:.1%}")


if __name__ == "__main__":
    main()
