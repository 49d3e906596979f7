"""How old a record is: commits since it was last made, or replayed, that touch what its runs and verdicts come
from. findings.py uses it."""
import glob
import os
import subprocess

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
# What every run and every verdict comes from.
ENGINE = ("base", "numeric", "oracle", "datasets", "harness/run", "harness/results", "harness/statistics",
          "algorithms/common", "problems/common", "reports/kinds/claims")


def git(*arguments):
    done = subprocess.run(["git", "-C", HERE, *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def head():
    return git("rev-parse", "--short=12", "HEAD")


def own(witnesses):
    """Files of the methods and problems of these runs, and the parts beside them."""
    found = set()
    for run in (run for runs in witnesses.values() for run in runs):
        for kind, spec in (("algorithms", run["algorithm"]), ("problems", run["problem"])):
            for path in glob.glob(os.path.join(HERE, kind, "*", spec.split(":")[0] + ".[ch]")):
                found |= {os.path.relpath(path, HERE), os.path.relpath(os.path.dirname(path), HERE) + "/parts"}
    return sorted(found)


def commits(record):
    """How many; None if this is no repository with its history. A commit that was rewritten since is told by
    the record's date."""
    since = record.get("replayed_at") or record["by"][0].get("commit", "")
    known = since and git("merge-base", "--is-ancestor", since, "HEAD") is not None
    count = git("rev-list", "--count", *([f"{since}..HEAD"] if known else ["HEAD", f"--since={record['made']}T00:00"]),
                "--", *ENGINE, *own(record.get("witnesses", {})))
    return int(count) if count else None


def age(record):
    """The word, and the number to order by."""
    n = commits(record)
    if n is None:
        return "of unknown age", -1
    return ("fresh", 0) if n == 0 else (f"aged, {n} commits", n)
