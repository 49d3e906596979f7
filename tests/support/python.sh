# shellcheck shell=bash
# For tests of python/: after cli.sh. Sets $python as numpy.sh does, and shows it the package and the library.
. "$LF_TEST_SOURCE/tests/support/numpy.sh"
[ -z "$(nm -D "$LF_TEST_BUILD/liblevelfield.so" 2>/dev/null | grep -E '__(asan|tsan)_init')" ] ||
  skip "a sanitizer's library cannot be loaded into Python"
export LEVELFIELD_LIBRARY=$LF_TEST_BUILD/liblevelfield.so
export PYTHONPATH=$LF_TEST_SOURCE/python PYTHONDONTWRITEBYTECODE=1
