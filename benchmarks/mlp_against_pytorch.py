#!/usr/bin/env python3
"""One epoch of AUC under fairness constraints, and its network alone, beside PyTorch.

The network is 107-107-107-1 with relu on a table of the size of Adult's training rows; a step has
64 positive and 64 negative rows, an epoch 309 steps. A whole step is: scores, standardised over the
batch; -mean sigma(s_i - s_j) over pairs; 28 sigmoid rates at 7 thresholds with their running
averages; 14 gaps under a squared hinge; the way back; Adam. "network" is scores and the way back.

Both sides run on one thread, OpenBLAS's included, and take turns; the table shows medians of CPU
seconds, which a busy machine changes least. Levelfield's network is timed by its benchmark program
(preset bench) on dense rows, its epoch as the difference between a long and a short run of the
command below on Adult itself ($LEVELFIELD_DATA), so that start, data and evaluation do not count.
There its first layer goes through the few entries that differ from the most frequent row; PyTorch's
time does not depend on what is in the rows.

PyTorch gets the OpenBLAS kernels that Levelfield chooses; with --own-kernels it runs as installed.
"""
import argparse
import json
import os
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def kernels():
    """The OpenBLAS kernels that Levelfield chooses: OpenBLAS itself takes slow ones on a processor
    that is newer than it, and would give a picture of that."""
    with open("/proc/cpuinfo") as file:
        flags = next((line.split() for line in file if line.startswith("flags")), [])
    return "SkylakeX" if "avx512vl" in flags else "Haswell" if "avx2" in flags else None


if kernels() and "--own-kernels" not in sys.argv:
    os.environ.setdefault("OPENBLAS_CORETYPE", kernels())
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # torch.set_num_threads does not reach it
try:
    import torch
except ImportError:
    sys.exit("mlp_against_pytorch: no PyTorch here; install python3-torch, use that Python")

# The one place that says how Levelfield runs the same epochs; {samples} is the budget in draws.
LEVELFIELD = (
    "{levelfield} run --problem auc_fairness:data=adult107,penalty=squared,rho=40"
    " --algorithm sox:update=adam,B1=1,B2=128,gam=0.8,u=new,eta=0.001"
    " --budget {samples}:draw --seeds 0 --out {out}"
)

ROWS, FEATURES, POSITIVE, HALF, STEPS = 26048, 107, 6270, 64, 309
SIZES = [(0, 946), (946, POSITIVE)], [(0, 7699), (7699, ROWS - POSITIVE)]  # subgroups, by class
KAPPA, RHO, GAMMA, EPSILON = 0.005, 40.0, 0.8, 1e-5


class Network:
    """The same sizes and start as Levelfield's mlp, in one floating-point type."""

    def __init__(self, dtype):
        torch.manual_seed(0)
        self.rows = torch.randn(ROWS, FEATURES, dtype=dtype)
        self.net = torch.nn.Sequential(
            torch.nn.Linear(FEATURES, FEATURES), torch.nn.ReLU(),
            torch.nn.Linear(FEATURES, FEATURES), torch.nn.ReLU(),
            torch.nn.Linear(FEATURES, 1),
        ).to(dtype)
        for layer in self.net[::2]:
            torch.nn.init.normal_(layer.weight, std=(2 / FEATURES) ** 0.5)
            torch.nn.init.zeros_(layer.bias)
        self.adam = torch.optim.Adam(self.net.parameters(), lr=1e-3)
        self.thresholds = torch.arange(-3, 4, dtype=dtype)
        self.averages = None
        protected = torch.zeros(ROWS, dtype=torch.bool)
        protected[: SIZES[0][0][1]] = True  # positives come first in the table
        protected[POSITIVE : POSITIVE + SIZES[1][0][1]] = True
        self.protected = protected
        self.slopes = torch.randn(2 * HALF, dtype=dtype)

    def draw(self):
        positive = torch.randint(POSITIVE, (HALF,))
        negative = torch.randint(POSITIVE, ROWS, (HALF,))
        return torch.cat((positive, negative))

    def rates(self, score, rows):
        """4 x 7: the mean of sigma(s - tau) over each class and subgroup."""
        member = self.protected[rows].view(2, HALF)
        member = torch.stack((member, ~member), 1).to(score.dtype)  # class, subgroup, row
        member = member / member.sum(2, keepdim=True).clamp(min=1)
        sigmoid = torch.sigmoid(score[:, None] - self.thresholds).view(2, HALF, -1)
        return member @ sigmoid  # class, subgroup, threshold

    def epoch(self):
        for _ in range(STEPS):
            rows = self.draw()
            output = self.net(self.rows[rows]).squeeze(1)
            variance, mean = torch.var_mean(output, unbiased=False)
            score = (output - mean) * torch.rsqrt(variance + EPSILON)
            loss = -torch.sigmoid(score[:HALF, None] - score[None, HALF:]).mean()
            rates = self.rates(score, rows)
            with torch.no_grad():
                if self.averages is None:
                    self.averages = rates.clone()
                self.averages.lerp_(rates, GAMMA)
                gap = self.averages[:, 0] - self.averages[:, 1]
                slope = 2 * RHO * gap.sign() * (gap.abs() - KAPPA).clamp(min=0) / gap.numel()
            loss = loss + (slope * (rates[:, 0] - rates[:, 1])).sum()
            self.adam.zero_grad(set_to_none=True)
            loss.backward()
            self.adam.step()

    def network(self):
        for _ in range(STEPS):
            self.net.zero_grad(set_to_none=True)
            self.net(self.rows[self.draw()]).squeeze(1).backward(self.slopes)


