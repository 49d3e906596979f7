#!/usr/bin/env bash
# cppcheck and clang-tidy over the library and the command; nothing may be found. What each is asked, and
# why some of it is not, stands in scripts/cppcheck.txt and .clang-tidy. Needs a configured build:
#
#   scripts/build.sh release && scripts/analyse.sh            # everything
#   scripts/analyse.sh oracle/cost.c                            # these files, with clang-tidy only
#   scripts/analyse.sh --quick                                # everything, without the analyzer's paths
#
# The whole takes three minutes on two cores, --quick, which is what CI runs, one.
# LF_TEST_BUILD is the build tree, build/release unless it is set.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${LF_TEST_BUILD:-build/release}

for tool in cppcheck clang-tidy; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed (apt-get install $tool)"; exit 77; }
done
[ -f "$build/compile_commands.json" ] || { echo "skipped: $build is not configured: scripts/build.sh release"; exit 77; }

checks=
if [ "${1:-}" = --quick ]; then
  checks=-clang-analyzer-*
  shift
fi
folders=(base numeric oracle harness algorithms problems datasets plots reports cli)
files=("$@")
if [ "$#" -eq 0 ]; then
  mkdir -p "$build/cppcheck" # what it knows of files that have not changed
  cppcheck --quiet -j "$(nproc)" --std=c11 --library=posix,gnu --enable=warning,performance,portability \
    --error-exitcode=1 --inline-suppr --suppressions-list=scripts/cppcheck.txt \
    --cppcheck-build-dir="$build/cppcheck" -D_GNU_SOURCE -D__x86_64__ -I include -I . -I "$build/generated" \
    --template='{file}:{line}: {severity}: {message} [{id}]' "${folders[@]}"
  mapfile -t files < <(find "${folders[@]}" -name '*.c')
fi

# The file that defines lf_fail() cannot be told what it does. Asserts are on: they say what is known.
tidy() {
  local -a told=(--extra-arg-before=-include "--extra-arg-before=$PWD/scripts/analyzer.h")
  [ "$1" != base/status.c ] || told=()
  clang-tidy --quiet --checks="$checks" -p "$build" "${told[@]}" --extra-arg=-UNDEBUG "$1" 2>/dev/null # a count of what is off
}
export -f tidy
export build checks
printf '%s\n' "${files[@]}" | sort | xargs -P "$(nproc)" -n 1 bash -c 'tidy "$1"' tidy
