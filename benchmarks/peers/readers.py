"""Reading data: a9a beside scikit-learn's reader of the same file; COMPAS and CIFAR by bytes of
content a second, beside those of scikit-learn on a9a; and tables out of the cache. A file is hashed
by a second thread, so reading is timed by the clock on the wall."""

import gzip
import os
import zlib

from peers.side import load, loop_us
from peers.table import Absent, Line, rates, times

OTHERS = {"COMPAS": "compas16", "CIFAR-10, 4,000 images": "cifar10part"}
CACHED = {"a9a": "a9a", **OTHERS}


def content(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        return len(file.read())


def inflate_ms(path):
    """Milliseconds of CPU time for zlib alone to unpack a file."""
    with open(path, "rb") as file:
        packed = file.read()
    return loop_us(lambda: zlib.decompress(packed, 31), 5) / 1e3


def measure(side):
    sklearn = load("sklearn.datasets", "python3-sklearn")
    paths = {name: side.command("data", "path", name).text.split()
             for name in ("a9a", *OTHERS.values())}
    a9a = paths["a9a"][0]
    took = side.medians({
        "ours": lambda: side.benchmark_us("read/a9a/real_time") / 1e3,
        "sklearn": lambda: loop_us(lambda: sklearn.load_svmlight_file(a9a), 1) / 1e3,
        **({"zlib": lambda: inflate_ms(a9a)} if a9a.endswith(".gz") else {})})
    name = os.path.basename(a9a)
    yield times(f"reader, {name}", "ms", took["ours"], "load_svmlight_file", took["sklearn"], 20)
    if "zlib" in took:
        yield Line(f"of it, to unpack {name}", "ms", took["ours"], "zlib alone", took["zlib"],
                   100 * took["zlib"] / took["ours"], None, of="%")
    rate = content(a9a) / took["sklearn"] / 1e3
    for what, data in OTHERS.items():
        try:
            ms = side.medians({"ours": lambda: side.benchmark_us(f"parse/{data}/real_time") / 1e3})["ours"]
        except Absent as why:
            yield why
            continue
        size = sum(content(path) for path in paths[data])
        yield rates(f"reader, {what}", "MB/s", size / ms / 1e3, "load_svmlight_file, a9a", rate, 20)
    for what, data in CACHED.items():
        ms = side.medians({"ours": lambda: side.benchmark_us(f"cache/{data}") / 1e3})["ours"]
        yield Line(f"warm cache, {what}", "ms", ms, "-", None, ms, 5, least=False, of="ms")
