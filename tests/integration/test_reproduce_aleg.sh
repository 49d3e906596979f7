#!/usr/bin/env bash
# The ALEG paper's items at the smallest scale: the fits of Table 1 without any data, then images and
# people. A stand-in is called one wherever its results are shown.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

expect 0 "$levelfield" reproduce aleg/table1 --scale smoke -j 2 -q
prints 'Method +\| +Exponent \| Theory'
prints '^\| SMD +\|.* 2 \|'
[ -s "$(tail -n 1 out)" ] || fail "no report"

need_data
expect 0 "$levelfield" reproduce aleg/fig1b --scale smoke -j 2 -q
report=$(tail -n 1 out)
for method in ALEG SMD MPVR AL-SVRE; do prints "$method"; done
[ "$(grep -o 'stands in for CIFAR-100' "$report" | wc -l)" -ge 4 ] || fail "stand-ins are not marked"
grep -q 'lossy copies' "$report" || fail "the catalogue's note on lossy copies is not shown"
expect 0 "$levelfield" reproduce aleg/groups --scale smoke -j 2 -q
prints 'suboptimality of the average'
expect 0 "$levelfield" reproduce aleg/mero --scale smoke -j 2 -q
prints 'max_excess'
