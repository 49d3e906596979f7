"""Ways to try a cheat of tests/plugins/cheats.tsv, and what is to be seen of it in the store."""

import math
import os
import re
import sqlite3
import struct
import subprocess
import tempfile
import time

SOURCE, BUILD = os.environ["LF_TEST_SOURCE"], os.environ["LF_TEST_BUILD"]
LEVELFIELD = os.environ["LF_TEST_COMMAND"]
PLUGINS = os.path.join(BUILD, "plugins")
SECONDS = 0.3  # what burns.c works a step


def write_own_data():
    """own.yaml and own.csv, for cheats that read the data set of their run."""
    with open("own.csv", "w", encoding="ascii") as table:
        print("x,y,rating,part", file=table)
        for i in range(60):
            x, y, part = i * 37 % 101, i * 53 % 103, "test" if i % 3 == 2 else "train"
            print(x, y, "good" if (x > y) != (i % 14 == 3) else "bad", part, sep=",", file=table)
    with open("own.yaml", "w", encoding="ascii") as own:
        own.write("features: own.csv\nlabel: rating\nclasses: [bad, good]\nsplit: part\n")


def offset(symbol):
    """How far a hidden symbol is behind lf_oracle_draw() in the library."""
    library = os.path.join(os.path.dirname(LEVELFIELD), "liblevelfield.so")
    listed = subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout
    at = {words[-1]: int(words[0], 16) for words in map(str.split, listed.splitlines()) if words[2:]}
    return at[symbol] - at["lf_oracle_draw"]


def filled(text):
    """The text with {offset:SYMBOL}, {pid}, {cache}, {plugins} and {here} replaced."""
    text = re.sub(r"\{offset:(\w+)\}", lambda found: str(offset(found[1])), text)
    text = text.replace("{pid}", str(os.getpid())).replace("{cache}", os.environ["XDG_CACHE_HOME"])
    return text.replace("{plugins}", PLUGINS).replace("{here}", os.getcwd())


def program(row, name, *words):
    """A command of levelfield that knows the row's method."""
    plugin = name.split(":")[0]
    words = [LEVELFIELD, *words, "--plugin", f"{PLUGINS}/toy.so"]
    if row["language"] == "Python":
        words[:1] = [os.environ["PYTHON"], "-m", "levelfield"]
        return [*words, "--plugin", f"{SOURCE}/tests/plugins/cheats/cheats.py"]
    return [*words, "--plugin", f"{PLUGINS}/{plugin}.so"]


def command(row, name, out, *more):
    """levelfield run, as the row wants it."""
    words = program(row, name, "run", "-q", "--no-table")
    words += ["-p", filled(row["problem"]), "-a", filled(name), "-b", row["budget"]]
    return [*words, "--timeout", "10", "--checkpoint", "0.000001", "--out", out, *more]


def execute(words, **settings):
    """Exit code and standard error of a command; 124: it took too long."""
    environment = {**os.environ, **settings}
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, errors="replace", timeout=60, env=environment
        )
    except subprocess.TimeoutExpired:
        return 124, "it took too long"
    return done.returncode, done.stdout + done.stderr


class Seen:
    """What came of the runs of a folder: the worst that a test may look at."""

    def __init__(self, out):
        self.lines, self.gained, self.done, self.worked, self.ahead = [], 0, 0, False, False
        path = os.path.join(out, "results.sqlite")
        if not os.path.exists(path):
            return
        store = sqlite3.connect(path)
        columns = '"samples.{0}"', '"gradient.{0}"'
        roles = "objective", "inner", "constraint", "upper", "lower"
        sums = [" + ".join(column.format(role) for role in roles) for column in columns]
        sql = f"SELECT {sums[0]}, {sums[1]}, oracle_seconds + algorithm_seconds FROM points"
        for run, status, cause, log in store.execute("SELECT id, status, cause, log FROM runs"):
            last = store.execute(f"{sql} WHERE run = ? ORDER BY point DESC", [run]).fetchone()
            samples, gradients, seconds = last or (0, 0, 0.0)
            moves = self.moves(store, run)
            counts = f"samples {samples}, gradients {gradients}, moves {moves}"
            cause = cause.split("; warning: ")[0]  # that it never asked about an objective: some do not
            self.lines.append(f"{status}: {cause}; {counts}; {log}")
            told = re.findall(r"^gained (\d+)", log or "", re.M)
            self.gained = max([self.gained, *map(int, told)])
            self.done += status == "done"
            self.worked = "worked" in (log or "") and seconds < 0.9 * SECONDS
            self.ahead = moves != "-" and 10 * float(moves) > samples
        store.close()

    @staticmethod
    def moves(store, run):
        """On the toy problem x_0 = 2^-moves."""
        found = store.execute("SELECT bytes FROM iterates WHERE run = ?", [run]).fetchone()
        x = struct.unpack("d", found[0][:8])[0] if found else 0.0
        return f"{0 - math.log2(x):.4g}" if x > 0 else "-"


