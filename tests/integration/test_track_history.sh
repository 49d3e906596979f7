#!/usr/bin/env bash
# A baseline's past, in a repository of the test's own: read from git and from files; bisected; and
# nothing of it is left behind, however it ends.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/past.sh"

command -v git >/dev/null || skip "git is not installed (scripts/setup.sh test)"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
past "$scratch/repo"
git tag v1 HEAD~4
git show v1:./baseline.txt >"$scratch/first.txt"

# From git: four versions, the one commit that did not touch the file is none.
url='https://example.org/me/mine/commit/{commit}'
expect 0 "$levelfield" track history baseline.txt --html site --url "$url"
prints '^site/index.html$'
page() { grep -qE -- "$1" site/index.html || fail "the page does not say: $1"; }
page '>4 versions of a baseline, .* 3 of them changed a trace'
page "href=\"https://example.org/me/mine/commit/$(git rev-parse HEAD~2)\">$(git rev-parse --short HEAD~2)<"
page 'step 3: alpha &amp; &lt;eta&gt; are 0.001'
page '<span class="status worse">worse</span>.*alpha: 0.01 -&gt; 0.001'
page '<span class="status better">better</span>'
page '>1 of 3 changed<'
python3 -c 'import xml.dom.minidom as dom; dom.parse("site/index.html")'
[ "$(wc -c <site/index.html)" -lt 60000 ] || fail "a page of four versions is large"

# A range; from another folder; when the file's past has holes.
expect 0 "$levelfield" track history v1..HEAD~1 baseline.txt --html site
page '>2 versions of a baseline'
cd "$scratch"
expect 0 "$levelfield" track history repo/own/baseline.txt --html repo/own/site
cd repo/own
git branch -q holes && git checkout -q holes
sed -i 's/^run roc econ 2 done/<<<<<<< run/' baseline.txt && keep damaged
git rm -q baseline.txt && keep deleted
git checkout -q main -- baseline.txt && keep back
expect 0 "$levelfield" track history baseline.txt --html site
grep -q '2 commits left out: ' "$scratch/err" || fail "what is left out is not said"
page 'Left out.</strong> 2 commits without a baseline'
page '>5 versions'
git checkout -q main

# A hook of another repository; a clone without the past; a repository of somebody else.
expect 0 env GIT_DIR=.git GIT_INDEX_FILE=.git/index "$levelfield" track history baseline.txt --html site
page '>4 versions'
git clone -q --depth 1 "file://$scratch/repo" "$scratch/cut"
expect 0 "$levelfield" track history "$scratch/cut/own/baseline.txt" --html site
grep -q 'the clone is shallow, .*; git fetch --unshallow brings them$' "$scratch/err" || fail "a cut past is not said"
if [ "$(id -u)" -eq 0 ]; then
  chown -R 65534 "$scratch/cut"
  expect 3 "$levelfield" track history "$scratch/cut/own/baseline.txt" --html site
  says "somebody else's; if you trust it: git config --global --add safe.directory $scratch/cut"
fi

# From files, oldest first; the same twice changes nothing.
expect 0 "$levelfield" track history "$scratch/first.txt" baseline.txt "$scratch/first.txt" --html site
page '>3 versions of a baseline, .* 0 of them changed a trace'
page 'Every version has the traces of the one before'

# What cannot be used costs one line.
expect 2 "$levelfield" track history baseline.txt
says 'html is missing'
expect 2 "$levelfield" track history v1..HEAD --html site
says 'one baseline behind the range'
for bad in 'javascript:alert("{commit}")' https://example.org/; do
  expect 2 "$levelfield" track history baseline.txt --html site --url "$bad"
  says 'expected a web address with \{commit\}'
done
expect 3 "$levelfield" track history v1..none baseline.txt --html site
says "bad revision 'v1..none'"
expect 3 "$levelfield" track history --html site -- --output=x..y baseline.txt
says "bad revision '--output=x..y'"
expect 3 "$levelfield" track history none.txt --html site
says 'none.txt: no commit of HEAD touches it'
expect 3 "$levelfield" track history guard.yaml --html site
says 'guard.yaml: none of its [0-9]+ versions in HEAD is a baseline'
expect 3 "$levelfield" track history "$scratch/first.txt" --html site
says 'not a git repository'
expect 3 "$levelfield" track history "$scratch/first.txt" nowhere.txt --html site
says 'nowhere.txt'
expect 3 env PATH=/nowhere "$levelfield" track history baseline.txt --html site
says 'git is not installed'

