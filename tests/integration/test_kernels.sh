#!/usr/bin/env bash
# Whole runs have one trace on every build of the portable kernels that this processor runs, and dense models
# another one in fast mode, so that the switch is known to be one.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# runs OUT: methods whose products are of every kind
runs() {
  local i=0
  while read -r problem method budget; do
    expect 0 "$levelfield" run -p "$problem" -a "$method" -b "$budget" --seeds 0-1 -q --out "$1-$((i += 1))"
  done <<'END'
cvar_dro:r=0.4 sonx 20:steps
group_dro:data=synthetic_small aleg 20:steps
auc:model=mlp sgd 20:steps
auc:model=mlp,precision=float32 sgd 20:steps
bilevel_quadratic svrb:form=dense 20:steps
neyman_pearson 3secon:mode=deterministic 3:steps
END
}

runs own
for kernels in $(builds); do
  LEVELFIELD_KERNELS=$kernels runs $kernels
  for i in 1 2 3 4 5 6; do
    expect 0 "$levelfield" compare own-$i $kernels-$i
    prints '^2 identical, 0 different'
  done
done
LEVELFIELD_BITS=fast runs fast
"$levelfield" compare own-3 fast-3 >out && fail "fast mode has the traces of portable mode"
grep -q '^0 identical' out || fail "fast mode has a trace of portable mode"
expect 2 env LEVELFIELD_BITS=quick "$levelfield" list
says 'LEVELFIELD_BITS is .quick.; it can be portable or fast'
expect 2 env LEVELFIELD_KERNELS=avx3 "$levelfield" list
says 'LEVELFIELD_KERNELS is .avx3.; it can be avx512, avx2 or plain, of which this processor runs no wider than [a-z0-9]*$'
OPENBLAS_CORETYPE=Bogus expect 0 "$levelfield" run -p cvar_dro -a sonx -b 1:steps -q # no part of it is in portable bits
OPENBLAS_CORETYPE=Bogus expect 2 "$levelfield" run -p cvar_dro -a sonx -b 1:steps -q --bits fast
says "OPENBLAS_CORETYPE 'Bogus': this OpenBLAS has no such type, or this CPU cannot run it"

# Compiled for one processor as a whole, as by CFLAGS=-march=native, each build of them is still itself.
for kernels in plain avx2 avx512; do
  [ "$(uname -m)" = x86_64 ] || break
  cc -std=c17 -D_GNU_SOURCE -march=skylake-avx512 -I"$LF_TEST_SOURCE" -I"$LF_TEST_SOURCE/include" -c -o "$kernels.o" \
    "$LF_TEST_SOURCE/numeric/dense_$kernels.c"
  nm --defined-only "$kernels.o" | grep -q " lf_dense_$kernels\$" || fail "the $kernels kernels are called something else"
done

# Options by which a compiler may change numbers are refused by the build.
for option in -O2 -Ofast -ffast-math -fassociative-math\ -fno-signed-zeros\ -fno-trapping-math -ffinite-math-only; do
  # shellcheck disable=SC2086 # words of its own
  if cc -std=c17 -D_GNU_SOURCE $option -I"$LF_TEST_SOURCE" -I"$LF_TEST_SOURCE/include" -fsyntax-only \
    "$LF_TEST_SOURCE/numeric/bits.c" 2>err; then
    [ "$option" = -O2 ] || fail "it builds with $option"
  else
    grep -q 'these compiler options change numbers' err || { cat err >&2; fail "no reason is given for $option"; }
  fi
done

# A processor that is older than the kernels which OpenBLAS was told to use: a line, and no illegal instruction.
command -v qemu-x86_64 >/dev/null || skip "qemu-x86_64 is not installed: scripts/setup.sh test"
old() { env OPENBLAS_CORETYPE="$1" OPENBLAS_NUM_THREADS=1 qemu-x86_64 -cpu Nehalem "$levelfield" "${@:2}"; }
expect 3 old Haswell run -p auc -a sgd -b 20:steps --out old
says "OpenBLAS was told to use its kernels for Haswell, and this processor has no AVX2: unset OPENBLAS_CORETYPE"
[ ! -e old ] || fail "a folder was made for runs that cannot be"
expect 2 env LEVELFIELD_KERNELS=avx2 qemu-x86_64 -cpu Nehalem "$levelfield" list
says "LEVELFIELD_KERNELS is 'avx2'; .* no wider than plain"
expect 0 old Nehalem run -p auc -a sgd -b 20:steps --out old
