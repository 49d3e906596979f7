#!/usr/bin/env bash
# The 3S-Econ paper's table at the smallest scale: every method, both data sets, published values.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
need_data

expect 0 "$levelfield" reproduce 3secon/table2 --scale smoke -j 2
report=$(tail -n 1 out)
[ -s "$report" ] || fail "no report"
for method in SSG IPP-SSG IPP-ConEx 3S-Econ-D SSG-S 3S-Econ-S; do prints "$method"; done
for column in FV CVio SVio; do prints "$column"; done
grep -qi 'leak' "$report" || fail "the leaking feature set is not marked"
