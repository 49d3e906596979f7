"""What the harness costs: the meter's share of a step, and the time of a whole reproduction."""

import os

from peers.table import Line


def measure_meter(side):
    took = side.medians({"ours": lambda: side.benchmark(
        "meter/step")["meter_percent"]})["ours"]
    yield Line("meter, share of a step of 3S-Econ, a9a", "%", took, "-", None, took, 1,
               least=False, of="%")


def measure_reproduce(side):
    scale = "smoke" if side.quick else "default"
    jobs = str(os.cpu_count())
    minutes = side.command("reproduce", "3secon/table2", "--scale", scale, "-j", jobs, "-q",
                           "--out", side.folder()).wall_s / 60
    yield Line(f"reproduce 3secon/table2 --scale {scale} -j {jobs}, wall", "min", minutes, "-",
               None, minutes, 5, least=False, of="min")
