#!/usr/bin/env bash
# cppcheck and clang-tidy find nothing that scripts/cppcheck.txt and .clang-tidy do not explain. The analyzer
# is left to scripts/analyse.sh: it takes twice as long as everything else.
set -euo pipefail
exec "$LF_TEST_SOURCE/scripts/analyse.sh" --quick
