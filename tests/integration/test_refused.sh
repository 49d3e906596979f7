#!/usr/bin/env bash
# A plugin that cannot be used: one line that says why and, where there is something to mend, how. No
# run is begun and nothing is written.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

plugins=$LF_TEST_BUILD/plugins
# refuses CODE FILE WHY: the command with that plugin, which would be fine without.
refuses() {
  expect "$1" "$levelfield" run --plugin "$plugins/toy.so" --plugin "$2" -p toy -a sgd -b 10
  says "$3"
  says "plugin $2: "
  [ ! -e levelfield-out ] || fail "an output folder, although nothing can be run"
}
expect 0 "$levelfield" run --plugin "$plugins/toy.so" -p toy -a sgd -b 10 --out fine -q

refuses 3 "$plugins/older_abi.so" 'built for interface [0-9]+, but this is interface [0-9]+: compile it again'
refuses 3 "$plugins/wrong_abi.so" 'built for interface [0-9]+, but this is interface [0-9]+: compile it again'
refuses 3 "$plugins/no_symbol.so" 'defines neither lf_algorithm_no_symbol nor lf_problem_no_symbol'
refuses 2 "$plugins/clashing_name.so" "its name is 'fail', but its file and symbol say 'clashing_name'"
refuses 2 "$plugins/ssg.so" "the name 'ssg' is taken by another algorithm"
refuses 2 "$plugins/broken_table.so" "parameter 'b' is at byte 8"
refuses 3 "$plugins/wants_inside.so" 'undefined symbol: lf_oracle_meter'

mkdir other
cp "$plugins/toy.so" other/toy.so
refuses 2 other/toy.so "the name 'toy' is taken by another problem"

# Files that are no shared objects, or none of ours.
echo 'int main(void) { return 0; }' >text.so
refuses 3 text.so 'invalid ELF header|file too short'
: >empty.so
refuses 3 empty.so 'file too short'
head -c 9000 "$plugins/toy.so" >torn.so
refuses 3 torn.so 'the file is cut short: copy or build it again'
refuses 3 ./missing.so 'No such file or directory'
mkdir folder.so
refuses 3 folder.so 'directory'
cp "$plugins/toy.so" toy.txt
refuses 2 toy.txt 'the file must be called NAME.so'
