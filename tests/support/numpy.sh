# shellcheck shell=bash
# After cli.sh. Sets $python to an interpreter with NumPy, or skips the test.
python=
for candidate in python3 /usr/bin/python3; do
  if command -v "$candidate" >/dev/null && "$candidate" -c 'import numpy' 2>/dev/null; then
    python=$candidate
    break
  fi
done
[ -n "$python" ] || skip "no python3 with NumPy: apt-get install python3-numpy"
