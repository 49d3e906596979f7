#!/usr/bin/env bash
# Runs of a plugin that was edited and built again, or a library that it brings, are repeated; those of
# the same build, and of what is linked in, are not.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# build NAME [WORDS]: the example of that name, as it is or with WORDS in front of its source.
build() {
  sed "s/\\.source = \"/&${2:-}/" "$LF_TEST_SOURCE/examples/$1/$1.c" >"$1.c"
  cc -std=c17 -O1 -shared -fPIC -I"$LF_TEST_SOURCE/include" -o "$1.so" "$1.c" "${linked[@]}"
}
linked=() # options that link it to libraries
# library NAME NUMBER [OPTION...]: libNAME.so, in which NUMBER is; the options link it to others.
library() {
  echo "double $1_value(void); double $1_value(void) { return $2; }" >"$1.c"
  cc -std=c17 -O1 -shared -fPIC -o "lib$1.so" "$1.c" "${@:3}"
}
# repeated N FOLDER: two methods on two problems, one of each a plugin's; N of the runs are new.
repeated() {
  local before after
  before=$(stored "$2")
  expect 0 "$levelfield" run -q --json --plugin ./heavy_ball.so --plugin ./huber.so -p huber -p auc \
    -a heavy_ball -a sgd -b 20 --checkpoints 1 --out "$2"
  jq -e '.runs | length == 4 and all(.status == "done")' "$scratch/out" >/dev/null || fail "not four runs"
  cp "$scratch/out" "$2.json"
  after=$(stored "$2")
  [ "$((after - before))" -eq "$1" ] || fail "$((after - before)) new runs, not $1"
}
# stored FOLDER: how many runs it holds.
stored() {
  [ -e "$1" ] || { echo 0; return; }
  "$levelfield" export "$1" --format jsonl | wc -l
}

build heavy_ball
build huber
repeated 4 out-dir
repeated 0 out-dir

# The method, on both problems.
build heavy_ball 'edited: '
repeated 2 out-dir
repeated 0 out-dir

# The problem, with both methods. The JSON object says which builds it shows.
build huber 'edited: '
repeated 2 out-dir
for plugin in heavy_ball huber; do
  hash=$(sha256sum "$plugin.so" | cut -c 1-12)
  [ "$(jq --arg code "$plugin@$hash" '[.runs[] | select(.code // "" | contains($code))] | length' \
    out-dir.json)" -eq 2 ] || fail "not two runs of $plugin@$hash"
done
[ "$(jq '[.runs[] | select(.code == null)] | length' out-dir.json)" -eq 1 ] ||
  fail "not one run of the tree"

# The build before comes back: only what was never run with it is new.
build huber
repeated 0 out-dir

# To `compare` the same code of another build is the same.
build heavy_ball 'edited again: '
repeated 4 other
expect 1 "$levelfield" compare other out-dir
prints '^4 identical, 0 different, 0 only in the first, 4 only in the second$'

# A library beside the plugin is code of it, also one that such a library needs; the folder that they
# are in is not.
beside=(-Wl,--no-as-needed -L. "-Wl,-rpath,\$ORIGIN")
library deep 1
library common 1 "${beside[@]}" -ldeep
linked=("${beside[@]}" -lcommon)
build heavy_ball
repeated 2 out-dir
repeated 0 out-dir
library common 2 "${beside[@]}" -ldeep
repeated 2 out-dir
library deep 2
repeated 2 out-dir
mkdir moved
mv heavy_ball.so huber.so lib*.so moved
cd moved
repeated 0 ../out-dir
