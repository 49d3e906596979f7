"""verify.py NAME.lfz [ROOT]: an archive of Levelfield checked with nothing but Python.

Level 0: the zip, every hash, the root, the keys and trace hashes of runs, and that no planned run is missing.
Level 1: claims that one method's final metric is lower or higher than another's, decided again from the traces;
other kinds, and metrics, which need data, are left to `levelfield verify --level 1`, and are counted.
Exit status 0: nothing is wrong; 1: something is, in one line.
"""

import hashlib
import json
import math
import re
import stat
import struct
import sys
import zipfile

LIMIT = 512 << 20  # bytes of all members, unpacked
MEMBERS = 60000
LOOKS = (6, 8, 12, 18, 27, 40)  # seeds at which a test may be read
NAME = re.compile(r"[\w@+-][\w.@+-]*(/[\w@+-][\w.@+-]*)*", re.ASCII)


class Wrong(Exception):
    """What is wrong, in one line."""


def need(holds, what):
    if not holds:
        raise Wrong(what)


def members(path):
    """{name: bytes} of an archive that holds plain files, each once, in order, and not too much."""
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
        names = [info.filename for info in infos]
        need(len(names) <= MEMBERS, "too many members")
        need(names == sorted(set(names)), "members are not in order, or two have one name")
        need(sum(info.file_size for info in infos) <= LIMIT, "it unpacks to more than an archive may hold")
        at = 0
        for info in infos:
            need(NAME.fullmatch(info.orig_filename), f"{info.orig_filename!r} is no name for a member")
            need(stat.S_ISREG(info.external_attr >> 16) and not info.flag_bits and not info.extra,
                 f"{info.filename} is no plain file")
            need(info.header_offset == at and info.compress_type in (0, 8), "there is something between its members")
            at += 30 + len(info.filename) + info.compress_size
        end = at + sum(46 + len(name) for name in names) + 22
        need(archive.start_dir == at and archive.fp.seek(0, 2) == end, "there is something behind its members")
        found = {info.filename: archive.read(info) for info in infos}
        need(all(len(found[info.filename]) == info.file_size for info in infos), "a member is not as long as it says")
        return found


