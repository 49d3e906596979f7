#!/usr/bin/env bash
# How reading a table and planning runs grow: benchmarks/scale.sh LEVELFIELD [ROWS...] prints the tables of
# docs/scale.md. Each table is a click log of so many rows as LIBSVM text, 357 bytes a row, read twice: the
# second time it is known. It takes 0.6 kB of disk a row; the fake sbatch answers and starts nothing.
set -euo pipefail

levelfield=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- 10000 100000 1000000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache PATH=$work:$PATH
cd "$work"

# timed FORMAT COMMAND...: what GNU time says of it, in that format.
timed() { /usr/bin/time -o time -f "$1" "${@:2}" >/dev/null 2>said || { cat said >&2; return 1; }; cat time; }

echo "| rows | text | read: wall, CPU, memory | again |"
for rows; do
  "$levelfield" data export "click:rows=$rows+buckets=1000000" c.libsvm
  rm -rf cache
  echo "features: c.libsvm" >c.yaml
  sleep 1.1 # what changed within the last second is not known by its stamp
  size=$(($(stat -c %s c.libsvm) / 1000000))
  read=$(timed '%e s, %U + %S s, %M kB' "$levelfield" show c.yaml)
  again=$(timed '%e s, %M kB' "$levelfield" show c.yaml)
  echo "| $rows | $size MB | $read | $again |"
  rm -rf cache c.libsvm
done

printf '#!/bin/sh\necho 1\n' >sbatch
printf '#!/bin/sh\n' >squeue
printf '#!/bin/sh\necho "MaxArraySize = 1001"\n' >scontrol
chmod +x sbatch squeue scontrol
echo "| runs | planned: CPU, memory | a plan |"
for runs in 1000 10000 100000; do
  took=$(timed '%U + %S s, %M kB' "$levelfield" run -p auc:data=synthetic_small -a sgd -b 20:steps \
    --seeds "0-$((runs - 1))" --engine slurm --task-runs 100 --no-wait -q --out "out$runs")
  echo "| $runs | $took | $(du -b --apparent-size out"$runs"/slurm/*/plan.json | sort -n | tail -1 | cut -f1) bytes |"
done
