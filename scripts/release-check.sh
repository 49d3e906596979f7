#!/usr/bin/env bash
# What a release would be, tried by somebody who has nothing else: a clean export of HEAD, an empty home and
# none of our variables. The README's first command, then the tests that look at what people get: an
# installation that is moved, the Debian package, the site, every command of the documentation. A test that
# would skip fails here. scripts/release-check.sh --final also asks whether the version is ready to be tagged.
set -euo pipefail
cd "$(dirname "$0")/.."

final=
[ "${1:-}" != --final ] || final=yes
version=$(sed -nE 's/^project\(levelfield VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt)
git=(git -c "safe.directory=*")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "release: $*" >&2
  exit 1
}

if [ -n "$("${git[@]}" status --porcelain)" ]; then
  [ -z "$final" ] || fail "there are changes that are not committed"
  echo "release: changes that are not committed are left out" >&2
fi
if [ -n "$final" ]; then
  grep -qE "^## ${version//./\\.} - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md ||
    fail "CHANGELOG.md: '## $version - YYYY-MM-DD' is missing: the day of the release"
  [ -z "$("${git[@]}" tag --list "v$version")" ] || fail "v$version is tagged already: raise the version"
fi

export_dir=$work/levelfield-$version
mkdir "$export_dir" "$work/home"
"${git[@]}" archive HEAD | tar -x -C "$export_dir"
# clean NAME COMMAND...: in the export, with nothing of ours; its output is shown if it fails.
clean() {
  local name=$1 begun=$SECONDS code=0
  shift
  (cd "$export_dir" && env -i HOME="$work/home" PATH=/usr/local/bin:/usr/bin:/bin "$@") >"$work/log" 2>&1 || code=$?
  [ "$code" -eq 0 ] || { tail -n 40 "$work/log" >&2; fail "$name ended with code $code"; }
  echo "release: $name, $((SECONDS - begun)) s"
}

clean configuration cmake --preset release -DBUILD_TESTING=OFF
clean 'scripts/demo.sh' scripts/demo.sh
report=$export_dir/$(tail -n 1 "$work/log")
[ -s "$report" ] || fail "the last line of scripts/demo.sh is no report: $report"
clean 'everything that is installed' scripts/build.sh release levelfield lf_manual
[ "$("$export_dir/build/release/levelfield" --version | cut -d ' ' -f 2)" = "$version" ] ||
  fail "levelfield --version does not say $version"
"$export_dir/build/release/levelfield" --version | grep -qF "$("${git[@]}" rev-parse HEAD | cut -c 1-12)" ||
  fail "what is built from an archive does not know its commit"
for name in install package demo docs pages; do
  clean "integration.$name" LF_TEST_SOURCE="$export_dir" LF_TEST_BUILD="$export_dir/build/release" \
    LF_TEST_COMMAND="$export_dir/build/release/levelfield" OPENBLAS_NUM_THREADS=1 \
    bash "tests/integration/test_$name.sh"
done
echo "release: $version ($("${git[@]}" rev-parse --short=12 HEAD)) is whole"
