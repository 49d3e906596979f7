#!/usr/bin/env bash
# Methods in Python, audited: from a file that neither the command nor the keeper opens.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/python.sh"

"$levelfield" doctor >doctor.out || true
grep -qE '^ok +--audit' doctor.out || skip "$(grep -e '--audit' doctor.out)"

cat >mine.py <<'PYTHON'
import levelfield
import numpy as np


class Descent(levelfield.Method):
    """gradient steps"""

    view = "plain"
    eta: float = 0.1

    def init(self, oracle, x0):
        self.w = x0.copy()

    def step(self, oracle):
        batch = oracle.draw("objective", 0, 32)
        self.w -= self.eta * oracle.vjp(batch, self.w, np.ones(1))


class Writer(Descent):
    def step(self, oracle):
        super().step(oracle)
        open("trace", "w").close()


class Raises(Descent):
    def step(self, oracle):
        super().step(oracle)
        np.concatenate([])
PYTHON
run=("$python" -m levelfield run --plugin mine.py -p auc -b 40:steps -a Descent)
expect 0 "${run[@]}" --out python-here
expect 0 "${run[@]}" --audit --out python-there --json
mv out there.json
expect 0 "${run[@]}" --out python-here --json
[ "$(jq -r '.runs[].trace_sha256' out)" = "$(jq -r '.runs[].trace_sha256' there.json)" ] ||
  fail "a method in Python has another trace in a process of its own"

# Made again: by a file that nobody opens here, too, and the code that another file has is not taken for it.
again=("$python" -m levelfield verify --replay 1)
expect 0 "${again[@]}" python-there --plugin mine.py --audit
expect 3 "${again[@]}" python-there --plugin mine.py
prints 'Descent on auc, seed 0: cannot be made again here, .* is in no file that another process could open: name one with `--plugin FILE.py --audit`'
expect 0 "${again[@]}" python-here --plugin mine.py
mkdir other && sed 's/ 32)/ 31)/' mine.py >other/mine.py
for audit in "" --audit; do
  expect 3 "${again[@]}" "python-${audit:+t}here" --plugin other/mine.py $audit
  prints 'Descent on auc, seed 0: cannot be made again here, .*: made by the code [0-9a-f]{12}, and here it is [0-9a-f]{12}$'
done

expect 4 "${run[@]}" -a Writer --audit --out python-writes --json
jq -e '.runs[] | select(.algorithm == "Writer") | .status == "failed" and (.cause | test("PermissionError"))' out \
  >/dev/null || { cat out >&2; fail "a method in Python wrote a file"; }
[ ! -e trace ] || fail "a method in Python wrote a file"
expect 4 "${run[@]}" -a Raises --audit --out python-raises --json
jq -e '.runs[] | select(.algorithm == "Raises") | .status == "failed" and (.cause | test("step 1: ValueError: .*mine.py:[0-9]+"))' \
  out >/dev/null || { cat out >&2; fail "what a method raises inside of NumPy is lost where it is audited"; }
echo 'import os; os._exit(0)' >gone.py
expect 3 "$python" -m levelfield run --plugin gone.py -p auc -b 40:steps -a Gone --audit
says 'gone.py: the process that opened it ended without a description'
