#!/usr/bin/env bash
# Slurm's commands, played by scripts: an answer that is none is told at once, and no run is made twice
# because of it.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

mkdir bin
# plays NAME SCRIPT: that command of Slurm.
plays() { printf '#!/bin/bash\n%s\n' "$2" >"bin/$1" && chmod +x "bin/$1"; }
submit=("$levelfield" run -p dp_scad -a ssg -b 100 -s 0-1 --no-table -q --engine slurm --out queue)
plays scontrol 'echo "MaxArraySize = 1001"'
plays squeue :

# No commands of Slurm at all.
expect 3 env PATH=/nowhere "${submit[@]}" --no-wait
says 'sbatch is not installed; --engine slurm needs Slurm.s commands .slurm-client.$'

export PATH=$scratch/bin:$PATH
# answered TEXT SAID: sbatch ends well, and says this.
answered() {
  plays sbatch "printf -- '$1'"
  expect 3 "${submit[@]}" --no-wait
  says "Slurm refuses the job: sbatch answered '$2', expected the number of a job"
  [ ! -e queue/slurm ] || fail "a plan is left that nobody carries out"
}
answered '12 13\n' '12 13'
answered '12\n13\n' '12'
answered '99999999999999999999\n' '99999999999999999999'
answered '4294967296\n' '4294967296'
answered '0\n' '0'
answered '-5\n' '-5'
answered 'Submitted\n' 'Submitted'
answered '' ''
plays sbatch 'exit 1'
expect 3 "${submit[@]}" --no-wait
says 'Slurm refuses the job: sbatch failed without a word .exit code 1.$'

# An answer that came to nothing, but the queue has the job: nothing is submitted twice.
plays sbatch 'for word; do case $word in --job-name=*) echo "${word#*=}" >name; esac; done; echo 12 13'
plays squeue 'echo "$(<name)|12|0|RUNNING|None"'
expect 0 "${submit[@]}" --no-wait
grep -q '2 runs are with Slurm' err || fail "the job is not found in the queue"

# What squeue prints and is no task is no answer, whereas a job of the array as a whole is no task.
plays squeue 'echo "slurm is being updated"'
expect 3 "${submit[@]}"
says "squeue printed 'slurm is being updated', expected NAME.JOB.INDEX.STATE.REASON"
plays squeue 'echo "$(<name)|12|N/A|RUNNING|None"; echo "$(<name)|12|0|RUNNING|None"'
expect 0 "${submit[@]}" --no-wait
