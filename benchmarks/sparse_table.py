#!/usr/bin/env python3
"""Steps on sparse rows, method by method: benchmarks/sparse_table.py FILE.json..., which
levelfield-bench --benchmark_filter=^sparse --benchmark_out=FILE.json has written, prints Markdown.

Microseconds of a step at each d, the smallest of all repetitions; the exponent of d that these fit best;
those of each of the first 64 steps, and megabytes of memory for a vector, both at the largest d.
"""
import json
import math
import sys

found = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        found += json.load(file)["benchmarks"]
rows = {}
for row in found:
    part = row["name"].split("/")
    if part[0] != "sparse" or row.get("run_type") == "aggregate":
        continue
    known = rows.setdefault(part[1], {}).get(int(part[2]))
    if known is None or row["cpu_time"] < known["cpu_time"]:
        rows[part[1]][int(part[2])] = row

dims = sorted({d for at in rows.values() for d in at})
if len(dims) < 2:
    sys.exit("sparse_table: expected rows sparse/METHOD/D at two values of D or more, found "
             f"{len(dims)}; run levelfield-bench with --benchmark_filter=^sparse")
print("| method |", " | ".join(f"d = {d:,}" for d in dims), "| exponent | the first | MB a vector |")
print("| --- |" + " ---: |" * (len(dims) + 3))
for method, at in rows.items():
    took = [at[d]["cpu_time"] / 1e3 if d in at else math.nan for d in dims]
    x, y = [math.log(d) for d in dims], [math.log(us) for us in took]
    middle = sum(x) / len(x)
    exponent = sum((a - middle) * b for a, b in zip(x, y)) / sum((a - middle) ** 2 for a in x)
    last = at[max(at)]
    print(f"| `{method}` |", " | ".join(f"{us:.0f}" for us in took),
          f"| {exponent:.2f} | {last['first_us']:,.0f} | {last['bytes_per_vector'] / 1e6:.0f} |")
