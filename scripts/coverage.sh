#!/usr/bin/env bash
# Which lines and branches of the library and the command the tests reach, by folder.
# scripts/coverage.sh [CTEST OPTION...]: of these tests, all of them unless options say which.
#
# A process that ends by _exit or by a signal leaves no counts, and each run of the command is one: of what
# runs reach, only what tests reach in their own process is counted. Every line with its count is in
# build/coverage/html/index.html.
set -euo pipefail
cd "$(dirname "$0")/.."
for tool in gcovr jq; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed (apt-get install $tool)"; exit 77; }
done
if [ "$#" -eq 0 ]; then set -- -L 'unit|integration'; fi

scripts/build.sh coverage
find build/coverage -name '*.gcda' -delete # what earlier tests reached
ctest --test-dir build/coverage --output-on-failure -j "$(nproc)" "$@" >build/coverage/ctest.log ||
  echo "coverage: some tests failed, see build/coverage/ctest.log" >&2

mkdir -p build/coverage/html
gcovr --root . --object-directory build/coverage --filter '(base|numeric|oracle|harness|algorithms|problems|datasets|plots|reports|cli)/' \
  --exclude-throw-branches --gcov-ignore-parse-errors --json-summary build/coverage/coverage.json \
  --html-details build/coverage/html/index.html build/coverage >build/coverage/gcovr.log
jq -r '
  def share(part; all): if all == 0 then "-" else "\(1000 * part / all | round / 10) %" end;
  def row(name; files): [name, (files | map(.line_total) | add),
    share(files | map(.line_covered) | add; files | map(.line_total) | add),
    share(files | map(.branch_covered) | add; files | map(.branch_total) | add)];
  (["folder", "lines", "reached", "branches"],
   (.files | group_by(.filename | split("/")[0])[] | row(.[0].filename | split("/")[0]; .)),
   row("all"; .files)) | @tsv' build/coverage/coverage.json | column -t -s "$(printf '\t')"
