# shellcheck shell=bash
# For tests of scripts/findings.py, after cli.sh: findings WORD... on the folder reports/ here.

# Debian's own python3, for which the packages are: a PATH may begin with another.
python3=/usr/bin/python3
"$python3" -c 'import yaml, PIL' 2>/dev/null || skip "apt-get install python3-yaml python3-pil"
findings() { "$python3" "$LF_TEST_SOURCE/scripts/findings.py" --reports reports --levelfield "$levelfield" "$@"; }

# amend CODE: Python on the record `one` of reports/toy.
amend() {
  "$python3" - "$1" <<'PY'
import json, sys
path = "reports/toy/findings.json"
records = json.load(open(path))
one = records["one"]
exec(sys.argv[1])
json.dump(records, open(path, "w"))
PY
}
