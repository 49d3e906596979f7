#!/usr/bin/env bash
# No version of a LF_WIDE function calls one of ours for single numbers: such a call keeps its loop from
# becoming vector instructions. GCC leaves it in by itself, and nothing but the time tells.
set -euo pipefail

library=$LF_TEST_BUILD/liblevelfield.so
command -v objdump >/dev/null || { echo "skipped: objdump is not installed (apt-get install binutils)"; exit 77; }

# foreign LIBRARY: "VERSION called FUNCTION" for each such call. Sums of blocks are asked for once a block.
foreign() {
  objdump -d --no-show-raw-insn "$1" | awk '
    /^[0-9a-f]+ <.*>:$/ { name = substr($2, 2, length($2) - 3); wide = name ~ /\.(avx2|avx512f)$/; seen += wide }
    wide && $2 ~ /^(call|jmp)/ && $NF ~ /^<[^+>]+>$/ {
      called = substr($NF, 2, length($NF) - 2)
      if (called != name && called !~ /@plt$/ && called != "lf_block_sum") print name " called " called
    }
    END { if (!seen) print "none" }'
}

found=$(foreign "$library" | sort -u)
[ "$found" != none ] || { echo "skipped: a build without versions for wider registers"; exit 77; }
[ -z "$found" ] || { echo "$found"; echo "declare what is called always_inline"; exit 1; }
