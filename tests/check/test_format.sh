#!/usr/bin/env bash
# Every C file is laid out as .clang-format says.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/files.sh"
cd "$LF_TEST_SOURCE"

command -v clang-format >/dev/null || { echo "skipped: clang-format is not installed"; exit 77; }
lf_files '*.c' '*.h' '*.cpp' | xargs clang-format --dry-run -Werror
