#!/usr/bin/env bash
# Limits of the shell (ulimit), closed descriptors, an environment with nothing in it, a gnuplot that
# fails: one line each, nothing half written, and the same command goes on when there is room again.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

run=("$levelfield" run -p dp_scad -a ssg -b 2000 --checkpoints 200 --seeds 0-3 --quiet)
expect 0 "${run[@]}" --out fine

# under LIMIT COMMAND...: within that ulimit, and not for ever. dash has no -u, bash has all.
under() {
  local limit=$1
  shift
  timeout 60 bash -c "ulimit $limit && exec \"\$@\"" bash "$@"
}

# Where OpenBLAS has no room to work in it would ask for it without end, and so would its threads, for which
# a process waits as it ends: also one that needs nothing of OpenBLAS.
for kilobytes in 180000 200000 250000; do
  expect 3 under "-v $kilobytes" "${run[@]}" --out none
  says 'OpenBLAS needs 128 MiB of address space .*ulimit -v'
  expect 0 under "-v $kilobytes" "$levelfield" --version
done
[ ! -e none ] || fail "a run that was refused left a store"

# A file-size limit is a full disk. The output of the command itself goes through pipes.
for kilobytes in 1 8 31 33 64 100 250; do
  expect 3 under "-f $kilobytes" "${run[@]}" --checkpoint 0.001 --out "out$kilobytes"
  says "results\\.sqlite: the file may not grow \\(ulimit -f\\)"
  expect 0 "${run[@]}" --out "out$kilobytes"
  expect 0 "$levelfield" compare fine "out$kilobytes"
done

# same_or_none DIR FILE...: each file that is there is whole.
expect 0 "$levelfield" report fine
expect 0 "$levelfield" export fine --output trace.csv
cp -r fine whole
for kilobytes in 8 32 64 100 200 400; do
  for command in plot report; do
    rm -rf fine/plots fine/report.*
    under "-f $kilobytes" "$levelfield" $command fine >out 2>err && continue
    [ "$(wc -l <err)" -eq 1 ] || { cat err >&2; fail "not one line of error"; }
    for file in fine/plots/*.*; do
      [ ! -e "$file" ] || cmp "$file" "whole/plots/${file##*/}"
    done
  done
  rm -f small.csv
  expect 3 under "-f $kilobytes" "$levelfield" export fine --output small.csv
  [ ! -e small.csv ] || fail "half of an export"
done

# Too few descriptors or processes: said in one line, whichever call fails first.
for files in 7 9 12; do
  expect 3 under "-n $files" "${run[@]}" --out few
  says 'Too many open files'
done
# With a few more the runs are made: no method is blamed for what its process lacks.
for files in {13..18}; do
  code=0
  under "-n $files" "${run[@]}" --out few --force >out 2>err || code=$?
  [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || { cat out err >&2; fail "-n $files: exit code $code"; }
done
expect 0 "${run[@]}" --out few
expect 0 "$levelfield" compare fine few

# What is closed is no file of ours: what would be printed goes nowhere, and not into a store.
expect 0 bash -c '"$@" <&-' bash "${run[@]}" --out shut0
expect 3 bash -c '"$@" >&-' bash "${run[@]}" --out shut1
says 'standard output could not be written'
expect 3 bash -c '"$@" <&- >&- 2>&-' bash "${run[@]}" --out shut
expect 3 bash -c '"$@" <&- >&- 2>&-' bash "$levelfield" report shut
for folder in shut0 shut1 shut; do
  expect 0 "$levelfield" compare fine $folder
done
[ -s shut/report.html ] || fail "no report without descriptors"

expect 0 env -i "${run[@]}" --out bare
expect 0 env TMPDIR=/nowhere HOME=/nowhere XDG_CACHE_HOME=/nowhere "${run[@]}" --out nowhere
expect 0 "$levelfield" compare bare nowhere

# A gnuplot that fails costs the figures, not the report.
mkdir bin
printf '#!/bin/sh\ncat >/dev/null\necho "line 1: no such thing" >&2\nexit 1\n' >bin/gnuplot
chmod +x bin/gnuplot
rm -rf fine/plots fine/report.*
PATH=$scratch/bin:$PATH expect 3 "$levelfield" report fine
says 'gnuplot could not draw .*no such thing; the report is there, without'
grep -q 'No figure' fine/report.html || fail "the report does not say what is missing"
