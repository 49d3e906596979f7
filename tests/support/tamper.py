"""tamper.py ARCHIVE FOLDER N SEED: N tampered copies of an archive, as FOLDER/LEVEL-KIND-NUMBER.lfz.

LEVEL is the lowest that can see it. Whoever tampers knows the format: but for the kinds that say otherwise, trace
hashes, keys, the manifest and its root are made anew, so that only what the numbers say can give it away.
"""

import copy
import hashlib
import json
import random
import re
import sys
from pathlib import Path

from forgery import Forgery, lines, nudge, text_of, verify

LEVEL, KINDS = {}, []


def kind(level):
    def known(function):
        LEVEL[function.__name__] = level
        KINDS.append(function)
        return function
    return known


@kind(0)
def unsealed(f):
    """A digit of any member, and nothing made anew."""
    name = f.rng.choice(sorted(f.found))
    text = bytearray(f.found[name])
    places = [i for i, c in enumerate(text) if chr(c).isdigit()]
    i = f.rng.choice(places)
    text[i] = ord("0") + (text[i] - ord("0") + f.rng.randint(1, 9)) % 10
    f.found[name] = bytes(text)
    return False


@kind(0)
def unhashed(f):
    """A digit of a trace, whose hash is the old one."""
    name, values, points = f.pick()
    f.metric(points, f.rng.randrange(len(points)))
    f.save_run(name, values, seal=False)


@kind(0)
def swapped(f):
    """Two runs' lines, each under the other's name."""
    a, b = f.rng.sample(f.runs(), 2)
    f.found[a], f.found[b] = f.found[b], f.found[a]


@kind(0)
def dropped(f):
    """A run that is planned and gone."""
    del f.found[f.rng.choice(f.runs() + f.runs(trials=True))]


@kind(0)
def renamed(f):
    """A run passed off as another seed's, its key made anew, its plan not."""
    name, values, _ = f.pick()
    configuration = json.loads(values[0]["configuration"])
    configuration["seed"] += 1000
    values[0]["configuration"] = json.dumps(configuration, separators=(",", ":"))
    values[0]["key"] = hashlib.sha256(values[0]["configuration"].encode()).hexdigest()
    del f.found[name]
    f.save_run(f"runs/{values[0]['key']}.jsonl", values)


@kind(0)
def respelled(f):
    """A number of a run, written in another way that a parser reads the same."""
    name, values, _ = f.pick()
    text = text_of(values).decode()
    places = [m for m in re.finditer(r"(?<=[\[,])-?\d+\.\d+(?=[,\]])", text)]
    m = f.rng.choice(places)
    other = f.rng.choice([m.group() + "0", m.group() + "e0", m.group() + "E+00"])
    f.found[name] = (text[:m.start()] + other + text[m.end():]).encode()


@kind(0)
def relined(f):
    """A run with its lines ended in another way, its members in another order, or a blank in it."""
    name, values, _ = f.pick()
    text = f.found[name]
    first, rest = text.split(b"\n", 1)
    turned = json.dumps(dict(reversed(json.loads(first).items())), separators=(",", ":"), ensure_ascii=False)
    f.found[name] = f.rng.choice([text.replace(b"\n", b"\r\n"), text.rstrip(b"\n"), text + b"\n",
                                  turned.encode() + b"\n" + rest, text.replace(b",", b", ", 1)])


@kind(0)
def other_bits(f):
    """An environment that says fast of runs whose key says portable."""
    f.found["environments.jsonl"] = f.found["environments.jsonl"].replace(b'"bits":"portable"', b'"bits":"fast"')


for level_of, of_forgery in ((0, Forgery.impossible), (0, Forgery.beside), (1, Forgery.behind), (1, Forgery.gone)):
    kind(level_of)(of_forgery)


