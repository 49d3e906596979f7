#!/usr/bin/env bash
# The same bits on every machine: the table of hashes (scripts/bits.sh) is that of tests/baselines/hashes.tsv, by each build
# of the kernels; another order of sums is noticed, and so is one constant that is off in its last bit.
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
for kernels in avx2 plain; do # what the CPU cannot run falls back on what it can
  [ "$(LEVELFIELD_KERNELS=$kernels differing "$levelfield")" -eq 0 ] || fail "the $kernels kernels have other bits"
done
[ "$(differing env LEVELFIELD_BITS=fast "$levelfield")" -gt 0 ] || fail "fast kernels in another order are not noticed"

# The upper part of ln 2, off by the last bit that it has, wherever it stands in the library.
library=$(ldd "$levelfield" | awk '/liblevelfield/ { print $3 }')
python3 - "$library" liblevelfield.so <<'EOF'
import struct, sys
code = open(sys.argv[1], "rb").read()
ln2, off = (struct.pack("<d", float.fromhex(text)) for text in ("0x1.62e42fefa3800p-1", "0x1.62e42fefa3801p-1"))
assert ln2 in code
open(sys.argv[2], "wb").write(code.replace(ln2, off))
EOF
[ "$(differing env LD_PRELOAD="$scratch/liblevelfield.so" "$levelfield")" -gt 0 ] || fail "another rounding is not noticed"
