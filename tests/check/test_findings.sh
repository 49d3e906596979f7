#!/usr/bin/env bash
# The committed findings are what their records make, and the records are about the experiments as they are.
set -euo pipefail

python3 -c 'import yaml' 2>/dev/null || { echo "skipped: apt-get install python3-yaml"; exit 77; }
python3 "$LF_TEST_SOURCE/scripts/findings.py" check
