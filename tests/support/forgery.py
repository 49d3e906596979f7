"""The members of an archive in the hands of somebody who knows its format: changed, and every hash made anew."""

import hashlib
import json
import struct
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "harness/archive"))
import verify  # noqa: E402  the checker of the archive: its roots are those that an attacker would make
from verify import dump  # noqa: E402


def lines(text):
    return [json.loads(line) for line in text.decode().splitlines()]


def text_of(values):
    return "".join(dump(value) + "\n" for value in values).encode()


def nudge(rng, value):
    """Another number that nobody would notice."""
    if isinstance(value, int):
        return value + 1
    return value + (abs(value) if value else 1.0) * rng.choice([-1, 1]) * 10.0 ** -rng.randint(1, 9)


class Forgery:
    """Members under attack."""

    def __init__(self, found, rng):
        self.found, self.rng = dict(found), rng
        self.counters = json.loads(found["about.json"])["counters"]
        self.plan = lines(found["experiments/001.jsonl"])
        for run in self.plan[1:]:
            run["key"] = hashlib.sha256(run["configuration"].encode()).hexdigest()

    def runs(self, trials=False):
        return sorted(f"runs/{run['key']}.jsonl" for run in self.plan[1:] if (run["parameters"] is not None) == trials)

    def save_plan(self):
        self.found["experiments/001.jsonl"] = text_of(
            [{k: v for k, v in line.items() if k != "key"} for line in self.plan])

    def save_run(self, name, values, seal=True):
        points = [v for v in values[1:] if "counters" in v]
        if seal:
            trace = hashlib.sha256()
            for point in points:
                trace.update(struct.pack(f"<{len(self.counters)}Q", *(point["counters"].get(c, 0) for c in self.counters)))
                trace.update(struct.pack(f"<{len(values[0]['metrics'])}d", *map(verify.number, point["metrics"])))
            values[0]["trace_sha256"] = trace.hexdigest()
        self.found[name] = text_of(values)

    def pick(self, trials=False):
        name = self.rng.choice(self.runs(trials))
        values = lines(self.found[name])
        assert text_of(values) == self.found[name], "the forger does not know the form"
        return name, values, [v for v in values[1:] if "counters" in v]

    def metric(self, points, row):
        """Another value of a metric in this row."""
        places = [i for i, v in enumerate(points[row]["metrics"]) if isinstance(v, float)]
        i = self.rng.choice(places)
        points[row]["metrics"][i] = nudge(self.rng, points[row]["metrics"][i])

    def impossible(self):
        """Counts or seconds that no run has: beyond the budget, falling, without end."""
        way = self.rng.choice(["beyond", "falls", "seconds", "wall"])
        name, values, points = self.pick(trials=way != "falls" and self.rng.random() < 0.3)
        if way == "beyond":
            points[-1]["counters"]["samples.objective"] += self.rng.randint(33, 99)
        elif way == "falls":
            points[-1]["counters"]["steps"] = points[-2]["counters"]["steps"] - 1
        elif way == "seconds":
            self.rng.choice(points)["seconds"][self.rng.randrange(3)] = self.rng.choice([-1.0, "inf"])
        else:
            values[0]["wall_seconds"] = self.rng.choice([-1.0, "inf"])
        self.save_run(name, values)

    def gone(self):
        """What a run ended with, and no iterate that it could be held to, or a shorter one; or a metric that has none, or
        none at all."""
        name, values, points = self.pick()
        way = self.rng.choice(["iterate", "short", "metric", "all"])
        if way == "all":
            for line in [values[0], *points]:
                line["metrics"] = []
        elif way == "metric":
            row = points[-1]["metrics"]
            row[self.rng.choice([i for i, v in enumerate(row) if v is not None])] = None
        else:
            self.metric(points, -1)
            last = values.pop()
            if way == "short":
                values.append({"iterate": last["iterate"][1:]})
                values[0]["dim"] -= 1
        self.save_run(name, values)

    def beside(self):
        """Words beside what is read of a plan, an experiment or an environment, or a second plan of one name."""
        name = self.rng.choice(["experiments/001.jsonl", "experiments/001.yaml", "environments.jsonl", "unused", "twice"])
        if name == "unused":
            self.found["environments.jsonl"] += b'{"cpu":"another"}\n'
        elif name == "twice":
            for end in ("jsonl", "yaml"):
                self.found[f"experiments/002.{end}"] = self.found[f"experiments/001.{end}"]
        elif name.endswith(".jsonl") and self.rng.random() < 0.5:
            self.found[name] = self.found[name].replace(b'{"', b'{"checked":"by all","', 1)
        else:
            self.found[name] += b"\0, which all have checked"

    def behind(self):
        """Words behind the end of a text that follows from the runs, or a verdict that stands twice."""
        rows = [name for name in self.found if name.startswith("rows/")]
        name = self.rng.choice(["data.jsonl", "certificates.jsonl", "report.json", *rows])
        if name == "report.json":
            self.found[name] = self.found[name].replace(b'"outcome"', b'"outcome": "held", "outcome"', 1)
        else:
            self.found[name] += b"\0, which all have checked"

    def seal(self):
        listed = {name: text for name, text in self.found.items() if name != "manifest.json"}
        made = verify.roots(listed)
        manifest = {"format": "levelfield-archive", "version": 1, **made,
                    "members": [{"name": n, "bytes": len(listed[n]), "sha256": hashlib.sha256(listed[n]).hexdigest()}
                                for n in sorted(listed)]}
        self.found["manifest.json"] = json.dumps(manifest, indent=1).encode()

    def write(self, path):
        with zipfile.ZipFile(path, "w") as archive:
            for name in sorted(self.found):
                info = zipfile.ZipInfo(name)  # 1 January 1980
                info.external_attr, info.create_system = 0o100644 << 16, 3
                archive.writestr(info, self.found[name])
