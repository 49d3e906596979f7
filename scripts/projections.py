"""What it would take to decide what is undecided: read off the lines that a record keeps. findings.py uses it."""
import re

MORE, BEYOND, BUDGET, NOTHING, REMADE = (
    "more seeds, up to the 40 that are given", "more than 40 seeds", "a larger budget, or more points",
    "nothing: no difference is to be seen", "to be made again: the record is older than these lines")
KINDS = (MORE, BEYOND, BUDGET, NOTHING, REMADE)

# What a line says, its kind, and the words of a page: the first that is found. Where a target is missed in
# every pair, seeds would only miss it more often.
SAYS = (
    (r"of (\d+) seeds.*; (?:of \1 pairs? nothing is known|\1 of the pairs (?:are bounds|is a bound); (?:in what is known of them )?there is no)", BUDGET,
     r"a larger budget: of \1 pairs of runs none has both at the target"),
    (r"needs about (\d+) more seeds", MORE, r"about \1 more seeds"),
    (r"would need about (\d+) seeds", BEYOND, r"about \1 seeds"),
    (r"no difference to be seen", NOTHING, "no number of seeds: there is no difference to be seen"),
    (r"(\w+ = \S+) is not reached", BUDGET, r"a larger budget or more points: \1 is not reached"),
    (r"(some|too many) resamples do not reach it", BUDGET, r"more points: \1 resamples do not reach it"),
    (r"too many resamples leave no line", BUDGET, "more points: too many resamples leave no line"),
    (r"got there", BUDGET, "a larger budget: the target is not reached"),
    (r"(\d+ of \d+ costs are infinite)", BUDGET, r"a larger budget: \1"),
    (r"so few [^;]*?(\d+) seeds", MORE, r"\1 seeds"),
    (r"is claimed, p = ", MORE, "more seeds: so many runs say neither"),
    (r"by bootstrap", MORE, "more seeds: the interval has both sides of what is claimed"),
)


def takes(statistic):
    """The kind of what it would take, and the words."""
    for pattern, kind, words in SAYS:
        found = re.search(pattern, statistic)
        if found:
            return kind, found.expand(words)
    return REMADE, "made again by today's rules, as by the command above"


def open_lines(kept):
    """(claim, problem, against, kind, words) of each undecided comparison. A record that is older than `open`
    has one for each undecided claim, the line that it quotes."""
    label = kept["labels"]
    for claim in kept["claims"]:
        lines = claim.get("open")
        quoted = claim.get("statistic", "")
        if lines is None and claim["outcome"] == "undecided" and ", 0 undecided; " not in quoted:
            lines = [{"statistic": quoted}]
        for line in lines or []:
            problem, against = (label.get(line.get(x), "") for x in ("problem", "against"))
            yield claim.get("text", claim["id"]), problem, against, *takes(line["statistic"])


def undecided(kept):
    facts = kept.get("facts")
    return facts["undecided"] if facts else sum(c["outcome"] == "undecided" for c in kept["claims"])


def kinds(kept):
    """{kind: undecided facts}: two lines may tell one fact, and what no line tells is to be made again."""
    n, lines = undecided(kept), list(open_lines(kept))
    count = dict.fromkeys(KINDS, 0)
    for line in lines[:n]:
        count[line[3]] += 1
    count[REMADE] += n - min(n, len(lines))
    return count
