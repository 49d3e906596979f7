"""Lines of the table: a figure, the peer's, what they make together, and whether that is enough."""

import dataclasses
import json


class Absent(Exception):
    """A row cannot be measured here; the text says what is missing and how to get it."""


@dataclasses.dataclass
class Line:
    what: str
    unit: str  # of both figures
    ours: float
    peer: str
    theirs: float | None  # None: the figure itself is judged
    figure: float  # what the target is about: a ratio, a share, seconds, ...
    target: float | None  # None: there is no target, the line is for information
    least: bool = True  # the target is the least figure, else the largest
    of: str = "x"  # unit of the figure
    row: str = ""

    def reached(self, harder):
        """With targets `harder` times as hard; None without a target."""
        if self.target is None:
            return None
        return self.figure >= self.target * harder if self.least else (
            self.figure <= self.target / harder)


def times(what, unit, ours, peer, theirs, target, **more):
    """A line of two durations: how many times as long the peer takes."""
    return Line(what, unit, ours, peer, theirs, theirs / ours, target, **more)


def rates(what, unit, ours, peer, theirs, target, **more):
    """A line of two rates: how many times as much is done here."""
    return Line(what, unit, ours, peer, theirs, ours / theirs, target, **more)


def number(value):
    """Three digits, without an exponent where that is short."""
    if value is None:
        return "-"
    if value != 0 and not 1e-3 <= abs(value) < 1e5:
        return f"{value:.2e}"
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


HEAD = ("what", "Levelfield", "peer", "peer's", "figure", "target", "")


def cells(line, harder):
    verdict = {True: "reached", False: "NOT REACHED", None: ""}[line.reached(harder)]
    goal = "-" if line.target is None else (
        (">= " if line.least else "<= ")
        + number(line.target * harder if line.least else line.target / harder) + f" {line.of}")
    theirs = "-" if line.theirs is None else f"{number(line.theirs)} {line.unit}"
    return (line.what, f"{number(line.ours)} {line.unit}", line.peer, theirs,
            f"{number(line.figure)} {line.of}", goal, verdict)


def show(lines, skipped, harder):
    """The table as Markdown, then what was left out and why."""
    rows = [HEAD] + [cells(line, harder) for line in lines]
    width = [max(len(row[k]) for row in rows) for k in range(len(HEAD))]
    rows.insert(1, ["-" * w for w in width])
    for row in rows:
        print("| " + " | ".join(cell.ljust(w) for cell, w in zip(row, width)) + " |")
    for row, why in skipped:
        print(f"skipped {row}: {why}")


def save(path, machine, lines, skipped, harder):
    with open(path, "w") as file:
        json.dump({"machine": machine,
                   "lines": [dataclasses.asdict(line) | {"reached": line.reached(harder)}
                             for line in lines],
                   "skipped": [{"row": row, "why": why} for row, why in skipped]}, file, indent=1)
        file.write("\n")
