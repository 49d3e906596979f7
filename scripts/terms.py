"""What an experiment file says today, for findings.py to hold its record against."""
import math

from records import short


def printed(is_):
    """(table, problem, method, column) -> value of an experiment file."""
    return {(p["table"], p["problem"], method, row["id"]): short(float(value))
            for p in is_.get("published", []) for row in p["rows"]
            for method, value in zip(p["methods"], row["values"])}


def asked_of(is_, claim):
    """What the file asks of the comparisons of a claim; how much a share of what is gained is, the runs say: None."""
    asked = {"level": float(claim.get("level", 0.05))}
    if claim["kind"] == "speedup":
        return {**asked, "by": math.log(float(claim.get("factor", 1))), "tie": math.log1p(float(claim.get("tie", 0.1)))}
    if claim["kind"] not in ("lower", "higher"):
        return asked
    asked["by"] = float(claim.get("by", 0))
    tie = str(claim.get("tie") or {t["metric"]: t["tie"] for t in is_.get("ties", [])}.get(claim["metric"], 0))
    return {**asked, "tie": None if tie.endswith("%") else float(tie)}


def same(lines, key, value):
    """Were comparisons decided by this value, or, where only runs know it, by any?"""
    found = [line.get(key) or 0 for line in lines]
    return any(found) or not found if value is None else all(math.isclose(x, value, rel_tol=1e-12) for x in found)


def changed(entry):
    """Ids of claims that the record decided by other terms than those of the file."""
    claims = {claim["id"]: claim for claim in entry.is_.get("claims", [])}
    for kept in entry.kept["claims"]:
        claim = claims[kept["id"]]
        lines = [line for line in kept.get("lines") or [] if line]
        if not all(same(lines, key, value) for key, value in asked_of(entry.is_, claim).items()):
            yield claim["id"]
