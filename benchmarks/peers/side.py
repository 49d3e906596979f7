"""Both sides of a comparison: commands, benchmarks and functions, timed in turns."""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time

from peers.table import Absent


class Done:
    """A command that has ended: what it took, with all that it started."""

    def __init__(self, words, environment=None):
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            start = time.perf_counter()
            process = subprocess.Popen(words, stdout=out, stderr=err,
                                       env=os.environ | (environment or {}))
            _, status, used = os.wait4(process.pid, 0)
            self.wall_s = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0), err.seek(0)
            self.text, complaint = out.read(), err.read().strip()
        self.cpu_s = used.ru_utime + used.ru_stime
        self.peak_kib = used.ru_maxrss
        if process.returncode:
            raise Absent(f"{os.path.basename(words[0])} {words[1]} failed: "
                         + (complaint.splitlines() or ["no message"])[-1])


class Side:
    """What is under test, and how thoroughly."""

    def __init__(self, levelfield, bench, tries, quick, scratch):
        self.levelfield, self.bench = levelfield, bench
        self.tries, self.quick, self.scratch = tries, quick, scratch
        self.folders = 0

    def folder(self):
        """A new folder for the results of a run."""
        self.folders += 1
        return os.path.join(self.scratch, f"out-{self.folders}")

    def command(self, *words):
        return Done([self.levelfield, *words])

    def run(self, problem, method, budget, checkpoints=1):
        """One run; by default its metrics are evaluated once, at its end."""
        out = self.folder()
        done = self.command("run", "-q", "--no-table", "--checkpoints", str(checkpoints),
                            "--checkpoint", "0", "--problem", problem, "--algorithm", method,
                            "--budget", str(budget), "--out", out)
        shutil.rmtree(out)
        return done

    def step_us(self, problem, method, steps):
        """Microseconds of CPU time a step: a long run less a short one, so that start, data and
        evaluation do not count."""
        short = steps // 20
        long_run, short_run = (self.run(problem, method, n) for n in (steps + short, short))
        return max(long_run.cpu_s - short_run.cpu_s, 1e-9) / steps * 1e6

    def seconds(self, problem, method, budget):
        """What a run says that it took: seconds in the oracle, in the method, in metrics."""
        done = self.command("run", "-q", "--json", "--checkpoints", "1", "--checkpoint", "0",
                            "--problem", problem, "--algorithm", method, "--budget", str(budget),
                            "--out", self.folder())
        return json.loads(done.text)["runs"][0]["seconds"]

    def benchmark(self, name):
        """One benchmark's line of JSON."""
        if not os.access(self.bench, os.X_OK):
            raise Absent(f"{self.bench} is not built; run scripts/build.sh bench")
        least = "0.01" if self.quick else "0.3"
        done = Done([self.bench, f"--benchmark_filter=^{name}$", "--benchmark_format=json",
                     f"--benchmark_min_time={least}"])
        found = json.loads(done.text)["benchmarks"] if done.text.strip() else []
        if not found:
            raise Absent(f"no benchmark {name} in {self.bench}; build it again")
        if found[0].get("error_occurred"):
            raise Absent(f"{name}: {found[0]['error_message']}")
        return found[0]

    def benchmark_us(self, name):
        """Microseconds an iteration: CPU time, or by the wall if the benchmark's name says so."""
        line = self.benchmark(name)
        time = line["real_time" if name.endswith("/real_time") else "cpu_time"]
        return time * {"ns": 1e-3, "us": 1, "ms": 1e3, "s": 1e6}[line["time_unit"]]

    def medians(self, sides):
        """The median of each side's figures; the sides take turns."""
        seen = {name: [] for name in sides}
        for _ in range(self.tries):
            for name, measure in sides.items():
                seen[name].append(measure())
        return {name: statistics.median(figures) for name, figures in seen.items()}


def loop_us(function, calls, clock=time.process_time, most_s=1.0):
    """Microseconds a call, CPU time unless the clock is another. No more than a second is spent:
    threads that wait for each other take long on a busy machine."""
    function()
    start, end = clock(), time.perf_counter() + most_s
    for done in range(1, calls + 1):
        function()
        if time.perf_counter() > end:
            break
    return (clock() - start) / done * 1e6


def load(module, package):
    """A peer's module, or the package that would bring it."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError:
        raise Absent(f"no {module} here; install {package}, use that Python") from None
