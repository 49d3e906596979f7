#!/usr/bin/env bash
# One version everywhere: CMake's, which the program and its packages take, the citation, the Python
# package, and the newest heading of the changelog.
set -euo pipefail

# versions ROOT: FILE VERSION for each place.
versions() {
  (cd "$1" && echo "CMakeLists.txt $(sed -nE 's/^project\(levelfield VERSION ([^ ]+) .*/\1/p' CMakeLists.txt)" &&
    echo "CITATION.cff $(sed -nE 's/^version: (.*)$/\1/p' CITATION.cff)" &&
    echo "python/pyproject.toml $(sed -nE 's/^version = "(.*)"$/\1/p' python/pyproject.toml)" &&
    echo "python/levelfield/__init__.py $(sed -nE 's/^__version__ = "(.*)"$/\1/p' python/levelfield/__init__.py)" &&
    echo "CHANGELOG.md $(sed -nE 's/^## ([^ ]+) - .*$/\1/p' CHANGELOG.md | head -n 1)")
}
# agree: all lines of the input have the same version, and have one.
agree() { awk 'NF != 2 { bad = 1 } NR == 1 { first = $2 } $2 != first { bad = 1 } END { exit bad }'; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
versions "$LF_TEST_SOURCE" >"$scratch/versions"
agree <"$scratch/versions" || { cat "$scratch/versions"; exit 1; }
[ "$("$LF_TEST_COMMAND" --version | cut -d ' ' -f 2)" = "$(awk 'NR == 1 { print $2 }' "$scratch/versions")" ] ||
  { echo "levelfield --version says another"; exit 1; }

# released ROOT: the citation has the day of the newest heading, if that is a release.
released() {
  local day
  day=$(sed -nE '/^## /{s/^## [^ ]+ - ([0-9-]{10})$/\1/p;q}' "$1/CHANGELOG.md")
  [ -z "$day" ] || grep -qx "date-released: $day" "$1/CITATION.cff"
}
released "$LF_TEST_SOURCE" || { echo "date-released of CITATION.cff is not the day of CHANGELOG.md's newest version"; exit 1; }
cp "$LF_TEST_SOURCE/CHANGELOG.md" "$scratch"
sed 's/^date-released: .*/date-released: 2001-01-01/' "$LF_TEST_SOURCE/CITATION.cff" >"$scratch/CITATION.cff"
sed -i -E '0,/^## /s/^(## [^ ]+ - ).*/\12002-02-02/' "$scratch/CHANGELOG.md"
! released "$scratch" || { echo "not noticed: another day in CITATION.cff"; exit 1; }

# A package takes requests for its own first two numbers alone, so that is what the examples, of which `levelfield new`
# makes its folders, ask for.
minor=$(sed -nE '1s/.* ([0-9]+\.[0-9]+)\..*/\1/p' "$scratch/versions")
for file in "$LF_TEST_SOURCE"/examples/*/CMakeLists.txt; do
  grep -qF "find_package(levelfield $minor REQUIRED)" "$file" || { echo "$file asks for a version other than $minor"; exit 1; }
done

# What is built from a release archive knows its commit: `git archive` writes that into .release.
if git -C "$LF_TEST_SOURCE" rev-parse HEAD >"$scratch/head" 2>"$scratch/log"; then
  mkdir "$scratch/export"
  git -C "$LF_TEST_SOURCE" archive HEAD .release .gitattributes cmake | tar -x -C "$scratch/export"
  cat >"$scratch/export/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(levelfield VERSION 1.2.3 LANGUAGES C)
add_library(lf_options INTERFACE)
target_compile_options(lf_options INTERFACE -fno-math-errno)
set(CMAKE_C_FLAGS "-ffile-prefix-map=/home/maryjane/build=. -O1 -I/opt/x")
include(cmake/version.cmake)
END
  cmake -S "$scratch/export" -B "$scratch/build" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
  header=$scratch/build/generated/version.h
  grep -qF "LF_COMMIT \"$(cut -c 1-12 "$scratch/head")\"" "$header" ||
    { echo "an archive does not know its commit: $(grep COMMIT "$header")"; exit 1; }
  grep -qF 'LF_FLAGS "-O1 -fno-math-errno"' "$header" || { echo "flags with folders in them: $(grep FLAGS "$header")"; exit 1; }
fi

# A place that is forgotten, or says nothing, is noticed.
while read -r file version; do
  for edit in "s|^$file .*|$file 9.9.9|" "s|^$file .*|$file |"; do
    ! sed "$edit" "$scratch/versions" | agree || { echo "not noticed: $file without $version"; exit 1; }
  done
done <"$scratch/versions"
