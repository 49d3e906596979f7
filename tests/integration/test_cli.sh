#!/usr/bin/env bash
# The command line itself: help, version, exit codes, suggestions, one line for each mistake.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# Orientation, version, help.
expect 0 "$levelfield"
prints 'Three commands to try'
expect 0 "$levelfield" --version
prints '^levelfield [0-9]+\.[0-9]+\.[0-9]+ \('
expect 0 "$levelfield" --help
prints 'Usage: levelfield COMMAND'
sed -n 's/^  \([a-z]\+\( [a-z]\+\)\?\)  .*/\1/p' out >commands
[ "$(wc -l <commands)" -ge 14 ] || fail "the help lists too few commands"
while read -r command; do
  # shellcheck disable=SC2086 # two words are two arguments
  expect 0 "$levelfield" $command --help
  prints '^Usage: levelfield '"$command"
  prints '^Examples:'
  prints '^  levelfield '"$command"
done <commands
expect 0 "$levelfield" data --help
prints 'data fetch'

# Mistakes in words and options.
expect 2 "$levelfield" reprodce
says "did you mean 'reproduce'\?"
expect 2 "$levelfield" data fech
says "did you mean 'data fetch'\?"
expect 2 "$levelfield" frobnicate
says 'unknown command'
expect 2 "$levelfield" run --budgte 10
says 'did you mean --budget\?'
expect 2 "$levelfield" run --method sgd
says 'run: unknown option --method; did you mean --algorithm\?'
expect 2 "$levelfield" reproduce demo --algorithm=sgd
says 'reproduce: unknown option --algorithm; did you mean --method\?'
expect 2 "$levelfield" run --output x
says 'did you mean --out\?'
expect 2 "$levelfield" run --budget
says 'needs a value'
expect 2 "$levelfield" run --json=yes
says 'takes no value'
expect 2 "$levelfield" run -Z
says 'unknown option -Z'
expect 2 "$levelfield" run --spacing odd
says 'expected even\|log'
expect 2 "$levelfield" run -j 0
says 'whole number from 1'
expect 2 "$levelfield" run --checkpoints 1e14
says 'whole number from 1'
expect 2 "$levelfield" run --out=
says 'expected DIR'
for size in 2X 2; do # nobody means two bytes
  expect 2 "$levelfield" run --memory $size
  says "'$size': expected a size from 1M on, such as 512M or 2G"
done
for time in -3 1e308h 0x10 nan; do
  expect 2 "$levelfield" run --timeout "$time"
  says 'time above 0'
done
expect 2 "$levelfield" show
says 'a word is missing: levelfield show NAME'
expect 2 "$levelfield" compare one ''
says 'compare: word 2 is empty: levelfield compare DIR_A DIR_B'
expect 3 "$levelfield" checklist .
says '.: a folder; levelfield publish makes an archive of it'
expect 2 "$levelfield" plot a b
says "'b' is one word too many"
expect 2 "$levelfield" list algorithm
says "did you mean 'algorithms'\?"
expect 2 "$levelfield" reproduce dmeo
says "did you mean 'demo'\?"
expect 2 "$levelfield" show ssgg
says "did you mean 'ssg'\?"
expect 2 "$levelfield" show run
says "show: 'run' is a command: levelfield run --help$"
expect 2 "$levelfield" show rux
says "show: no 'rux' \(levelfield list names everything\)$"

# Listing and showing.
expect 0 "$levelfield" list
for kind in algorithms problems datasets experiments; do prints "^$kind \("; done
expect 0 "$levelfield" list --json
jq -e '.algorithms | length >= 5' out >/dev/null || fail "list --json"
jq -e '[.algorithms[].average] | all(type == "boolean")' out >/dev/null || fail "averages in list --json"
cp out list.json
# Parameters and metrics for programs are those that `show` has for people.
jq -c '.algorithms[] | select(.name == "al_svre").parameters[] | select(.name == "beta" or .name == "sampling" or .name == "T_in") | del(.doc)' list.json >parameters
diff - parameters <<'JSON' || fail "parameters in list --json"
{"name":"beta","kind":"real","default":0.01,"least":0,"most":1000000000000,"automatic":-1}
{"name":"T_in","kind":"count","default":0,"least":0,"most":1000000000000}
{"name":"sampling","kind":"choice","default":"importance","words":["importance","uniform"]}
JSON
for name in sonx auc group_dro; do
  expect 0 "$levelfield" show $name
  jq -r ".algorithms[], .problems[] | select(.name == \"$name\") | .parameters[].name, .metrics[]?.name" list.json >names
  awk '/^  (parameter|metric) /{on = 1; next} /^$/{on = 0} on && /^  [^ ]/{print $1}' out | diff - names || fail "list --json and show $name"
