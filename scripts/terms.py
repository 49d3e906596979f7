"""What an experiment file says today, for findings.py to hold its record against."""
import math

from records import short


def printed(is_):
    """(table, problem, method, column) -> value of an experiment file."""
    return {(p["table"], p["problem"], method, row["id"]): short(float(value))
            for p in is_.get("published", []) for row in p["rows"]
            for method, value in zip(p["methods"], row["values"])}


def asked_of(is_, claim):
    """What the file asks of the comparisons of a claim; a share of what is gained is not known here."""
    asked = {"level": float(claim.get("level", 0.05))}
    if claim["kind"] == "speedup":
        return {**asked, "by": math.log(float(claim.get("factor", 1))), "tie": math.log1p(float(claim.get("tie", 0.1)))}
    if claim["kind"] not in ("lower", "higher"):
        return asked
    asked["by"] = float(claim.get("by", 0))
    tie = str(claim.get("tie") or {t["metric"]: t["tie"] for t in is_.get("ties", [])}.get(claim["metric"], 0))
    return asked if tie.endswith("%") else {**asked, "tie": float(tie)}


def changed(entry):
    """Ids of claims that the record decided by other terms than those of the file."""
    for claim, kept in zip(entry.is_.get("claims", []), entry.kept["claims"]):
        asked = asked_of(entry.is_, claim)
        lines = [line for line in kept.get("lines") or [] if line]
        if any(not math.isclose(line.get(key) or 0, value, rel_tol=1e-12)
               for line in lines for key, value in asked.items()):
            yield claim["id"]
