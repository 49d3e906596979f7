#!/usr/bin/env python3
"""The output of levelfield-bench as a Markdown table, each rate beside the machine's own.

    build/bench/levelfield-bench --benchmark_out=FILE.json
    benchmarks/table.py FILE.json [REGEX]

Bytes a second are shown as a share of machine/triad, operations a second of machine/dgemm; both
have to be in the file. Of repetitions the median is shown.
"""

import json
import re
import statistics
import sys

CEILINGS = (
    ("bytes_per_second", "GB/s", "machine/triad"),
    ("flops_per_second", "GFLOP/s", "machine/dgemm"),
)


def read(path):
    """Rows by name: every number's median over the repetitions."""
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["benchmarks"]
    found = {}
    for row in rows:
        if row.get("run_type") != "aggregate" and not row.get("error_occurred"):
            found.setdefault(row["run_name"], []).append(row)
    return {
        name: {
            key: statistics.median(row[key] for row in same)
            for key, value in same[0].items()
            if isinstance(value, (int, float)) and not isinstance(value, bool)
        }
        for name, same in found.items()
    }


def shown(number):
    """Three digits, with thousands apart or a unit of ten's powers behind."""
    for size, unit in ((1e9, " G"), (1e6, " M")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def rate(row, ceilings, key, unit, of):
    """"4.5 GB/s (19 %)", or nothing."""
    if key not in row:
        return ""
    share = 100 * row[key] / ceilings[of][key]
    return f"{row[key] / 1e9:.3g} {unit} ({share:.0f} %)"


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    rows = read(sys.argv[1])
    missing = [of for _, _, of in CEILINGS if of not in rows]
    if missing:
        print(f"table: {sys.argv[1]} has no {missing[0]}: run it too", file=sys.stderr)
        return 1
    wanted = re.compile(sys.argv[2] if len(sys.argv) == 3 else "")
    print("| benchmark | µs | items/s | bytes | operations |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, row in rows.items():
        if not wanted.search(name):
            continue
        time = row["real_time" if name.endswith("/real_time") else "cpu_time"] / 1e3
        items = shown(row["items_per_second"]) if "items_per_second" in row else ""
        shares = (rate(row, rows, *ceiling) for ceiling in CEILINGS)
        print(f"| `{name}` | {shown(time)} | {items} | {' | '.join(shares)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