done
jq -r '.algorithms[] | [.name, .average] | @tsv' list.json >averages
jq -r '.algorithms[].name, .problems[].name, .datasets[].name, .experiments[].name' list.json >everything
while read -r name; do
  expect 0 "$levelfield" show "$name"
  prints "^$name:"
done <everything
while read -r name average; do
  expect 0 "$levelfield" show "$name"
  [ "$(grep -c 'METRIC.avg' out)" = "$([ "$average" = true ] && echo 1 || echo 0)" ] ||
    fail "show $name does not say whether it keeps an average"
done <averages
expect 0 "$levelfield" show today/composition
prints '^tie: +A difference in F of less than 1% of what the other method gained'
expect 0 "$levelfield" show ssg
prints 'parameter +default'
expect 0 "$levelfield" show a9a
prints 'licence:'

# The environment.
expect 0 "$levelfield" doctor
prints 'gnuplot'
mkdir clients
printf '#!/bin/sh\nexit 1\n' >clients/squeue
cp clients/squeue clients/sbatch
cp clients/squeue clients/python3
chmod +x clients/*
expect 0 env PATH="$PWD/clients:$PATH" "$levelfield" doctor
prints '^none +Slurm +found, but squeue does not answer here$'
prints "^none +Python +optional: $PWD/clients/python3 has no NumPy; apt-get install python3-numpy, of /usr/bin/python3, for methods in Python$"
printf '#!/bin/sh\n' >clients/squeue
expect 0 env PATH="$PWD/clients:$PATH" "$levelfield" doctor
prints '^ok +Slurm '
expect 1 env PATH=/nonexistent "$levelfield" doctor
prints 'MISSING +gnuplot'
expect 1 env HOME= XDG_CACHE_HOME= "$levelfield" doctor
prints 'MISSING +cache folder'

# A pinned CPU type is used, and one that does not exist is refused.
core=$("$levelfield" doctor | sed -n 's/^ok *OpenBLAS kernels *//p')
expect 0 "$levelfield" run -p dp_scad -a ssg -b 20 --blas-core "$core" --out pinned
expect 2 "$levelfield" run -p dp_scad -a ssg -b 20 --blas-core NoSuchCore --out pinned
says 'no such type'
expect 2 "$levelfield" run -p dp_scad -a ssg -b 20 --bits portable --blas-core "$core" --out pinned
says '^levelfield: --blas-core is for --bits fast: '

# What says something to Slurm alone is a slip anywhere else.
for option in --task-runs=1 --tasks=1 --attempts=3 --sbatch=--time=5 --no-wait; do
  expect 2 "$levelfield" run -p dp_scad -a ssg -b 20 "$option" --out lonely
  word=${option#--}
  says "^levelfield: --${word%%=*} is for --engine slurm$"
done

# No thread of OpenBLAS waits beside a run, wherever the environment leaves that open.
has_children() { [ -n "$(children "$1")" ]; }
env -u OPENBLAS_NUM_THREADS "$levelfield" run -q -p dp_scad -a ssg -b 1000000000 --out long 2>/dev/null &
until_true 20 has_children $! || fail "no run was started"
for child in $(children $!); do
  grep -qE '^Threads:\s*1$' "/proc/$child/status" || fail "a run has idle threads"
done
kill $!
wait $! || true

# Output that cannot be written is no success.
expect 3 sh -c "'$levelfield' --version >/dev/full"
