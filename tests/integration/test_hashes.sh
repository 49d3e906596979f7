#!/usr/bin/env bash
# The same bits on every machine: the table of hashes (scripts/bits.sh) is that of tests/baselines/hashes.tsv, by each build
# of the kernels; another order of sums is noticed, and so is a constant of any elementary function that is off in its last bit.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
command -v python3 >/dev/null || skip "python3 is not installed"
want=$LF_TEST_SOURCE/tests/baselines/hashes.tsv
export LEVELFIELD_BITS_CACHE=$scratch/tables LF_LISTS=$levelfield

# differing COMMAND...: how many lines of the table are not those of the file.
differing() {
  "$LF_TEST_SOURCE/scripts/bits.sh" "$@" >made.tsv
  [ "$(wc -l <made.tsv)" -eq "$(wc -l <"$want")" ] || fail "the table has other rows; scripts/bits.sh writes it anew"
  diff "$want" made.tsv | grep -c '^>' || true
}

for problem in $("$levelfield" list problems --json | jq -r '.problems[].name'); do
  grep -qE "^$problem[:[:space:]]" "$want" || fail "the table has no row of problem $problem"
done
[ "$(differing "$levelfield")" -eq 0 ] || { diff "$want" made.tsv; fail "other bits than tests/baselines/hashes.tsv has"; }
for kernels in $(builds | tail -n +2); do # the first is the one of above
  [ "$(LEVELFIELD_KERNELS=$kernels differing "$levelfield")" -eq 0 ] || fail "the $kernels kernels have other bits"
done
[ "$(differing env LEVELFIELD_BITS=fast "$levelfield")" -gt 0 ] || fail "fast kernels in another order are not noticed"

# off CONSTANT: a copy of the library in which it is off by its last bit, wherever it stands.
library=$(ldd "$levelfield" | awk '/liblevelfield/ { print $3 }')
off() {
  python3 - "$library" liblevelfield.so "$1" <<'EOF'
import struct, sys
code, constant = open(sys.argv[1], "rb").read(), struct.pack("<d", float.fromhex(sys.argv[3]))
assert constant in code, sys.argv[3]
open(sys.argv[2], "wb").write(code.replace(constant, bytes([constant[0] ^ 1]) + constant[1:]))
EOF
}
off 0x1.62e42fefa3800p-1 # the upper part of ln 2
[ "$(differing env LD_PRELOAD="$scratch/liblevelfield.so" "$levelfield")" -gt 0 ] || fail "another rounding is not noticed"

# Runs meet few values; a coefficient of a function shows in what it gives at a million arguments.
values=$(dirname "$levelfield")/function_bits
"$values" >right
while read -r constant functions; do
  off "$constant"
  LD_PRELOAD=$scratch/liblevelfield.so "$values" >wrong
  for function in $functions; do
    [ "$(grep -w "$function" wrong)" != "$(grep -w "$function" right)" ] || fail "$function: $constant is off, and nobody notices"
  done
done <<'EOF'
0x1.555555555555cp-3 lf_exp lf_expm1 lf_tanh
0x1.5555555555593p-1 lf_log lf_log1p
0x1.3333333333466p-1 lf_pow
0x1.466bc67758d85p+1 lf_sinpi lf_cospi
EOF
