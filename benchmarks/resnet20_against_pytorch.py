#!/usr/bin/python3
"""ResNet-20 beside PyTorch: images a second, forward and back without an optimiser, in batches of
128, float32. Both sides take turns, and medians count: of CPU time on one thread, of wall time on
several.

    scripts/build.sh bench && benchmarks/resnet20_against_pytorch.py [--threads N] [ROUNDS]

Needs PyTorch (Debian: python3-torch). It is tried in both of its memory layouts. Levelfield runs
many trainings, each on one thread, so on N threads it does N of them side by side; PyTorch spreads
one over N.
"""
import argparse
import json
import os
import statistics
import subprocess
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

import torch
from torch import nn
from torch.nn import functional

BATCH = 128
STEPS = 5
PROGRAM = Path(__file__).resolve().parent.parent / "build/bench/levelfield-bench"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rounds", type=int, nargs="?", default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--activation", choices=("relu", "elu"), help="one of them alone")
    parser.add_argument("--bench", default=PROGRAM, help="the benchmark program")
    return parser.parse_args()


class Block(nn.Module):
    def __init__(self, before, width, act):
        super().__init__()
        self.stride = width // before
        self.added = width - before
        self.conv1 = nn.Conv2d(before, width, 3, self.stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(width)
        self.act = act

    def forward(self, x):
        y = self.act(self.norm1(self.conv1(x)))
        y = self.norm2(self.conv2(y))
        if self.added:
            x = functional.pad(x[:, :, ::2, ::2], (0, 0, 0, 0, 0, self.added))
        return self.act(y + x)


class ResNet20(nn.Module):
    def __init__(self, act):
        super().__init__()
        widths = [16, 16, 16, 16, 32, 32, 32, 64, 64, 64]
        self.stem = nn.Conv2d(3, 16, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(16)
        self.blocks = nn.Sequential(*(Block(a, b, act) for a, b in zip(widths, widths[1:])))
        self.head = nn.Linear(64, 1)
        self.act = act

    def forward(self, x):
        x = self.blocks(self.act(self.norm(self.stem(x))))
        return self.head(x.mean((2, 3)))


class PyTorch:
    """Training steps in one memory layout."""

    def __init__(self, act, layout):
        torch.manual_seed(1)
        self.net = ResNet20(act).train().to(memory_format=layout)
        self.images = torch.randn(BATCH, 3, 32, 32).contiguous(memory_format=layout)
        self.slopes = torch.tensor([-0.01, 0.01]).repeat(BATCH // 2).reshape(BATCH, 1)
        assert sum(p.numel() for p in self.net.parameters()) == 269137

    def step(self):
        self.net.zero_grad(set_to_none=True)
        self.net(self.images).backward(self.slopes)

    def images_per_second(self, threads):
        clock = time.process_time if threads == 1 else time.perf_counter
        self.step()
        start = clock()
        for _ in range(STEPS):
            self.step()
        return STEPS * BATCH / (clock() - start)


def ours(program, activation, threads):
    """On one thread by CPU time; on several what that many processes do together, by wall time."""
    words = [program, f"--benchmark_filter=resnet20/train/{activation}$",
             "--benchmark_format=json", "--benchmark_min_time=1"]
    started = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
               for _ in range(threads)]
    lines = [json.loads(process.communicate()[0])["benchmarks"][0] for process in started]
    if threads == 1:
        return lines[0]["items_per_second"]
    seconds = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    return sum(BATCH / (line["real_time"] * seconds[line["time_unit"]]) for line in lines)


def main():
    options = arguments()
    rounds, threads = options.rounds, options.threads
    torch.set_num_threads(threads)
    print(f"PyTorch {torch.__version__}, batches of {BATCH}, {threads} threads, {rounds} rounds, "
          "medians (least to most)")
    for name, act in [("relu", functional.relu), ("elu", functional.elu)]:
        if options.activation not in (None, name):
            continue
        sides = {"levelfield": lambda: ours(options.bench, name, threads)}
        for layout in [torch.contiguous_format, torch.channels_last]:
            label = "PyTorch " + str(layout).removeprefix("torch.").removesuffix("_format")
            sides[label] = lambda net=PyTorch(act, layout): net.images_per_second(threads)
        seen = {label: [] for label in sides}
        for _ in range(rounds):
            for label, measure in sides.items():
                seen[label].append(measure())
        median = {label: statistics.median(rates) for label, rates in seen.items()}
        for label, rates in seen.items():
            ratio = median["levelfield"] / median[label]
            print(f"{name:5} {label:20} {median[label]:5.0f} images/s  "
                  f"({min(rates):.0f} to {max(rates):.0f})  levelfield: {ratio:.2f} times as many")


if __name__ == "__main__":
    main()