def seconds(function):
    start = time.process_time()
    function()
    return time.process_time() - start


def children():
    """CPU seconds of all commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def levelfield_network(bench):
    """Seconds of the network part of an epoch, by the benchmark program."""
    done = subprocess.run(
        [bench, "--benchmark_filter=^mlp/step/relu/128$", "--benchmark_format=json"],
        capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["benchmarks"][0]["cpu_time"] * 1e-9 * STEPS


def levelfield_epoch(template, levelfield, epochs=10):
    """Seconds of an epoch, from runs of 1 and 1 + epochs; the command's complaint if it fails."""
    took = []
    for n in (1, 1 + epochs):
        out = tempfile.mkdtemp()
        command = template.format(levelfield=shlex.quote(levelfield), out=shlex.quote(out),
                                  samples=n * STEPS * 2 * HALF)
        start = children()
        done = subprocess.run(shlex.split(command), capture_output=True, text=True)
        took.append(children() - start)
        shutil.rmtree(out)
        if done.returncode:
            return None, done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "failed"
    return (took[1] - took[0]) / epochs, None


def main():
    build = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=5, help="repetitions of each side")
    parser.add_argument("--levelfield", default=os.path.join(build, "release", "levelfield"))
    parser.add_argument("--bench", default=os.path.join(build, "bench", "levelfield-bench"))
    parser.add_argument("--command", default=LEVELFIELD, help="how Levelfield runs the epochs")
    parser.add_argument("--own-kernels", action="store_true", help="PyTorch as it is installed")
    options = parser.parse_args()
    torch.set_num_threads(1)
    sides = {"float64": Network(torch.float64), "float32": Network(torch.float32)}
    for side in sides.values():
        side.epoch(), side.network()  # so that nothing is timed for the first time
    took, why = {}, None
    for _ in range(options.tries):
        for name, side in sides.items():
            took.setdefault(("PyTorch " + name, "network"), []).append(seconds(side.network))
            took.setdefault(("PyTorch " + name, "epoch"), []).append(seconds(side.epoch))
        took.setdefault(("Levelfield", "network"), []).append(levelfield_network(options.bench))
        if why is None:
            epoch, why = levelfield_epoch(options.command, options.levelfield)
            if why is None:
                took.setdefault(("Levelfield", "epoch"), []).append(epoch)
    print(f"{'CPU s of an epoch':<22}{'network':>10}{'whole step':>12}")
    for name in ("Levelfield", "PyTorch float64", "PyTorch float32"):
        shown = [took.get((name, part)) for part in ("network", "epoch")]
        shown = [f"{statistics.median(x):.3f}" if x else "-" for x in shown]
        print(f"{name:<22}{shown[0]:>10}{shown[1]:>12}")
    if why is not None:
        print(f"Levelfield's run failed: {why}", file=sys.stderr)
    return 1 if why is not None else 0


if __name__ == "__main__":
    sys.exit(main())
