#!/usr/bin/env bash
# bits_matrix.sh: the table of hashes (scripts/bits.sh) and the tree's own baseline on every machine that can be had or
# played here, held against tests/baselines. Writes docs/bits.md; the exit code is 1 if a line differs anywhere. Needs
# build/release, qemu-user, gcc-aarch64-linux-gnu and Debian's archive, from which it takes libraries for ARM into
# build/aarch64. JOBS machines at a time (2); an emulated one takes 10 to 30 minutes of CPU time, others one or two.
# ONLY=REGEX makes the machines of such names; of the others, rows made before stay (build/bits_matrix).
set -euo pipefail
cd "$(dirname "$0")/.."
want=tests/baselines/hashes.tsv program=build/release/levelfield arm=$PWD/build/aarch64 page=docs/bits.md
work=$PWD/build/bits_matrix
unset OPENBLAS_CORETYPE LEVELFIELD_KERNELS LEVELFIELD_BITS # a row sets its own
mkdir -p "$work"

# arm_build: the program for 64-bit ARM, with Debian's packages unpacked into a folder: nothing is installed.
arm_build() {
  local -a apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State="$arm/apt"
    -o Dir::State::lists="$arm/apt/lists" -o Dir::State::status=/dev/null -o Dir::Cache="$arm/apt" -o Debug::NoLocking=1)
  if [ ! -d "$arm/sysroot/usr" ]; then
    mkdir -p "$arm"/{apt/lists/partial,apt/archives/partial,sysroot}
    "${apt[@]}" update
    # what the program links, as scripts/setup.sh names it
    "${apt[@]}" install -y --no-install-recommends --download-only libgomp1 \
      $(grep -oE '[a-z][a-z0-9-]*-dev' scripts/setup.sh | grep -vE '^(dpkg|lib(benchmark|clang-rt|omp|cmocka|mpfr))-')
    for package in "$arm"/apt/archives/*.deb; do dpkg -x "$package" "$arm/sysroot"; done
  fi
  cmake -S . -B "$arm/release" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
    -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64.cmake" -DLF_ARM_ROOT="$arm/sysroot"
  ninja -C "$arm/release" levelfield lf_shared
  aarch64-linux-gnu-gcc -O2 --sysroot="$arm/sysroot" -Iinclude tests/bits/function_bits.c -o "$arm/release/function_bits" \
    -L"$arm/release" -llevelfield -lm -Wl,--allow-shlib-undefined
}

# row PLACE MACHINE COMMAND...: a line of the page, from the table that the command makes, beside those that are being made.
tried=()
row() {
  [[ $2 =~ ${ONLY:-.} ]] || return 0
  tried+=("$work/$1.row")
  while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-2}" ]; do wait -n || true; done
  made "$@" &
}
made() {
  local file=$work/$1 machine=$2 word runs
  shift 2
  rm -f "$file.row"
  scripts/bits.sh "$@" >"$file.tsv" || true
  word="$(wc -l <"$want") identical"
  diff "$want" "$file.tsv" >"$file.diff" || word="$(grep -c '^<' "$file.diff" || true) lines differ"
  runs=$(baseline "$@")
  echo "| $machine | $word | $runs | $(git rev-parse --short=7 HEAD) |" | tee "$file.row" >&2
}

# baseline COMMAND...: what the recorded runs of tests/baselines are, made again: "96 identical".
baseline() {
  local out
  out=$(env -u LEVELFIELD_DATA OPENBLAS_NUM_THREADS=1 "$@" track check tests/baselines/fairness.txt -j 1 --no-confirm 2>&1 || true)
  tail -n 1 <<<"$out" | cut -d ';' -f 1
}

arm_name="64-bit ARM, emulated" libraries=$arm/sysroot/usr/lib/aarch64-linux-gnu
if [[ $arm_name =~ ${ONLY:-.} ]]; then
  arm_build >"$work/arm.log" 2>&1 || { tail -n 20 "$work/arm.log" >&2; exit 1; }
fi
row 90 "$arm_name" qemu-aarch64 -L "$arm/sysroot" \
  -E "LD_LIBRARY_PATH=$libraries:$libraries/openblas-pthread:$arm/release" "$arm/release/levelfield"
n=50
for model in Haswell EPYC-Rome Skylake-Client Nehalem; do
  row $((n++)) "$model, emulated" qemu-x86_64 -cpu "$model" "$program"
done
n=10
row $((n++)) "this one, $(sed -nE 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$program"
for kernels in avx512 avx2 plain; do
  row $((n++)) "its portable kernels for $kernels" env LEVELFIELD_KERNELS=$kernels "$program"
done
for core in Haswell SkylakeX Zen Prescott; do
  row $((n++)) "taken for $core by OpenBLAS" env OPENBLAS_CORETYPE=$core "$program"
done
for mask in -AVX512F -AVX512F,-AVX2 -AVX512F,-AVX2,-FMA; do
  row $((n++)) "glibc without ${mask//-/}" env GLIBC_TUNABLES="glibc.cpu.hwcaps=$mask" "$program"
done
wait
for file in "${tried[@]}"; do
  [ -s "$file" ] || { echo "bits_matrix: no row came of ${file%.row}" >&2; exit 1; }
done

{
  echo '# The same bits on every machine'
  echo
  echo "What [is promised](reliability.md#the-same-bits-on-every-machine), and where it was tried: the $(wc -l <"$want") lines of"
  echo "\`tests/baselines/hashes.tsv\`, every method and every problem, and the runs of \`tests/baselines/fairness.txt\`, as"
  echo "\`levelfield track check\` sees them, made on each of these. Written by \`scripts/bits_matrix.sh\`,"
  echo "$(date +%F), $("$program" --version | sed -E 's/.*\(([^,]*), ([^,]*), .*/\2/')."
  echo 'Nehalem has neither AVX2 nor FMA. Every run of the tests holds the table to its own machine, and to its avx2 and plain'
  echo 'kernels (`integration.hashes`). A row was held to the table of its commit: older ones had fewer lines, and before b483cc6'
  echo 'other roundings of eigenvectors. What all rest on, a digest of each elementary function at a million arguments included,'
  echo 'is held to this machine by the tests.'
  echo
  echo '| machine | its hashes | its baseline | commit |'
  echo '| --- | --- | --- | --- |'
  cat "$work"/*.row
} >"$page"
! tail -n +"$(($(grep -n '^| ---' "$page" | cut -d : -f 1) + 1))" "$page" | grep -vE '(\| [0-9]+ identical ){2}\| [0-9a-f]{7} \|$'