def digest(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()


def fold(row):
    """The root over hashes, pair by pair; an odd one at the end goes up as it is."""
    while len(row) > 1:
        row = [digest(b"node\0", row[i].encode(), row[i + 1].encode()) if i + 1 < len(row) else row[i]
               for i in range(0, len(row), 2)]
    return row[0] if row else digest()


def roots(found):
    halves = ([], [])
    for name in sorted(found):
        if name != "manifest.json":
            drawn = name.startswith("figures/") or name == "README.md"
            halves[drawn].append(digest(b"leaf\0", name.encode(), b"\0", found[name]))
    results, drawn = map(fold, halves)
    return {"root": fold([results, drawn]), "results": results, "drawn": drawn}


def check_manifest(found, root):
    listed = {entry["name"]: entry for entry in json.loads(found["manifest.json"])["members"]}
    known = [{"name": n, "bytes": len(found[n]), "sha256": digest(found[n])} for n in sorted(found) if n != "manifest.json"]
    for entry in known:
        need(listed.get(entry["name"]) == entry, f"{entry['name']} is not what the manifest says")
    made = roots(found)
    whole = {"format": "levelfield-archive", "version": 1, **made, "members": known}
    need(json.dumps(whole, indent=1).encode() == found["manifest.json"], "the manifest says more than these members")
    need(root is None or made["root"].startswith(root), f"its root is {made['root']}")
    return made["root"]


def number(value):
    """A number of a run's line."""
    return math.nan if value is None else float(value)


def dump(value):
    """Canonical JSON: members sorted, no blanks, reals with 17 digits."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{dump(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(dump, value)) + "]"
    if isinstance(value, float):
        text = re.sub(r"e([-+])0*", lambda e: "e" + e.group(1).strip("+"), f"{value:.17g}")
        return text if any(c in text for c in ".en") else text + ".0"
    return json.dumps(value, ensure_ascii=False)


def read_lines(name, text):
    lines = [json.loads(line) for line in text.decode().split("\n")[:-1]]
    need("".join(dump(line) + "\n" for line in lines).encode() == text, f"{name}: not in its one form")
    return lines


def read_run(name, text, counters, bits):
    """{key, head, points, iterate} of a run, its key and its trace hash made again."""
    lines = read_lines(name, text)
    head, points = lines[0], [line for line in lines[1:] if "counters" in line]
    need(name == f"runs/{head['key']}.jsonl" and digest(head["configuration"].encode()) == head["key"],
         f"{name}: its key is not that of its configuration")
    fast = "fast" in json.loads(head["configuration"]).get("code", "").split(" ")
    need(bits[head["environment"]] in (None, "fast" if fast else "portable"), f"{name}: its key has other bits")
    trace = hashlib.sha256()
    for point in points:
        trace.update(struct.pack(f"<{len(counters)}Q", *(point["counters"].get(c, 0) for c in counters)))
        trace.update(struct.pack(f"<{len(head['metrics'])}d", *map(number, point["metrics"])))
    need(head["trace_sha256"] == (trace.hexdigest() if points else ""), f"{name}: its trace is not the one of its hash")
    need(all(len(line["iterate"]) == head["dim"] for line in lines if "iterate" in line), f"{name}: another iterate")
    return {"head": head, "points": points}


def read_plans(found, runs):
    """[(yaml, head, plan)], every planned run being there, and every run planned."""
    plans = []
    for name in sorted(n for n in found if re.fullmatch(r"experiments/\d+\.jsonl", n)):
        head, *plan = read_lines(name, found[name])
        yaml = found[name.replace(".jsonl", ".yaml")].decode()
        form = set(head) == {"experiment", "scale"} and "\0" not in yaml and head not in [other for _, other, _ in plans]
        need(form, f"{name}: not in its one form, or there twice")
        for run in plan:
            need(set(run) == {"configuration", "method", "parameters", "point", "problem"}, f"{name}: not in its one form")
            run["key"] = digest(run["configuration"].encode())
        tuning = any(run["parameters"] is not None for run in plan) and not any(
            run["key"] in runs for run in plan if run["parameters"] is None)
        if tuning and any(run["parameters"] is None for run in plan):
            print(f"{head['experiment']} is of tuning alone: none of its runs was made")
        for run in plan:
            need(run["key"] in runs or tuning and run["parameters"] is None, f"{name}: run {run['key'][:12]} is missing")
        plans.append((yaml, head, plan))
    need(set(runs) <= {run["key"] for *_, plan in plans for run in plan}, "there is a run that nobody planned")
    return plans


def entries(yaml, section):
    """The mappings in a list of an experiment, as its writer lays them out: texts and lists of texts."""
    block = re.search(rf"^{section}:\n((?:[- ].*\n|\n)*)", yaml + "\n", re.M)
    found, key = [], None
    for line in block.group(1).split("\n") if block else []:
        item = re.match(r"(- |  )([\w]+):(?: (.*))?$", line)
        if item:
            if item.group(1) == "- ":
                found.append({})
            key = item.group(2)
            found[-1][key] = (item.group(3) or "").strip("'\"")
        elif re.match(r"  - [^:]*$", line) and key:
            found[-1][key] = [*(found[-1][key] or []), line[4:].strip("'\"")]
        elif found and line.strip():
            found[-1]["nested"] = True
    return found


def tail(signs, n, count):
    """The chance of so many positive sums, or signs, of n fair differences."""
    ways = [1]
    for i in range(1, n + 1):
        rank = 1 if signs else i
        ways = [(ways[s] if s < len(ways) else 0) + (ways[s - rank] if s >= rank else 0)
                for s in range(len(ways) + rank)]
    return sum(ways[count:]) / 2 ** n


def positive(signs, x):
    x = sorted(x)
    if signs:
        return sum(v > 0 for v in x)
    return sum(x[i] + x[j] > 0 for i in range(len(x)) for j in range(i + 1))


def chances(signs, margins):
    """The P so far of a claim that is looked at whenever there are so many seeds: {look: P}."""
    n, least, so_far = len(margins), 1, {}
    for k in [look for look in LOOKS if look < n] + [n]:
        factor = 1 if n < 6 else 16 if k > 40 else 3.2 if k == 6 else 4
        least = min(least, factor * tail(signs, k, positive(signs, margins[:k])))
        so_far[k] = least
    return so_far


def settle(held, against, tie, level, tie_first):
    """What the P over all looks say; of a claim and its contrary the first to reach the level stands."""
    never = math.inf
    at = [next((look for look in p if p[look] <= level * (1 + 1e-12)), never) for p in (held, against, tie)]
    order = [("held", at[0] < never and at[0] <= at[1]), ("not held", at[1] < at[0])]
    order.insert(0 if tie_first else 2, ("tie", at[2] < never))
    return next((outcome for outcome, reached in order if reached), "undecided")


def outcomes(claim, comparison, x):
    """(P, P against it, what these come to; None: not to be told from this alone)."""
    held, against = chances(False, x), chances(False, [-v for v in x])
    ends = held[len(x)], against[len(x)]
    by, level, tie = float(claim.get("by", 0)), float(claim.get("level", 0.05)), math.nan
    same = dict.fromkeys(held, math.inf)
    if comparison["p_tie"] is not None:
        if not re.fullmatch(r"[-+.\de]+", claim.get("tie", "")):
            return *ends, None  # a share of what was gained, or the metric's
        tie = float(claim["tie"])
        above, below = chances(False, [v + by + tie for v in x]), chances(False, [tie - by - v for v in x])
        same = {look: max(above[look], below[look]) for look in held}
    return *ends, settle(held, against, same, level, not by >= tie)


def final(run, metric, worst):
    names = [m["name"] for m in run["head"]["metrics"]]
    if run["head"]["status"] == "diverged":
        return worst
    value = number(run["points"][-1]["metrics"][names.index(metric)]) if metric in names and run["points"] else math.nan
    return worst if math.isnan(value) else value


def margins(claim, comparison, yaml, plan, runs):
    """What the pairs of one comparison say, by seed; None: not to be told from this alone."""
    ids = {part: [entry.get("id") for entry in entries(yaml, part)] for part in ("problems", "methods")}
    lower, values = claim["kind"] == "lower", {}
    for side in (claim["method"], comparison["against"]):
        for run in plan:
            if run["parameters"] is None and run["key"] in runs and side in ids["methods"] and (
                    ids["problems"][run["problem"]], run["method"]) == (comparison["problem"], ids["methods"].index(side)):
                seed = json.loads(run["configuration"])["seed"]
                values.setdefault(seed, {})[side] = final(runs[run["key"]], claim["metric"], math.inf if lower else -math.inf)
    pairs = [(v[claim["method"]], v[comparison["against"]]) for v in values.values() if len(v) == 2]
    if not pairs or any(math.isinf(a) and a == b for a, b in pairs):
        return None
    return [(b - a if lower else a - b) - float(claim.get("by", 0)) for a, b in pairs]


SIMPLE = {"id", "text", "kind", "method", "than", "problems", "metric", "mean", "by", "level", "tie"}


def check_claims(found, plans, runs):
    """(decided again, left to Levelfield)."""
    report, decided, left = json.loads(found["report.json"])["experiments"], 0, 0
    need(len(report) == len(plans), "report.json has other experiments than there are")
    for yaml, head, plan in plans:
        said = next((e for e in report if (e["name"], e["scale"]) == (head["experiment"], head["scale"])), None)
        need(said is not None, f"report.json says nothing of {head['experiment']}")
        claims = entries(yaml, "claims")
        need([c["id"] for c in said["claims"]] == [c["id"] for c in claims], f"{head['experiment']}: claims were left out")
        for claim, verdict in zip(claims, said["claims"]):
            simple = claim["kind"] in ("lower", "higher") and set(claim) <= SIMPLE and claim.get("mean") in (None, "false")
            for comparison in verdict["comparisons"]:
                x = margins(claim, comparison, yaml, plan, runs) if simple and comparison["p"] is not None else None
                if x is None or len(x) != comparison["seeds"]:
                    left += 1
                    continue
                *ps, outcome = outcomes(claim, comparison, x)
                where = f"claim {claim['id']}: against {comparison['against']} on {comparison['problem']}"
                for key, p in zip(("p", "p_against"), ps):
                    need(abs(p - comparison[key]) <= 1e-9, f"{where} {key} is {p:.6g}, and {comparison[key]:.6g} is said")
                edge = comparison["outcome"] == "choice on an edge" and outcome != "undecided"
                need(outcome in (None, comparison["outcome"]) or edge,
                     f"{where} it is {outcome}, and '{comparison['outcome']}' is said")
                decided += 1
            held = {c["outcome"] for c in verdict["comparisons"]} == {"held"}
            need(held == (verdict["outcome"] == "held"), f"claim {claim['id']}: its comparisons say another outcome")
    return decided, left


def main(path, root=None):
    found = members(path)
    made = check_manifest(found, root)
    counters = json.loads(found["about.json"])["counters"]
    bits = [line.get("bits") for line in read_lines("environments.jsonl", found["environments.jsonl"])]
    runs = {name[5:-6]: read_run(name, text, counters, bits) for name, text in found.items() if name.startswith("runs/")}
    need({run["head"]["environment"] for run in runs.values()} == {*range(len(bits))}, "an environment has no run")
    plans = read_plans(found, runs)
    print(f"{path}: root {made}" + ("" if root else "; nobody said which it should be"))
    print(f"level 0: {len(found)} members, {len(runs)} runs are what their hashes say")
    decided, left = check_claims(found, plans, runs)
    print(f"level 1: {decided} comparisons of claims decided again; {left} comparisons and all metrics are left to Levelfield")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (Wrong, OSError, KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, RecursionError,
            NotImplementedError, struct.error, zipfile.BadZipFile, __import__("zlib").error) as error:
        print(f"{sys.argv[1]}: {' '.join(str(error).split()) or type(error).__name__}", file=sys.stderr)
        sys.exit(1)
