#!/usr/bin/python3
"""ResNet-20 beside PyTorch: images a second, forward and back without an optimiser, in batches of
128, float32, one thread. Both sides take turns, and the medians of CPU time count.

    scripts/build.sh bench && benchmarks/resnet20_against_pytorch.py [ROUNDS]

Needs PyTorch (Debian: python3-torch). It is tried in both of its memory layouts.
"""
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

import torch
from torch import nn
from torch.nn import functional

BATCH = 128
STEPS = 5
PROGRAM = Path(__file__).resolve().parent.parent / "build/bench/levelfield-bench"


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

    def images_per_second(self):
        self.step()
        start = time.process_time()
        for _ in range(STEPS):
            self.step()
        return STEPS * BATCH / (time.process_time() - start)


def ours(activation):
    filter_ = f"--benchmark_filter=resnet20/train/{activation}$"
    words = [PROGRAM, filter_, "--benchmark_format=json", "--benchmark_min_time=1"]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout)["benchmarks"][0]["images_per_second"]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    torch.set_num_threads(1)
    print(f"PyTorch {torch.__version__}, batches of {BATCH}, {rounds} rounds, medians (least to most)")
    for name, act in [("relu", functional.relu), ("elu", functional.elu)]:
        sides = {"levelfield": lambda: ours(name)}
        for layout in [torch.contiguous_format, torch.channels_last]:
            label = "PyTorch " + str(layout).removeprefix("torch.").removesuffix("_format")
            sides[label] = PyTorch(act, layout).images_per_second
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
