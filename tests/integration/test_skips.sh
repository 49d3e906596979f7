#!/usr/bin/env bash
# What was not run is not called good: a case that skips shows in CTest, and what a run of all tests may
# skip stands in tests/skips.txt.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# cases NAME CASE...: a program of cmocka cases good, bad and left (which skips).
cases() {
  local name=$1 case
  shift
  {
    printf '#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <cmocka.h>\n'
    echo 'static inline void good(void **s) { (void)s; }'
    echo 'static inline void bad(void **s) { (void)s; fail(); }'
    echo 'static inline void left(void **s) { (void)s; print_message("skipped: for a reason\n"); skip(); }'
    echo 'int main(void) { const struct CMUnitTest tests[] = {'
    for case in "$@"; do echo "cmocka_unit_test($case),"; done
    echo '}; return cmocka_run_group_tests(tests, NULL, NULL); }'
  } >"$name.c"
  cc -o "$name" "$name.c" "$LF_TEST_SOURCE/tests/support/skips.c" -Wl,--wrap=_skip,--wrap=_cmocka_run_group_tests -lcmocka
}
cases all good good
cases some good left
cases failed good bad left
expect 0 ./all
expect 77 ./some
expect 1 ./failed

# add FOLDER NAME COMMAND...: one more test of a folder for CTest.
add() {
  local folder=$1 name=$2
  shift 2
  mkdir -p "$folder"
  { printf 'add_test(%s' "$name"; printf ' "%s"' "$@"; echo ')'
    echo "set_tests_properties($name PROPERTIES SKIP_RETURN_CODE 77)"; } >>"$folder/CTestTestfile.cmake"
}
# skips CODE FOLDER [VARIABLE=VALUE]: run its tests, then ask what was skipped.
skips() {
  local code=$1 folder=$2
  shift 2
  (cd "$folder" && ctest --output-junit ctest.xml --test-output-size-passed 1000000) >log 2>&1 || true
  expect "$code" env -u LEVELFIELD_DATA "$@" "$LF_TEST_SOURCE/scripts/skips.py" "$folder/ctest.xml"
}
add fine unit.all "$scratch/all"
skips 0 fine LEVELFIELD_DATA=here
prints '^test: 0 skipped$'
add case unit.some "$scratch/some"
skips 1 case
grep -q 'unit.some .*Skipped' log || { cat log >&2; fail "CTest does not show the skip"; }
prints '^  SKIPPED case unit.some: for a reason$'
prints '^test: 1 skipped, 1 of them not in tests/skips.txt$'

# Real data: asked for where there is none, and not allowed to be missing where there is some.
add data unit.data sh -c "echo 'skipped: LEVELFIELD_DATA is not set'; exit 77"
skips 0 data
prints '^  skipped data unit.data: LEVELFIELD_DATA is not set$'
skips 1 data LEVELFIELD_DATA=here

# A test that leaves out a part and calls itself good is not good; nor one that does not say why.
add part unit.part echo 'skipped: half of it'
skips 1 part
prints '^  SKIPPED part unit.part: half of it$'
add silent unit.silent sh -c 'exit 77'
skips 1 silent
prints 'it does not say why'

# Every line of the list allows what it names, and nothing else.
while read -r preset test why; do
  [ -n "$preset" ] && [ "$preset" != '#' ] || continue
  rm -rf "$preset"
  add "$preset" "$test" sh -c "echo 'skipped: $why'; exit 77"
  skips 0 "$preset" LEVELFIELD_DATA=here
  add "$preset" "$test.too" sh -c "echo 'skipped: $why'; exit 77"
  skips 1 "$preset" LEVELFIELD_DATA=here
done <"$LF_TEST_SOURCE/tests/skips.txt"

# No script leaves out a part without a word because something is not there.
silent='\|\| exit 0|^ *if (! )?command -v|^ *if \[ -[defx] "?/'
for planted in '[ -n "$data" ] |''| exit 0' 'if ''command -v fish >/dev/null; then' 'if ''[ -e /dev/full ]; then'; do
  grep -qE "$silent" <<<"$planted" || fail "'$silent' does not find '$planted'"
done
if grep -nE "$silent" "$LF_TEST_SOURCE"/tests/{integration,check}/test_*.sh >&2; then fail "a part may be left out there"; fi
