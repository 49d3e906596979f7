"""What an experiment file asks for: all that its runs, their verdicts and its tables follow from, but not the words about
it. A record keeps it part by part, as digests, so that findings.py sees whether the file asks for something else by now."""
import hashlib
import json

WORDS = ("id", "name", "label", "text", "title", "note", "why", "caption")
# Neither moves a run or a verdict: which seeds were added is in the record, and so are values that cost much.
LEFT = ("until_decided", "expensive", "settings", "grids")
# Of these a record without a new one, or with one more, is no other: other checks tell.
COMMON = ("claims", "tables")


def plain(value):
    """The value without words about it, a number however it is written."""
    if isinstance(value, dict):
        return {key: plain(x) for key, x in sorted(value.items()) if key not in WORDS}
    if isinstance(value, list):
        return [plain(x) for x in value]
    try:
        return float(value) if not isinstance(value, bool) else value
    except (TypeError, ValueError):
        return value


def digest(value):
    return hashlib.sha256(json.dumps(plain(value), sort_keys=True).encode()).hexdigest()[:8]


def parts(is_, scale, problems):
    """{part: {what it names: what it says}} of what is run at a scale on some of its problems."""
    methods = is_.get("use_methods") or [m["id"] for m in is_["methods"]]
    tuning = is_.get("tuning", {})
    scale = next((s for s in is_["scales"] if s["name"] == scale), {})

    def on(lines):
        return [x for x in lines if x.get("problem", problems[0]) in problems and x.get("method", methods[0]) in methods]

    grids, settings = {}, {}
    for line in on(tuning.get("grids", [])):
        grids.setdefault(line["method"], []).append(line)
    for line in on(is_.get("settings", []) + scale.get("settings", [])):
        settings.setdefault(line.get("problem", "all") + ":" + line.get("method", "all"), []).append(line)
    return {"problems": {p["id"]: p for p in is_["problems"] if p["id"] in problems},
            "methods": {m["id"]: m for m in is_["methods"] if m["id"] in methods},
            "grids": grids,
            "tuning": {key: x for key, x in tuning.items() if key not in LEFT},
            "scale": {key: x for key, x in scale.items() if key not in (*LEFT, *WORDS)},
            "settings": settings,
            "claims": {c["id"]: c for c in is_.get("claims", [])},
            "ties": {t["metric"]: t for t in is_.get("ties", [])},
            "tables": {t["id"] + "." + c["id"]: c for t in is_.get("tables", []) for c in t["columns"]},
            "fits": {f["id"]: f for f in is_.get("fits", [])},
            "frontiers": {f["id"]: f for f in is_.get("frontiers", [])}}


def asked(is_, scale, problems=None):
    """{part: "name=digest name=digest"}; without `problems`, on all that it uses."""
    problems = problems or is_.get("use_problems") or [p["id"] for p in is_["problems"]]
    return {part: " ".join(f"{name}={digest(x)}" for name, x in sorted(named.items()))
            for part, named in parts(is_, scale, problems).items() if named}


def digests(text):
    return dict(x.rsplit("=", 1) for x in text.split())


def changed(is_, record):
    """{part: names} of what the file asks for otherwise than when it was recorded."""
    found, before, now = {}, record.get("asked", {}), asked(is_, record["scale"], record.get("problems"))
    for part in {**before, **now}:
        was, is_now = (digests(x.get(part, "")) for x in (before, now))
        names = was.keys() & is_now.keys() if part in COMMON else was.keys() | is_now.keys()
        names = sorted(name for name in names if was.get(name) != is_now.get(name))
        if names:
            found[part] = names
    return found


def words(found):
    """grids (bsa, ttsa), scale (budget)"""
    return ", ".join(f"{part} ({', '.join(names)})" for part, names in found.items())
