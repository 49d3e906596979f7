#!/usr/bin/env bash
# What an installed tree is for: from an empty prefix, with an empty home and none of our variables, a
# method and a problem from outside the tree are built, tested, run and reported. The prefix is moved
# after the installation, so nothing in it may know where it was.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# Whoever installs need not build the tests before.
ninja -C "$LF_TEST_BUILD" -t inputs install >needed
grep -q 'oracle/arena\.c$' needed || fail "installing does not need the library"
! grep 'test_[a-z0-9_]*\.c$' needed || fail "installing needs tests"
cmake --install "$LF_TEST_BUILD" --prefix "$scratch/first" >installed
mv first prefix
mkdir home work
cd work

# clean COMMAND...: in an environment with the prefix on PATH and nothing else of ours.
clean() {
  env -i HOME="$scratch/home" PATH="$scratch/prefix/bin:/usr/local/bin:/usr/bin:/bin" "$@"
}

# The program finds the library, and the experiments beside it: the marker is only in the prefix.
for folder in "$scratch"/prefix/share/levelfield/reports; do cp -r "$folder/demo" "$folder/marker"; done
expect 0 clean levelfield --version
expect 0 clean levelfield list experiments
prints '^  marker/demo '
prints '^  3secon/table2 '
expect 0 clean levelfield doctor
cp -r "$scratch/prefix/share/levelfield/reports/demo" mine
expect 0 env LEVELFIELD_REPORTS="$PWD" "$scratch/prefix/bin/levelfield" list experiments
prints '^  mine/demo '
for file in share/man/man1/levelfield.1 share/bash-completion/completions/levelfield \
  share/zsh/site-functions/_levelfield share/fish/vendor_completions.d/levelfield.fish; do
  [ -s "$scratch/prefix/$file" ] || fail "$file is not installed"
done

# The pages, and all that they link to.
mapfile -t pages < <(cd "$scratch/prefix" && find . -name '*.md')
for page in README.md CONTRIBUTING.md docs/method.md reports/aleg/findings.md; do
  [[ " ${pages[*]} " = *" ./share/doc/levelfield/$page "* ]] || fail "$page is not installed"
done
expect 0 python3 "$LF_TEST_SOURCE/tests/support/check_links.py" "$scratch/prefix" "${pages[@]}"

# The examples, and folders that `new` writes, through find_package().
cp -r "$LF_TEST_SOURCE/examples/heavy_ball" "$LF_TEST_SOURCE/examples/huber" .
expect 0 clean levelfield new algorithm my_method
expect 0 clean levelfield new problem my_problem
for folder in heavy_ball huber my_method my_problem; do
  expect 0 clean cmake -S "$folder" -B "$folder/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" \
    -DCMAKE_C_FLAGS=-Werror
  expect 0 clean cmake --build "$folder/build"
  expect 0 clean ctest --test-dir "$folder/build" --output-on-failure --no-tests=error
done

# A method of each view, as its README.md says it is tried beside two others, with less of a budget.
for view in composition constrained group_minimax saddle bilevel; do
  expect 0 clean levelfield new algorithm "my_$view" --view "$view"
  expect 0 clean cmake -S "my_$view" -B "my_$view/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" \
    -DCMAKE_C_FLAGS=-Werror
  expect 0 clean cmake --build "my_$view/build"
  expect 0 clean ctest --test-dir "my_$view/build" --output-on-failure --no-tests=error
  read -ra words < <(sed -n 's/^levelfield run \(.*\)--budget .*/\1/p' "my_$view/README.md")
  (cd "my_$view" && clean levelfield run "${words[@]}" --budget 200 --quiet --json) >"$scratch/out"
  jq -e '[.runs[] | select(.status == "done") | .algorithm] | length == 3 and index($name) != null' \
    --arg name "my_$view" "$scratch/out" >/dev/null || fail "$view: not three methods that finished"
done

# The same through pkg-config.
pc=$(dirname "$(find "$scratch/prefix" -name levelfield.pc)")
mkdir pc
read -ra flags < <(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs levelfield)
expect 0 cc -std=c17 -O2 -shared -fPIC -o pc/heavy_ball.so heavy_ball/heavy_ball.c "${flags[@]}"

# Our own curve among the others, under the installed program.
run=(clean levelfield run --problem huber --algorithm heavy_ball --algorithm sgd --algorithm adagrad
  --budget 2e4:grads --seeds 0-1 --quiet --plugin huber/build/huber.so)
expect 0 "${run[@]}" --plugin heavy_ball/build/heavy_ball.so --json
jq -e '.runs | length == 6 and all(.status == "done")' "$scratch/out" >/dev/null || fail "not six runs"
jq -r '.runs[].trace_sha256' "$scratch/out" >"$scratch/cmake"
expect 0 clean levelfield report levelfield-out/run
grep -q heavy_ball levelfield-out/run/report.md || fail "the report does not show the method"
expect 0 "${run[@]}" --plugin pc/heavy_ball.so --json --out again
jq -r '.runs[].trace_sha256' "$scratch/out" | diff "$scratch/cmake" - ||
  fail "the plugins built in two ways differ"
