#!/usr/bin/env bash
# levelfield suite: every view's file is whole, a method of one's own meets the others, and what an archive has of the
# runs is not made again.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
unset LEVELFIELD_DATA # generated sets alone: the others are left out, and said to be

expect 2 "$levelfield" suite nothing
says "'nothing' is no view; expected one of plain\|composition\|constrained\|group_minimax\|saddle\|bilevel"

# Each suite's file stands by itself: 6 to 12 problems, every method of its view, equal points, three scales.
for view in plain composition constrained group_minimax saddle bilevel; do
  file=$LF_TEST_SOURCE/suites/$view.yaml
  n=$(grep -c ' problem: "' "$file")
  [ "$n" -ge 6 ] && [ "$n" -le 12 ] || fail "$view: $n problems"
  expect 0 "$levelfield" list algorithms --json
  for method in $(jq -r ".algorithms[] | select(.view == \"$view\") | .name" out); do
    # Problems of their own: two, one after the other, and components that share their rows.
    [ "$method" != mero ] && [ "$method" != soap ] || continue
    grep -q "algorithm: $method}" "$file" || fail "$view: $method is missing"
  done
  [ "$(grep -cE '^- \{name: (small|medium|large),' "$file")" = 3 ] || fail "$view: not three scales"
done

# The real one, as far as its data is generated.
cc -O2 -shared -fPIC -I"$LF_TEST_SOURCE/include" -o heavy_ball.so "$LF_TEST_SOURCE/examples/heavy_ball/heavy_ball.c"
expect 0 "$levelfield" suite plain --plugin heavy_ball.so -q -j 2 --out mine
grep -q 'a1a is left out: ' err || fail "a1a is not said to be left out"
prints '^heavy_ball ends with a lower ce than SGD;.* on .*two'
prints '; choice on an edge on small'
if grep -q '(null)' out; then fail "an outcome without a word"; fi
prints '^mine/report.html$'
expect 3 "$levelfield" publish mine --out mine.lfz
says 'runs are of the plugin heavy_ball@.*: name its sources with --source FILE'
expect 0 "$levelfield" publish mine --out mine.lfz --plugin heavy_ball.so \
  --source "$LF_TEST_SOURCE/examples/heavy_ball/heavy_ball.c"

# The others' runs are taken from the archive, and are what is made here.
expect 0 "$levelfield" suite plain -q -j 2 --out theirs --with mine.lfz
prints '^mine.lfz: [1-9][0-9]* runs are taken from it$'
expect 0 "$levelfield" suite plain -q -j 2 --out again --with mine.lfz --baselines rerun
prints '^mine.lfz: [1-9][0-9]* runs made again are the same, bit for bit; 0 differ$'
expect 0 env LEVELFIELD_BITS=fast "$levelfield" suite plain -q -j 2 --out fast --with mine.lfz
prints '^mine.lfz: [1-9][0-9]* of its runs are of other bits: no pairs'

# A step size at the end of its range is tuned within it, with as many points as the others.
sed -e 's/heavy_ball/light_ball/g' -e 's/eta, 0.01, 0, 1e6/eta, 1, 0.5, 1/' \
  "$LF_TEST_SOURCE/examples/heavy_ball/heavy_ball.c" >light_ball.c
cc -O2 -shared -fPIC -I"$LF_TEST_SOURCE/include" -o light_ball.so light_ball.c
expect 0 "$levelfield" suite plain --plugin light_ball.so -q -j 2 --out edge --with mine.lfz
expect 0 "$levelfield" publish edge --out edge.lfz --plugin light_ball.so --source light_ball.c
expect 0 "$levelfield" checklist edge.lfz
prints 'NeurIPS 6 .*chosen. .* trials: 6 to 6 for each of 18 pairs of method and problem, none for 0 '
