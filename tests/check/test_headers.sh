#!/usr/bin/env bash
# Each public header compiles alone, and twice, as C17 with gcc and clang, without a warning; a C++
# program may include them. Whoever drops the status of a question is told so.
set -euo pipefail
cd "$LF_TEST_SOURCE"

for compiler in gcc clang g++; do
  command -v "$compiler" >/dev/null || { echo "skipped: $compiler is not installed"; exit 77; }
done

for compiler in gcc clang; do
  for path in include/levelfield/*.h; do
    header=${path#include/}
    printf '#include <%s>\n#include <%s>\ntypedef int nothing;\n' "$header" "$header" |
      "$compiler" -std=c17 -Iinclude -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
        -fsyntax-only -x c - || { echo "$header does not stand alone with $compiler"; exit 1; }
  done
  if echo '#include <levelfield/oracle.h>
void drop(lf_oracle *o, const lf_batch *b, double *w);
void drop(lf_oracle *o, const lf_batch *b, double *w) { lf_oracle_value(o, b, w, w); }' |
    "$compiler" -std=c17 -Iinclude -Werror -S -o /dev/null -x c - 2>/dev/null; then
    echo "$compiler lets a status be dropped" && exit 1
  fi
done

# Whoever does not want to choose has all of them.
reached=$(gcc -M -Iinclude include/levelfield/levelfield.h)
for path in include/levelfield/*.h; do
  [[ $reached == *"$path"* ]] || { echo "levelfield.h lacks ${path##*/}"; exit 1; }
done

echo '#include <levelfield/levelfield.h>
int main() { return lf_status_text(LF_OK) == nullptr; }' |
  g++ -std=c++17 -Iinclude -Wall -Wextra -Werror -S -o - -x c++ - |
  grep -qE '\blf_status_text\b' || { echo "C++ programs do not find the library's functions"; exit 1; }
