#!/usr/bin/env bash
# The bar of the house style: no file over 300 lines, no function over 60, no goto, nothing left to do; a
# library that never ends its process, one dialect of parameter rows, tests that know what a user knows, no
# function that only tests call. What only a search finds is tried on a planted line as well.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/files.sh"
cd "$LF_TEST_SOURCE"
ctags --version 2>/dev/null | grep -q Universal || { echo "skipped: universal-ctags is not installed"; exit 77; }
bad=0

while IFS= read -r file; do
  lines=$(wc -l <"$file")
  if [ "$lines" -gt 300 ]; then echo "$file: $lines lines, more than 300"; bad=1; fi
done < <(lf_files '*.c' '*.h' '*.cpp' '*.sh' '*.py')

marks='\b(TO''DO|FIX''ME)\b'
if lf_files '*.c' '*.h' '*.cpp' '*.sh' '*.py' '*.md' '*.yaml' '*.cmake' CMakeLists.txt |
  xargs grep -nE "$marks"; then bad=1; fi
if lf_files '*.c' '*.h' | xargs grep -nE '^[^"*/]*\bgoto\b'; then bad=1; fi
# Only a program may end its process: inside Python the library would end the interpreter.
if lf_files '*.c' '*.h' | grep -vE '^(tests|benchmarks)/' |
  xargs grep -nE '^[^"*/]*\b(abort|exit)\('; then bad=1; fi

# never PATTERN PLANTED: lines of the sources that have the pattern, comments apart; the planted one has it.
never() {
  echo "$2" | grep -qE "$1" || { echo "'$1' does not find '$2'"; bad=1; }
  if lf_files 'base/*' 'numeric/*' 'oracle/*' 'datasets/*' 'problems/*' 'algorithms/*' 'harness/*' 'plots/*' 'reports/*' |
    grep -E '\.[ch]$' | xargs grep -nE "$1" | grep -vE '^[^:]*:[0-9]*: *(\*|/\*)'; then bad=1; fi
}
never '(^|[^_[:alnum:]"])(abort|exit|quick_exit)\(' '    abort();'
never '\.kind = LF_KIND_' '    .kind = LF_KIND_REAL,'
# Numbers of runs have the same bits on every machine: elementary functions are those of levelfield/math.h. sqrt,
# fabs, floor, ldexp and the like are exact.
libm='(^|[^_.>[:alnum:]])(a?(sin|cos|tan)h?|atan2|exp(2|10|m1)?|log(2|10|1p|b)?|pow|hypot|cbrt|erfc?|[lt]gamma)[fl]?\('
echo '    y = exp(x);' | grep -qE "$libm" || { echo "'$libm' finds nothing"; bad=1; }
while IFS= read -r file; do
  if lf_code "$file" | sed 's/"[^"]*"//g' | grep -nE "$libm" | sed "s|^|$file:|" | grep .; then bad=1; fi
done < <(lf_files 'numeric/*' 'oracle/*' 'datasets/*' 'problems/*' 'algorithms/*' | grep -E '\.[ch]$')
if lf_files 'tests/unit/*.c' 'tests/integration/*.c' | xargs grep -nE '^ *# *include *"[^"]*\.c"'; then bad=1; fi

idle=$(lf_files '*.c' '*.h' '*.py' | xargs python3 tests/support/callers.py .)
if [ -n "$idle" ]; then echo "$idle"; bad=1; fi

long=$(lf_files '*.c' '*.h' '*.cpp' | xargs ctags -f - --languages=C,C++ --kinds-C=f --kinds-C++=f \
  --fields=+ne | awk -F'\t' '{
    line = end = 0
    for (i = 4; i <= NF; i++) {
      if ($i ~ /^line:/) line = substr($i, 6)
      if ($i ~ /^end:/) end = substr($i, 5)
    }
    if (end - line + 1 > 60) print $2 ":" line ": " $1 " has " end - line + 1 " lines, more than 60"
  }')
if [ -n "$long" ]; then echo "$long"; bad=1; fi
exit "$bad"