# clean: nothing of a bisection is left, and the checkout is as it was.
clean() {
  [ "$(git worktree list | wc -l)" -eq 1 ] || fail "$1: a worktree is left"
  [ -z "$(git for-each-ref refs/bisect)" ] || fail "$1: refs are left"
  [ -z "$(ls "$TMPDIR")" ] || fail "$1: files are left: $(ls "$TMPDIR")"
  [ -z "$(git status --porcelain ..)" ] || fail "$1: the checkout is not as it was"
  [ "$(git symbolic-ref --short HEAD)" = main ] || fail "$1: another commit is checked out"
}
bisect=("$levelfield" track bisect "$scratch/first.txt" --program "$levelfield" -q)

# The commit that made it worse, and why; one that cannot be built is passed over where that leaves an
# answer. The repository that a hook's environment names is not touched.
expect 0 env GIT_DIR="$PWD/.git" "${bisect[@]}" --good v1 --bad HEAD~1 --build true --jobs 2
prints "^first bad commit: $(git rev-parse --short HEAD~2) [0-9-]+ step 3"
prints '^roc +econ +FV +worse .*alpha: 0.01 -> 0.001'
clean found
expect 0 "${bisect[@]}" --good v1 --bad HEAD~1 --build 'test ! -e deleted && grep -q alpha guard.yaml'
prints 'step 3'
# A build that writes into files of the commit is in nobody's way, and TMPDIR may be relative.
expect 0 env TMPDIR=../../tmp "${bisect[@]}" --good v1 --bad HEAD~1 --build 'echo "# built" >>guard.yaml'
prints 'step 3'
clean written
expect 3 "${bisect[@]}" --good v1 --bad HEAD~1 --build "! git log -1 --format=%s | grep -q 'step [23]'"
grep -q 'first bad commit is one of 3' "$scratch/err" || fail "the commits in question are not counted"
clean skipped

# Ends that are not what they are said to be, and what cannot be used.
expect 3 "${bisect[@]}" --good HEAD~1 --bad HEAD --build true
says "--bad [0-9a-f]+: the baseline holds there"
expect 3 "${bisect[@]}" --good HEAD~2 --bad HEAD~1 --build true
says "--good [0-9a-f]+: the baseline does not hold there already"
expect 3 "${bisect[@]}" --good HEAD --bad HEAD~1 --build true
grep -q '^levelfield: git bisect cannot start: --good [0-9a-f]* has to be before --bad [0-9a-f]*$' "$scratch/err" ||
  fail "a later --good is not called that"
expect 3 "${bisect[@]}" --good v1 --bad HEAD~1 --build false
says 'cannot be checked there'
expect 3 "${bisect[@]:0:4}" --good v1 --bad HEAD~1 --build true -q --program ./none
says 'cannot be checked there'
expect 3 "${bisect[@]}" --good=--help --bad HEAD
says "--good '--help': expected a commit"
git clone -q --depth 3 "file://$scratch/repo" "$scratch/a shallow clone"
for range in 'HEAD~4 --bad HEAD' 'HEAD --bad HEAD~4'; do
  expect 3 env -C "$scratch/a shallow clone/own" "${bisect[@]}" --good $range --build true
  says "'HEAD~4': expected a commit; the clone is shallow, and git fetch --unshallow brings earlier ones; "
done
expect 3 env PATH=/nowhere "${bisect[@]}" --good v1 --bad HEAD
says 'git is not installed'
expect 2 "${bisect[@]}" --good v1
says '--bad is missing'
expect 3 "$levelfield" track bisect guard.yaml --good v1 --bad HEAD
says "guard.yaml:1: expected 'levelfield baseline 2'"
git checkout -q -b mended HEAD~2 && guard 0.01 >guard.yaml && keep mended && git checkout -q main
expect 3 "${bisect[@]}" --good mended --bad HEAD~1 --build true
says 'where --good [0-9a-f]+ and --bad [0-9a-f]+ part the baseline does not hold: it was mended'
clean refused

# Interrupted while it builds: the build ends too, even one that does not listen.
for signal in TERM HUP; do
  "${bisect[@]}" --good v1 --bad HEAD~1 \
    --build "trap '' TERM; echo \$\$ >$scratch/building; sleep 300; sleep 300" 2>/dev/null &
  job=$!
  until_true 20 test -s "$scratch/building" || fail "the bisection does not begin"
  kill -"$signal" "$job"
  code=0
  wait "$job" || code=$?
  [ "$code" -eq 130 ] || fail "SIG$signal ends with $code"
  until_true 5 test ! -e "/proc/$(cat "$scratch/building")" || fail "SIG$signal: the build goes on"
  rm "$scratch/building"
  clean "SIG$signal"
done
