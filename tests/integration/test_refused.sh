#!/usr/bin/env bash
# A plugin that cannot be used: one line that says why and, where there is something to mend, how. No
# run is begun and nothing is written.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

plugins=$LF_TEST_BUILD/plugins
# refuses FILE WHY: the command with that plugin, which would be fine without.
refuses() {
  expect 3 "$levelfield" run --plugin "$plugins/toy.so" --plugin "$1" -p toy -a sgd -b 10
  says "$2"
  says "plugin $1: "
  [ ! -e levelfield-out ] || fail "an output folder, although nothing can be run"
}
expect 0 "$levelfield" run --plugin "$plugins/toy.so" -p toy -a sgd -b 10 --out fine -q

refuses "$plugins/older_abi.so" 'built for interface [0-9]+, but this is interface [0-9]+: compile it again'
refuses "$plugins/wrong_abi.so" 'built for interface [0-9]+, but this is interface [0-9]+: compile it again'
refuses "$plugins/no_symbol.so" 'defines neither lf_algorithm_no_symbol nor lf_problem_no_symbol'
refuses "$plugins/clashing_name.so" "its name is 'fail', but its file and symbol say 'clashing_name'"
refuses "$plugins/ssg.so" "the name 'ssg' is taken by another algorithm"
refuses "$plugins/broken_table.so" "parameter 'b' is at byte 8"
refuses "$plugins/wants_inside.so" 'undefined symbol: lf_oracle_meter'

mkdir other
cp "$plugins/toy.so" other/toy.so
refuses other/toy.so "the name 'toy' is taken by another problem"

# Files that are no shared objects, or none of ours.
echo 'int main(void) { return 0; }' >text.so
refuses text.so 'invalid ELF header|file too short'
: >empty.so
refuses empty.so 'file too short'
head -c 9000 "$plugins/toy.so" >torn.so
refuses torn.so 'the file is cut short: copy or build it again'
refuses ./missing.so 'No such file or directory'
mkdir folder.so
refuses folder.so 'directory'
cp "$plugins/toy.so" toy.txt
refuses toy.txt 'the file must be called NAME.so'
cp toy.txt toy.py
refuses toy.py 'methods in Python are run by .python3 -m levelfield COMMAND --plugin toy.py.'
cp toy.txt toy.c
refuses toy.c 'a source; build it first'

# Every command that takes plugins refuses them in the same way.
for command in 'run -p auc -a sgd -b 10' 'tune -p auc -a sgd:eta0={1|2} -b 10 --metric ce' \
  'track record aleg/fig1 --out baseline.txt'; do
  read -ra words <<<"$command"
  for file in "$plugins/broken_table.so" text.so ./missing.so; do
    expect 3 "$levelfield" "${words[@]}" --plugin "$file"
    says "plugin $file: "
  done
done
