"""What levelfield says about itself, and Markdown tables of it."""

import re
import subprocess


def ask(command, *words):
    """What levelfield prints."""
    return subprocess.run([command, *words], check=True, capture_output=True, text=True).stdout


def used(text):
    """Names of the methods of an experiment, from the last column of its lines below `methods:`."""
    block = re.search(r"^methods:(.*?)\n\n", text, re.DOTALL | re.MULTILINE)
    lines = block.group(1).splitlines() if block else []
    return {re.split(r"  +", line.strip())[-1].split(":")[0] for line in lines}


def cell(text):
    """A text that cannot end its cell, nor begin an emphasis or a tag."""
    return re.sub(r"([|*_<\\])", r"\\\1", " ".join(text.split()))


def table(heads, rows):
    """A Markdown table; cells are Markdown already."""
    lines = ["| " + " | ".join(row) + " |" for row in [heads, ["---"] * len(heads), *rows]]
    return "\n".join(lines) + "\n"
