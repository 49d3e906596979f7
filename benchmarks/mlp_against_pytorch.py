#!/usr/bin/env python3
"""Epochs of two networks, whole and in part, beside PyTorch.

fairness    AUC under fairness constraints on Adult: 107-107-107-1 with relu; a step has 64 positive
            and 64 negative rows, an epoch 309 steps. A whole step is: scores, standardised over the
            batch; -mean sigma(s_i - s_j) over pairs; 28 sigmoid rates at 7 thresholds with their
            running averages; 14 gaps under a squared hinge; the way back; Adam. "network" is scores
            and the way back.
classes     cross-entropy of two classes on a9a: 123-64-64-1 with relu, 128 rows a step, 254 steps;
            a whole step is scores, losses, the way back, SGD.

Both sides run on one thread, OpenBLAS's included, and take turns; the table shows medians of CPU
seconds, which a busy machine changes least. Levelfield's network is timed by its benchmark program
(preset bench) on dense rows, its epochs as the difference between a long and a short run of the
commands below on the data themselves ($LEVELFIELD_DATA), so that start, data and evaluation do not
count. There its first layer goes through the few entries that differ from the most frequent row;
PyTorch, to which such rows are dense, takes the same time whatever is in them. Both sides compute
in either precision.

PyTorch gets the OpenBLAS kernels that Levelfield chooses; with --own-kernels it runs as installed.
A user's OPENBLAS_CORETYPE holds for both.
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

# The one place that says how Levelfield runs the same epochs; {samples} is the budget in draws,
# {precision} float64 or float32.
FAIRNESS = (
    "{levelfield} run --problem auc_fairness:data=adult107,penalty=squared,rho=40"
    ",precision={precision}"
    " --algorithm sox:update=adam,B1=1,B2=128,gam=0.8,u=new,eta=0.001"
    " --budget {samples}:draw --seeds 0 --out {out}"
)
CLASSES = (
    "{levelfield} run --problem auc:data=a9a,model=mlp,hidden=64+64,validation=0"
    ",precision={precision}"
    " --algorithm sgd:B=128,eta0=0.1 --budget {samples}:samples --seeds 0 --out {out}"
)

ROWS, FEATURES, POSITIVE, HALF, STEPS = 26048, 107, 6270, 64, 309
SIZES = [(0, 946), (946, POSITIVE)], [(0, 7699), (7699, ROWS - POSITIVE)]  # subgroups, by class
KAPPA, RHO, GAMMA, EPSILON = 0.005, 40.0, 0.8, 1e-5
A9A_ROWS, A9A_FEATURES, A9A_WIDTH, A9A_STEPS = 32561, 123, 64, 254
BATCH = 2 * HALF


def perceptron(dtype, *widths):
    """The same sizes and start as Levelfield's mlp, in one floating-point type."""
    layers = []
    for fan_in, fan_out in zip(widths, widths[1:]):
        layers += torch.nn.Linear(fan_in, fan_out), torch.nn.ReLU()
        torch.nn.init.normal_(layers[-2].weight, std=(2 / fan_in) ** 0.5)
        torch.nn.init.zeros_(layers[-2].bias)
    return torch.nn.Sequential(*layers[:-1]).to(dtype)


class Classes:
    """Cross-entropy on a table of a9a's size."""

    def __init__(self, dtype):
        torch.manual_seed(0)
        self.rows = torch.randn(A9A_ROWS, A9A_FEATURES, dtype=dtype)
        self.labels = (torch.rand(A9A_ROWS) < 0.24).to(dtype)
        self.net = perceptron(dtype, A9A_FEATURES, A9A_WIDTH, A9A_WIDTH, 1)
        self.sgd = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def epoch(self):
        for _ in range(A9A_STEPS):
            rows = torch.randint(A9A_ROWS, (BATCH,))
            output = self.net(self.rows[rows]).squeeze(1)
            loss = torch.nn.functional.binary_cross_entropy_with_logits(output, self.labels[rows])
            self.sgd.zero_grad(set_to_none=True)
            loss.backward()
            self.sgd.step()


