"""What the figures were measured on, and the kernels that both sides get."""

import importlib.metadata
import os
import platform
import subprocess
import sys


def flags():
    with open("/proc/cpuinfo") as file:
        return next((line.split() for line in file if line.startswith("flags")), [])


def settle():
    """One thread for what a library would spread, and the OpenBLAS kernels that Levelfield chooses:
    OpenBLAS itself takes slow ones on a processor that is newer than it. Before NumPy is loaded."""
    here = flags()
    kernels = "SkylakeX" if "avx512vl" in here else "Haswell" if "avx2" in here else None
    if kernels:
        os.environ.setdefault("OPENBLAS_CORETYPE", kernels)
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def first_line(*words, folder=None):
    try:
        done = subprocess.run(words, capture_output=True, text=True, cwd=folder)
    except OSError:
        return "unknown"
    lines = done.stdout.splitlines()
    return lines[0].strip() if done.returncode == 0 and lines else "unknown"


def processor():
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def describe(levelfield, folder):
    def version(package):
        try:
            return importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            return "absent"

    return {
        "processor": processor(), "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 2),
        "compiler": first_line("cc", "--version"),
        "levelfield": first_line(levelfield, "--version"),
        "commit": first_line("git", "rev-parse", "--short", "HEAD", folder=folder),
        "python": sys.version.split()[0],
        "openblas": os.environ.get("OPENBLAS_CORETYPE", "its own choice"),
        **{name: version(package) for name, package in (
            ("numpy", "numpy"), ("scipy", "scipy"), ("scikit-learn", "scikit-learn"),
            ("torch", "torch"))},
    }