def run(row, name, more, settings):
    """One run."""
    execute(command(row, name, "out", *more), **settings)
    return Seen("out")


def ahead(row, name, more, settings):
    """One run, whose moves were paid for, ten samples each, or something was gained."""
    seen = run(row, name, more, settings)
    seen.gained += seen.ahead
    return seen


def again(row, name, more, settings):
    """The same run twice, one after the other, into two folders: the second one is looked at, and the
    first one may have found what the trial of a plugin's first use left."""
    execute(command(row, name, "first", *more), **settings)
    seen = run(row, name, more, settings)
    seen.gained = max(seen.gained, Seen("first").gained)
    return seen


def told(row, name, more, settings):
    """With a word in the environment."""
    return run(row, name, more, {**settings, "WARM_START": "0.001"})


def beside(row, name, more, settings):
    """Two seeds, side by side."""
    return run(row, name, [*more, "--seeds", "0-1", "-j", "2"], settings)


def resume(row, name, more, settings):
    """A run that ends its process, and the same command again."""
    run(row, name, more, settings)
    return run(row, name, more, settings)


def seconds(row, name, more, settings):
    """What was worked is in the seconds that are stored, or something was gained."""
    seen = run(row, name, more, settings)
    seen.gained += seen.worked
    return seen


def verified(seen, words):
    """`levelfield verify` names a run, or something was gained."""
    code, said = execute(words)
    seen.lines.append(f"verify {code}: {said}")
    seen.gained = int(code != 1 and seen.done > 0)
    return seen


def replay(row, name, more, settings):
    """A run that another one of the same seed is not like."""
    return verified(run(row, name, more, settings), program(row, name, "verify", "out", "--replay", "2"))


def edit(row, name, more, settings):
    """A run beside that of an honest method, which is stored already."""
    run(row, "overrun", more, settings)
    seen = run(row, name, more, settings)
    return verified(seen, [LEVELFIELD, "verify", "out"]) if seen.gained else seen


def fails(row, name, more, settings):
    """The run fails, or something was gained."""
    seen = run(row, name, more, settings)
    seen.gained += seen.done
    return seen


def rivals(row, name, more, settings):
    """Beside a method of the tree, which asks for as many gradients as ever, or something was gained."""
    seen = run(row, name, ["-a", "sgd", *more], settings)
    seen.gained += sum("gradients 0," in line for line in seen.lines)
    return seen


def load(row, name, more, settings):
    """Loaded beside an honest method, whose run is stored all the same."""
    began = time.monotonic()
    more = ["--plugin", f"{PLUGINS}/overrun.so", "-a", "overrun", *more]
    code, said = execute(command(row, name, "out", *more), **settings)
    seen = Seen("out")
    seen.lines.append(f"load {code}: {said}")
    seen.gained = int(seen.done != 1 or time.monotonic() - began > 30)
    return seen


def session(row, name, _, settings):
    """In a Session, whose metrics are free for whoever looks closely: nothing of it is stored."""
    code = f"""
import levelfield, sys
sys.path.insert(0, {os.path.join(SOURCE, "tests/plugins/cheats")!r})
import cheats
levelfield.load_plugin({PLUGINS + "/toy.so"!r})
with levelfield.Session("toy", cheats.{name}, budget="{row["budget"]}") as one: one.step(2)
"""
    seen = Seen("none")
    _, said = execute([os.environ["PYTHON"], "-c", code], **settings)
    seen.lines.append(said)
    seen.gained = "gained" in said
    return seen


NAMED = (run, ahead, again, told, beside, resume, seconds, replay, edit, fails, rivals, load, session)
WAYS = {way.__name__: way for way in NAMED}


def tried(row, name, more=(), settings=None):
    """A row in a folder of its own."""
    folder = tempfile.mkdtemp(dir=os.getcwd())
    os.chdir(folder)
    try:
        return WAYS[row["way"]](row, name, list(more), settings or {})
    finally:
        os.chdir("..")