class Fairness:
    """AUC under fairness constraints on a table of Adult's size."""

    def __init__(self, dtype):
        torch.manual_seed(0)
        self.rows = torch.randn(ROWS, FEATURES, dtype=dtype)
        self.net = perceptron(dtype, FEATURES, FEATURES, FEATURES, 1)
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


def levelfield_network(bench, precision):
    """Seconds of the network part of an epoch of `fairness`, by the benchmark program."""
    name = "mlp/step/relu/128" + ("/float32" if precision == "float32" else "")
    done = subprocess.run(
        [bench, f"--benchmark_filter=^{name}$", "--benchmark_format=json"],
        capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["benchmarks"][0]["cpu_time"] * 1e-9 * STEPS


def levelfield_epoch(template, levelfield, precision, steps, epochs=20):
    """Seconds of an epoch, from runs of 1 and 1 + epochs."""
    took = []
    for n in (1, 1 + epochs):
        out = tempfile.mkdtemp()
        command = template.format(levelfield=shlex.quote(levelfield), out=shlex.quote(out),
                                  samples=n * steps * BATCH, precision=precision)
        start = children()
        done = subprocess.run(shlex.split(command), capture_output=True, text=True)
        took.append(children() - start)
        shutil.rmtree(out)
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            sys.exit(f"mlp_against_pytorch: {lines[-1] if lines else 'failed'}\n  in: {command}")
    return (took[1] - took[0]) / epochs


def measurements(options):
    """What is timed: part -> side -> a function that returns seconds."""
    dtypes = {"float64": torch.float64, "float32": torch.float32}
    fairness = {name: Fairness(dtype) for name, dtype in dtypes.items()}
    classes = {name: Classes(dtype) for name, dtype in dtypes.items()}
    parts = {
        "fairness, network": {name: side.network for name, side in fairness.items()},
        "fairness, whole step": {name: side.epoch for name, side in fairness.items()},
        "classes, whole step": {name: side.epoch for name, side in classes.items()},
    }
    for sides in parts.values():
        for name, function in sides.items():
            function()  # so that nothing is timed for the first time
            sides[name] = lambda function=function: seconds(function)
    for name in dtypes:
        ours = {
            "fairness, network": lambda name=name: levelfield_network(options.bench, name),
            "fairness, whole step": lambda name=name: levelfield_epoch(
                options.fairness, options.levelfield, name, STEPS),
            "classes, whole step": lambda name=name: levelfield_epoch(
                options.classes, options.levelfield, name, A9A_STEPS),
        }
        for part, function in ours.items():
            parts[part]["L " + name] = function
    return parts


def show(took):
    precisions = "float64", "float32"
    sides = [side + name for side in ("L ", "") for name in precisions]
    print(f"{'CPU s of an epoch':<22}" + "".join(f"{name:>12}" for name in sides) +
          "".join(f"{'in ' + name:>14}" for name in precisions))
    for part, of in took.items():
        ours, theirs = ([statistics.median(of[side + name]) for name in precisions]
                        for side in ("L ", ""))
        print(f"{part:<22}" + "".join(f"{x:>12.4f}" for x in ours + theirs) +
              "".join(f"{t / o:>13.1f}x" for o, t in zip(ours, theirs)))


def main():
    build = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=5, help="repetitions of each side")
    parser.add_argument("--levelfield", default=os.path.join(build, "release", "levelfield"))
    parser.add_argument("--bench", default=os.path.join(build, "bench", "levelfield-bench"))
    parser.add_argument("--fairness", default=FAIRNESS, help="how Levelfield runs these epochs")
    parser.add_argument("--classes", default=CLASSES, help="how Levelfield runs these epochs")
    parser.add_argument("--own-kernels", action="store_true", help="PyTorch as it is installed")
    options = parser.parse_args()
    for path, target in (options.levelfield, "release"), (options.bench, "bench"):
        if not os.path.exists(path):
            sys.exit(f"mlp_against_pytorch: {path} is not there; run scripts/build.sh {target}")
    torch.set_num_threads(1)
    parts, took = measurements(options), {}
    for _ in range(options.tries):
        for part, sides in parts.items():
            for name, function in sides.items():
                took.setdefault(part, {}).setdefault(name, []).append(function())
    show(took)


if __name__ == "__main__":
    main()
