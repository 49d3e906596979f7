"""What `levelfield decide` makes of a folder and of records: today's rules, without a run. records.py uses it."""
import json
import os
import subprocess
import sys
from typing import NamedTuple

from experiments import papers


class Decided(NamedTuple):
    """What the claims of an experiment, and the choices of its tuning, were decided by."""
    lines: dict   # {claim: [what each comparison was decided by; None: no margins]}
    tuning: dict  # {method: {"algorithm": of it, "on": {problem: [the choice of each round, its edges, the ends tried]}}}

    def of(self, problems):
        """The tuning of these problems alone."""
        on = {method: {x: is_["on"][x] for x in is_["on"] if x in problems} for method, is_ in self.tuning.items()}
        return {method: dict(self.tuning[method], on=x) for method, x in on.items() if x}


def decided(out, levelfield):
    """{(experiment, scale): Decided} of a folder."""
    done = subprocess.run([levelfield, "decide", out], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"findings: {levelfield} decide {out}: {(done.stderr.strip().splitlines() or ['it failed'])[-1]}")
    return {(is_["name"], is_["scale"]): Decided(
        {claim: [line and {k: v for k, v in line.items() if v is not None and v is not False} for line in lines]
         for claim, lines in is_["claims"].items()}, is_["tuning"]) for is_ in json.loads(done.stdout)["experiments"]}


def decide(reports, levelfield):
    """Every record that kept margins is decided again, by the rules of `levelfield`. Exit code."""
    paths = [os.path.join(folder, "findings.json") for _, folder in papers(reports)]
    return max(subprocess.run([levelfield, "decide", path], check=False).returncode
               for path in paths if os.path.exists(path))
