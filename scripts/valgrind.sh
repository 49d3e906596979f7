#!/usr/bin/env bash
# The unit tests of a build under valgrind's memcheck: no wrong read, no use of what was never written, no
# leak. scripts/valgrind.sh [PATTERN]: those whose name (unit.arena) matches the regular expression.
#
#   scripts/build.sh release && scripts/valgrind.sh           # all: a test takes some 20 times as long
#
# What libraries do wrong is in scripts/valgrind.supp, each with its reason. LF_TEST_BUILD is the build
# tree, build/release unless it is set.
set -euo pipefail
cd "$(dirname "$0")/.."
export build=${LF_TEST_BUILD:-build/release} pattern=${1:-.}
for tool in valgrind jq; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed (apt-get install $tool)"; exit 77; }
done
export logs=$PWD/$build/valgrind supp=$PWD/scripts/valgrind.supp
mkdir -p "$logs"

# check NAME: the test as CTest would run it, but for the tool. Its children are watched as well, as
# long as they are forks of it.
check() {
  local name=$1 code=0 properties
  local -a command environment
  properties=$(jq --arg name "$name" '.tests[] | select(.name == $name)' "$logs/tests.json")
  mapfile -t command < <(jq -r '.command[]' <<<"$properties")
  mapfile -t environment < <(jq -r '.properties[] | select(.name == "ENVIRONMENT") | .value[]' <<<"$properties")
  rm -f "$logs/$name".*
  cd "$(jq -r '.properties[] | select(.name == "WORKING_DIRECTORY") | .value' <<<"$properties")"
  env "${environment[@]}" valgrind --quiet --error-exitcode=99 --leak-check=full \
    --errors-for-leak-kinds=definite --show-leak-kinds=definite --num-callers=30 --suppressions="$supp" \
    --child-silent-after-fork=no --log-file="$logs/$name.%p.log" "${command[@]}" >"$logs/$name.out" 2>&1 || code=$?
  if grep -qs '^==' "$logs/$name".*.log; then code=99; fi
  case $code in
    0) echo "clean    $name" ;;
    77) echo "skipped  $name" ;;
    99) echo "FOUND    $name"; grep -hs '^==' "$logs/$name".*.log ;;
    *) echo "FAILED   $name (exit code $code)"; tail -n 20 "$logs/$name.out" ;;
  esac
  [ "$code" -eq 0 ] || [ "$code" -eq 77 ]
}
export -f check

ctest --test-dir "$build" -L unit --show-only=json-v1 >"$logs/tests.json"
jq -r '.tests[] | select(.name | test(env.pattern)) | .name' "$logs/tests.json" |
  xargs -P "$(nproc)" -n 1 bash -c 'check "$1"' check
