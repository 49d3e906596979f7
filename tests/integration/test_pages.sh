#!/usr/bin/env bash
# Every command of the documentation, as typed: page by page, each in an empty folder, with an empty
# home into which the first page installs Levelfield. What comes out of the page for newcomers is looked
# at: their own curve among the baselines.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/files.sh"

for tool in patch python3; do command -v "$tool" >/dev/null || skip "$tool is not installed"; done
run_page=$LF_TEST_SOURCE/tests/support/run_page.py
mkdir home

# carry_out PAGE: in a folder of its own, which is where it ends; the log is beside it.
carry_out() {
  local name=${1//\//-}
  mkdir "$scratch/$name"
  case $1 in
  docs/getting-started.md) # the one page that is read in a source tree
    mkdir "$scratch/$name/build"
    ln -s "$LF_TEST_BUILD" "$scratch/$name/build/release" ;;
  examples/*) # read where `new` has put it
    name=$name/example
    cp -r "$LF_TEST_SOURCE/${1%/*}" "$scratch/$name" ;;
  esac
  (cd "$scratch/$name" && env -i HOME="$scratch/home" PATH="$scratch/home/.local/bin:/usr/local/bin:/usr/bin:/bin" \
    ${LEVELFIELD_DATA+LEVELFIELD_DATA="$LEVELFIELD_DATA"} python3 "$run_page" "$LF_TEST_SOURCE/$1") \
    >"$scratch/log" 2>&1 || { tail -n 40 "$scratch/log" >&2; fail "$1: a command failed"; }
  sed -n "s|^skipped,|skipped: $1,|p" "$scratch/log"
  echo "$1: $(grep -c '^---' "$scratch/log") blocks"
}

# A command that fails ends its page; a block that is only shown is not carried out, and one that needs
# data is where there is some.
page() { printf '```%s\n%s\n```\n' "$@" >page.md; }
run() { python3 "$run_page" page.md 2>/dev/null; }
page sh 'x=one' sh 'echo $x; false' sh 'echo two' console 'echo three'
[ "$(run || echo "code $?")" = $'one\ncode 1' ] || fail "blocks are not carried out as they stand"
page console 'echo three' text 'echo four' yaml 'a: b'
! run || fail "a page without a block to carry out passes"
page 'sh data' 'echo five' python 'print("six")' 'python seven.py' 'print("seven")' sh 'python3 seven.py'
[ "$(LEVELFIELD_DATA=here run)" = $'five\nsix\nseven' ] || fail "data or Python are left out"
[ "$(LEVELFIELD_DATA='' run | head -n 1)" = 'skipped, as LEVELFIELD_DATA is not set: line 1' ] ||
  fail "what needs data is carried out, or nobody is told"

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
