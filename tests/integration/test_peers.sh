#!/usr/bin/env bash
# The table of peers on hardly any work: its shape, what is left out and why, and that a line which
# misses its target says so.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/python.sh"

unset LEVELFIELD_DATA # without a9a a table of its shape is made
peers() {
  "$python" "$LF_TEST_SOURCE/benchmarks/peers.py" --quick --tries 1 --levelfield "$levelfield" \
    --bench "$scratch/nothing" "$@"
}

expect 0 peers --only step --only growth --only meter --json peers.json
[ "$(jq '[.lines[] | select(.row == "growth")] | length' peers.json)" -eq 4 ] || fail "no growth"
for method in SONX 3S-Econ SMD; do
  jq -e --arg m "$method" '[.lines[] | select(.row == "step" and (.what | contains(" \($m),")))]
    | any(.peer == "NumPy, dense rows" and .ours > 0 and .theirs > 0 and .target == 15)' \
    peers.json >/dev/null || fail "no step of $method beside NumPy"
done
jq -e '.lines[] | select(.theirs != null and .row == "step")
  | (.figure - .theirs / .ours) / .figure | . * . < 1e-12' peers.json >/dev/null || fail "a ratio"
jq -e '.machine | .processor and .compiler and .commit and .numpy' peers.json >/dev/null ||
  fail "no machine"
prints '^\| what +\| Levelfield +\| peer +\| peer.s +\| figure +\| target +\| +\|$'
prints '^skipped meter: .*/nothing is not built; run scripts/build.sh bench$'
[ "$(grep -c '^|' out)" -eq $(($(jq '.lines | length' peers.json) + 2)) ] || fail "lines are missing"

# A peer that is a billion times as quick as it should be, or as slow.
expect 1 peers --only step --harder 1e9 --check --json hard.json
jq -e '[.lines[] | select(.target) | .reached] | length > 0 and all(not)' hard.json >/dev/null ||
  fail "a target that nobody reaches is reached"
prints 'NOT REACHED \|$'
expect 0 peers --only step --harder 1e-9 --check
! grep -q 'NOT REACHED' out || fail "a target that all reach is not reached"
