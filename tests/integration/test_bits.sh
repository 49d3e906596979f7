#!/usr/bin/env bash
# --bits: part of a run's key, recorded, replayed as it was, and named where two modes meet.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
unset LEVELFIELD_BITS LEVELFIELD_KERNELS

run=("$levelfield" run -p auc -a sgd -b 40:steps)
expect 0 "${run[@]}" --out portable --json
jq -e '.runs[0].code == null' out >/dev/null || fail "a portable run has no code"
expect 0 "${run[@]}" --out portable --json
if grep -q started err; then fail 'the run is not found again'; fi
expect 0 "${run[@]}" --out portable --json --bits fast # another run, never taken for the first
grep -q started err || fail 'a run is taken for one with other bits'
jq -e '.runs[0].code == "fast"' out >/dev/null || fail "a fast run says so"
expect 0 env LEVELFIELD_BITS=fast "${run[@]}" --out fast --json
jq -e '.runs[0].code == "fast"' out >/dev/null || fail "the environment is not heard"
expect 0 env LEVELFIELD_BITS=fast "${run[@]}" --out again --bits portable # the option wins

expect 1 "$levelfield" compare fast again
prints '1 of the different are portable on one side and fast on the other'
expect 0 "$levelfield" verify fast --replay 1
prints 'identical'
expect 0 "$levelfield" verify portable --replay 2
prints '2 of 2 runs made again, bit for bit'
expect 0 "$levelfield" run -p auc -a sgd -b 40:steps --audit --bits fast --out audited
expect 1 "$levelfield" compare audited again
prints 'portable on one side'

expect 2 "${run[@]}" --bits quick
says 'expected portable.fast'
expect 2 env LEVELFIELD_BITS=quick "${run[@]}"
says "LEVELFIELD_BITS is 'quick'; it can be portable or fast"
expect 0 "$levelfield" doctor
prints 'bits of runs *portable, by'

# A baseline of one mode, checked in the other.
expect 0 "$levelfield" track record --results fast --out fast.txt
expect 0 "$levelfield" track record --results again --out portable.txt
grep -qx 'cpu portable' portable.txt || fail "a portable baseline is of no CPU"
expect 0 "$levelfield" track check fast.txt --results again
prints 'recorded with the bits of .*, checked with those of portable: traces need not be identical'
