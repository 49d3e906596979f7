#!/usr/bin/env bash
# Configure and build a preset quietly: scripts/build.sh PRESET [TARGET...]. The output is kept in
# build/PRESET/build.log and shown only if something fails. Warnings are errors.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
mkdir -p "build/$preset"
log=build/$preset/build.log
echo "build: $preset (log in $log)" >&2
if ! { cmake --preset "$preset" -DLF_WERROR=ON &&
       cmake --build --preset "$preset" --parallel "$(nproc)" ${1+--target "$@"}; } >"$log" 2>&1; then
  tail -n 60 "$log" >&2
  echo "build: $preset failed" >&2
  exit 1
fi
