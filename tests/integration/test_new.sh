#!/usr/bin/env bash
# `levelfield new` writes the examples under another name, and never over anything.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# same KIND EXAMPLE: what is written is that example, word for word but for the name.
same() {
  local file
  expect 0 "$levelfield" new "$1" other_name
  [ "$(cat out)" = other_name ] || fail "the folder is not what is printed"
  cp -r "$LF_TEST_SOURCE/examples/$2" expected
  find expected -type f -exec sed -i "s/$2/other_name/g" {} +
  for file in expected/*"$2"*; do mv "$file" "${file/$2/other_name}"; done
  diff -r expected other_name || fail "new $1 does not write examples/$2"
  expect 3 "$levelfield" new "$1" other_name
  says 'other_name: cannot make this folder: it is there, and nothing is overwritten'
  diff -r expected other_name || fail "new $1 changed a folder that was there"
  rm -r expected other_name
}
same algorithm heavy_ball
same problem huber

# A method of another view: its own file, and heavy_ball's others with words of its own.
for view in composition constrained group_minimax saddle bilevel; do
  expect 0 "$levelfield" new algorithm other_name --view "$view"
  example=$(grep -l "VIEW_${view^^}" "$LF_TEST_SOURCE"/examples/views/*.c)
  sed "s/$(basename "$example" .c)/other_name/g" "$example" | diff - other_name/other_name.c ||
    fail "new algorithm --view $view does not write $example"
  ! grep -rE 'heavy_ball|adagrad|metric ce' other_name || fail "$view: something of heavy_ball is left"
  rm -r other_name
done
expect 2 "$levelfield" new algorithm other_name --view plane
says "--view 'plane': expected plain[|]composition[|]constrained[|]group_minimax[|]saddle[|]bilevel"

expect 0 "$levelfield" new algorithm mine --out deep/down/folder
[ -f deep/down/folder/mine.c ] || fail "--out is not where the folder is"

# Names that cannot become a plugin's.
for name in ../up a-b 1st Caps 'a b' "$(printf 'a%.0s' {1..41})"; do
  expect 2 "$levelfield" new algorithm "$name"
  says 'is no name; expected a lower-case letter'
done
expect 2 "$levelfield" new algorithm ''
says 'word 1 is empty'
expect 2 "$levelfield" new algorithm ssg
says "'ssg' is there already"
expect 2 "$levelfield" new problem dp_scad
says "'dp_scad' is there already"
expect 2 "$levelfield" new algorithm
says 'a word is missing'
expect 2 "$levelfield" new methd x
says "unknown command 'new methd'"

# What cannot be written leaves nothing behind.
mkdir locked
chmod a-w locked
meek=() # root without its right to write anywhere is a user like others
[ "$(id -u)" -ne 0 ] || meek=(setpriv --bounding-set=-dac_override)
expect 3 "${meek[@]}" "$levelfield" new algorithm mine --out locked/mine
says 'Permission denied'
expect 3 "$levelfield" new algorithm mine --out zz/../zz
says 'nothing is overwritten'
expect 3 "$levelfield" new algorithm mine --out "zz/y/$(printf 'a%.0s' {1..300})"
says 'File name too long'
[ ! -e zz ] || fail "a folder is left behind"
touch file
expect 3 "$levelfield" new algorithm mine --out file/mine
says 'file'
