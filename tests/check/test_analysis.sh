#!/usr/bin/env bash
# cppcheck and clang-tidy find nothing that scripts/cppcheck.txt and .clang-tidy do not explain.
set -euo pipefail
exec "$LF_TEST_SOURCE/scripts/analyse.sh"
