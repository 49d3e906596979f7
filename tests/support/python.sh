# shellcheck shell=bash
# For tests of python/: after cli.sh. Sets $python to an interpreter with NumPy, or skips the test.
python=
for candidate in python3 /usr/bin/python3; do
  if command -v "$candidate" >/dev/null && "$candidate" -c 'import numpy' 2>/dev/null; then
    python=$candidate
    break
  fi
done
[ -n "$python" ] || skip "no python3 with NumPy: apt-get install python3-numpy"
[ -z "$(nm -D "$LF_TEST_BUILD/liblevelfield.so" 2>/dev/null | grep -E '__(asan|tsan)_init')" ] ||
  skip "a sanitizer's library cannot be loaded into Python"
export LEVELFIELD_LIBRARY=$LF_TEST_BUILD/liblevelfield.so
export PYTHONPATH=$LF_TEST_SOURCE/python PYTHONDONTWRITEBYTECODE=1
