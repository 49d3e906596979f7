#!/usr/bin/env bash
# The committed findings are what their records make, and the records are about the experiments as they are.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/files.sh"

python3 -c 'import yaml' 2>/dev/null || skip "apt-get install python3-yaml"
python3 "$LF_TEST_SOURCE/scripts/findings.py" check || fail "stale findings"
