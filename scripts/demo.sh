#!/usr/bin/env bash
# From a bare machine to a report: installs what is missing, builds, and compares methods on
# generated data. The last line printed is the report's path. More options of `levelfield reproduce`
# may follow, such as --scale smoke.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh
scripts/build.sh release levelfield
build/release/levelfield reproduce demo -j "$(nproc)" "$@"
