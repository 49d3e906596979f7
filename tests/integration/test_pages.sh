#!/usr/bin/env bash
# Every command of the documentation, as typed: page by page, each in an empty folder, with an empty
# home into which the first page installs Levelfield. What comes out of the page for newcomers is looked
# at: their own curve among the baselines.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/files.sh"
. "$LF_TEST_SOURCE/tests/support/pages.sh"

command -v patch >/dev/null || skip "patch is not installed"
mkdir home

# carry_out PAGE: in a folder of its own, which is where it ends; the log is beside it.
carry_out() {
  local name=${1//\//-}
  mkdir "$scratch/$name"
  (echo 'set -euo pipefail' && lf_blocks "$LF_TEST_SOURCE/$1") >"$scratch/$name.sh"
  [ "$(wc -l <"$scratch/$name.sh")" -gt 1 ] || fail "$1: no block to carry out"
  case $1 in
  docs/getting-started.md) # the one page that is read in a source tree
    mkdir "$scratch/$name/build"
    ln -s "$LF_TEST_BUILD" "$scratch/$name/build/release" ;;
  examples/*) # read where `new` has put it
    name=$name/example
    cp -r "$LF_TEST_SOURCE/${1%/*}" "$scratch/$name" ;;
  esac
  (cd "$scratch/$name" && env -i HOME="$scratch/home" PATH="$scratch/home/.local/bin:/usr/local/bin:/usr/bin:/bin" \
    ${LEVELFIELD_DATA+LEVELFIELD_DATA="$LEVELFIELD_DATA"} bash "$scratch/${1//\//-}.sh") \
    >"$scratch/log" 2>&1 || { tail -n 40 "$scratch/log" >&2; fail "$1: a command failed"; }
  grep '^skipped' "$scratch/log" | sed "s|^|$1: |" || true
  echo "$1: $(grep -c '^---' "$scratch/log") blocks"
}

# A command that fails ends its page; a block that is only shown is not carried out.
page() { printf '```%s\n%s\n```\n' "$@"; }
[ "$(page sh 'echo one; false' sh 'echo two' console 'echo three' | lf_blocks /dev/stdin | bash -e 2>/dev/null)" = one ] ||
  fail "blocks are not carried out as they stand"
[ -z "$(page console 'echo three' text 'echo four' yaml 'a: b' | lf_blocks /dev/stdin)" ] ||
  fail "a block that is only shown is carried out"

carry_out docs/getting-started.md
while IFS= read -r page; do
  case $page in
  docs/getting-started.md) continue ;;
  docs/python.md) continue ;; # integration.python_page
  esac
  if grep -q '^```sh' "$LF_TEST_SOURCE/$page"; then carry_out "$page"; fi
done < <(lf_files '*.md')

report=$scratch/docs-method.md/my_method/levelfield-out/run/report
[ -s "$report.html" ] || fail "docs/method.md leads to no report"
for method in my_method sgd adagrad oauc pga ppd_sg ppd_adagrad; do
  grep -qE "^\| +[0-9–]+ \| $method " "$report.md" || fail "docs/method.md: $method is not in the ranking"
  grep -q "$method" "$(dirname "$report")"/plots/run-auc_test.svg || fail "docs/method.md: $method has no curve"
done
grep -q 'w_t + beta v_t' "$scratch/docs-method.md/my_method/my_method.c" || fail "the edit was not made"