@kind(1)
def relabelled(f):
    """Metrics, costs or data under other names, by which no trace changes: one that looks alike, or another's."""
    name, values, _ = f.pick(trials=f.rng.random() < 0.3)
    head = values[0]
    metric = f.rng.choice(head["metrics"])
    way = f.rng.choice(["look-alike", "turned", "swapped", "cost", "samples", "data", "doc"])
    if way == "look-alike":
        letter = f.rng.choice([c for c in metric["name"] if c in "aceoPp"] or [metric["name"][0]])
        alike = {"a": "\u0430", "c": "\u0441", "e": "\u0435", "o": "\u043e", "p": "\u0440", "P": "\u0420"}
        metric["name"] = metric["name"].replace(letter, alike.get(letter, letter + "\u200b"), 1)
    elif way == "turned":
        metric["higher_is_better"] = not metric["higher_is_better"]
    elif way == "swapped":
        a, b = f.rng.sample(head["metrics"], 2)
        a["name"], b["name"] = b["name"], a["name"]
    elif way in ("cost", "doc"):
        of = metric if way == "doc" and f.rng.random() < 0.5 else head["measures"][0]
        of[way] += " + " + of[way]
    elif way == "samples":
        role = f.rng.choice(sorted(head["samples"]))
        head["samples"][role] = nudge(f.rng, head["samples"][role])
    else:
        head["data"]["sha256"] = hashlib.sha256(b"x").hexdigest()
    f.save_run(name, values)


@kind(1)
def crate(f):
    """The crate, if the archive is of the same version: another name, or an action fewer."""
    crate = json.loads(f.found["ro-crate-metadata.json"])
    graph = crate["@graph"]
    if f.rng.random() < 0.5:
        graph.remove(f.rng.choice([e for e in graph if e["@type"] == "CreateAction"]))
    else:
        f.rng.choice([e for e in graph if "name" in e])["name"] += "."
    f.found["ro-crate-metadata.json"] = json.dumps(crate, indent=1).encode()


@kind(1)
def program(f):
    """The checkers that an archive brings, which say that all is well."""
    f.found[f.rng.choice(["verify.py", "certify.py"])] = b'print("all agree")\n'


@kind(1)
def last_row(f):
    """What a run ended with."""
    name, values, points = f.pick(trials=f.rng.random() < 0.3)
    f.metric(points, -1)
    f.save_run(name, values)


@kind(1)
def iterate(f):
    """An entry of a final iterate that a metric hangs on, by a tenth of the largest."""
    name, values, _ = f.pick()
    x = values[-1]["iterate"]
    i = f.rng.choice([i for i, v in enumerate(x) if v != 0])
    x[i] += f.rng.choice([-0.1, 0.1]) * max(map(abs, x))
    f.save_run(name, values)


@kind(1)
def claim(f):
    """A verdict, or a number behind it."""
    report = json.loads(f.found["report.json"])
    verdict = f.rng.choice(report["experiments"][0]["claims"])
    comparison = verdict["comparisons"][0]
    field = f.rng.choice(["outcome", "p", "estimate", "lower", "hidden"])
    if field == "hidden":  # behind a name that another place has
        comparison["environments"] = comparison.pop("p_against")
    elif field == "outcome":
        verdict["outcome"] = "tie" if verdict["outcome"] != "tie" else "held"
    else:
        comparison[field] = 0.04 if comparison[field] is None else nudge(f.rng, comparison[field])
    f.found["report.json"] = json.dumps(report, indent=1).encode()


@kind(1)
def seed_left_out(f):
    """A seed that did not suit, gone from plan and runs."""
    seed = f.rng.randrange(6)
    kept = [run for run in f.plan[1:]
            if run["parameters"] is not None or json.loads(run["configuration"])["seed"] != seed]
    gone = {run["key"] for run in f.plan[1:]} - {run["key"] for run in kept}
    for key in gone:
        f.found.pop(f"runs/{key}.jsonl")
    f.plan[1:] = kept
    f.save_plan()


@kind(1)
def trial_removed(f):
    """A trial of tuning, gone from plan and runs."""
    gone = f.rng.choice([run for run in f.plan[1:] if run["parameters"] is not None])
    f.plan.remove(gone)
    if all(run["key"] != gone["key"] for run in f.plan[1:]):
        f.found.pop(f"runs/{gone['key']}.jsonl")
    f.save_plan()


