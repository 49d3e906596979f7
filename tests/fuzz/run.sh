#!/usr/bin/env bash
# tests/fuzz/run.sh NAME: what is known about a target first, all of it once, then new inputs for
# $LEVELFIELD_FUZZ_SECONDS (7). What it finds interesting stays in build/fuzz/corpus/NAME, so that
# the next run goes on from there; what breaks it, in build/fuzz/found/NAME, and its name is printed.
# The new inputs follow from $LEVELFIELD_FUZZ_SEED (1): a change is not refused for what another one
# left behind. 0 is another seed every time, which a long search wants.
set -euo pipefail
name=$1
here=$LF_TEST_SOURCE/tests/fuzz
target=$LF_TEST_BUILD/tests/fuzz/fuzz_$name
corpus=$LF_TEST_BUILD/corpus/$name found=$LF_TEST_BUILD/found/$name
mkdir -p "$corpus" "$found"

known=()
python3 "$here/corpus.py" "$name" "$LF_TEST_BUILD/seeds/$name"
for folder in "$here/corpus/$name" "$LF_TEST_BUILD/seeds/$name" "$here/regressions/$name"; do
  [ ! -d "$folder" ] || known+=("$folder")
done
options=()
[ ! -f "$here/$name.dict" ] || options+=("-dict=$here/$name.dict")
[ ! -f "$here/$name.options" ] || mapfile -t -O "${#options[@]}" options <"$here/$name.options"

# One input may take 512 MB, and ask for 100 MB at once. A second is meant to be enough for any; with
# the sanitizers, and other work on the machine, one that takes 5 s is reported and one of 30 s fails.
limits=(-rss_limit_mb=512 -malloc_limit_mb=100 -timeout=30 -report_slow_units=5 "-artifact_prefix=$found/")
export ASAN_OPTIONS=quarantine_size_mb=16:detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1

"$target" "${limits[@]}" -runs=0 "${known[@]}"
seconds=${LEVELFIELD_FUZZ_SECONDS:-7}
[ "$seconds" -eq 0 ] ||
  "$target" "${limits[@]}" "${options[@]}" -max_total_time="$seconds" \
    -seed="${LEVELFIELD_FUZZ_SEED:-1}" -print_final_stats=1 "$corpus" "${known[@]}"