@kind(1)
def split(f):
    """The hash of data, or of a split."""
    data = lines(f.found["data.jsonl"])
    part = f.rng.choice(sorted(data[0]["parts"]))
    field = f.rng.choice(["rows", "sha256"])
    data[0]["parts"][part][field] = 7 if field == "rows" else hashlib.sha256(b"x").hexdigest()
    f.found["data.jsonl"] = text_of(data)


@kind(1)
def certificate(f):
    """A number of a certificate, or a row that it is over."""
    text = lines(f.found["certificates.jsonl"])
    c = f.rng.choice(text)
    run = c["runs"][f.rng.choice(sorted(c["runs"]))]
    where = f.rng.choice([(c, "bound"), (run, "value"), (run, "gap"), (c["point"], 0), None])
    if where:
        where[0][where[1]] = nudge(f.rng, where[0][where[1]])
        f.found["certificates.jsonl"] = text_of(text)
    else:
        rows = f.rng.choice([name for name in f.found if name.startswith("rows/")])
        f.found[rows] = b"1\n" + f.found[rows][f.found[rows].index(b"\n") + 1:] + b"7\n"


@kind(1)
def foreign_bound(f):
    """A bound that is too high, or a gap that does not follow from it, in an archive that names another version."""
    text = lines(f.found["certificates.jsonl"])
    c, by = f.rng.choice(text), 10.0 ** -f.rng.randint(1, 7)
    run = c["runs"][f.rng.choice(sorted(c["runs"]))]
    bound = run if "bound" in run else c
    where = f.rng.randrange(4)
    if where == 0:
        bound["bound"] += by * max(1, abs(bound["bound"]))
    elif where == 1:  # a rival's, to look worse
        run["gap"] += by * max(1, abs(run["gap"]))
    elif where == 2:
        run["gap"] -= by * max(1, abs(run["gap"]))
    else:
        bound["bound"] -= by * max(1, abs(bound["bound"]))
    f.found["about.json"] = re.sub(rb'("commit": ")[^"]+', rb"\g<1>0123456789ab", f.found["about.json"])
    f.found["certificates.jsonl"] = text_of(text)


@kind(1)
def page(f):
    """The words that people read."""
    f.found["README.md"] = f.found["README.md"].replace(b"claim c1: ", b"claim c1: certainly ")


@kind(3)
def middle_row(f):
    """A row of a trace before its last."""
    name, values, points = f.pick()
    f.metric(points, f.rng.randrange(len(points) - 1))
    f.save_run(name, values)


@kind(3)
def idle_entry(f):
    """An entry of a final iterate that no metric looks at: the last two are of the saddle form, here unused."""
    name, values, _ = f.pick()
    values[-1]["iterate"][f.rng.choice([-2, -1])] += 0.01
    f.save_run(name, values)


@kind(3)
def counter(f):
    """What a run says that it spent."""
    name, values, points = f.pick()
    row = points[f.rng.randrange(len(points))]["counters"]
    if not row:
        row = points[-1]["counters"]
    which = f.rng.choice(sorted(row))
    row[which] = max(1, row[which] - f.rng.randint(1, 3)) if row[which] > 3 else row[which] + 1
    f.save_run(name, values)


def main(archive, folder, n, seed):
    found = verify.members(archive)
    Path(folder).mkdir(parents=True, exist_ok=True)
    for i in range(int(n)):
        rng = random.Random(f"{seed} {i}")
        attack = KINDS[i % len(KINDS)]
        forgery = Forgery(copy.deepcopy(found), rng)
        if attack(forgery) is not False:
            forgery.seal()
        assert forgery.found != found, attack.__name__
        forgery.write(f"{folder}/{LEVEL[attack.__name__]}-{attack.__name__}-{i}.lfz")


if __name__ == "__main__":
    main(*sys.argv[1:])
