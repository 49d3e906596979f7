#!/usr/bin/env bash
# bits_matrix.sh: the table of hashes (scripts/bits.sh) and the tree's own baseline on every machine that can be had or
# played here, and of the program that another compiler or other options make, held against tests/baselines. Writes
# docs/bits.md; the exit code is 1 if a line differs anywhere. Needs build/release, clang, qemu-user, gcc-aarch64-linux-gnu and
# Debian's archive, from which it takes libraries for ARM into build/aarch64. JOBS machines at a time (2); an emulated one takes
# 10 to 30 minutes of CPU time, others one or two, a build five more. ONLY=REGEX makes the machines of such names; the page's
# rows of the others stay.
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

# built COMPILER OPTIONS...: the row of the program that they make here, in build/COMPILER-OPTIONS.
built() {
  local machine="built by $*" compiler=$1 folder
  folder=$PWD/build/$(tr -c 'a-z0-9A-Z\n' - <<<"$*")
  shift
  [[ $machine =~ ${ONLY:-.} ]] || return 0
  { CFLAGS=$* cmake -S . -B "$folder" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None &&
    ninja -C "$folder" levelfield function_bits; } >"$folder.log" 2>&1 || { tail -n 20 "$folder.log" >&2; exit 1; }
  row "$machine" "$folder/levelfield"
}

# row MACHINE COMMAND...: a line of the page, from the table that the command makes, beside those that are being made.
tried=()
row() {
  [[ $1 =~ ${ONLY:-.} ]] || return 0
  tried+=("$work/${#tried[@]}.row")
  while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-2}" ]; do wait -n || true; done
  made "${tried[-1]%.row}" "$@" &
}
made() {
  local file=$1 machine=$2 word runs
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
row "$arm_name" qemu-aarch64 -L "$arm/sysroot" \
  -E "LD_LIBRARY_PATH=$libraries:$libraries/openblas-pthread:$arm/release" "$arm/release/levelfield"
for model in Haswell EPYC-Rome Skylake-Client Nehalem; do
  row "$model, emulated" qemu-x86_64 -cpu "$model" "$program"
done
built clang -O2
built gcc -O0
built gcc -O3 -march=native
row "this one, $(sed -nE 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$program"
for kernels in avx512 avx2 plain; do
  LEVELFIELD_KERNELS=$kernels "$program" --version >/dev/null 2>&1 || continue # this processor does not run them
  row "its portable kernels for $kernels" env LEVELFIELD_KERNELS=$kernels "$program"
done
for core in Haswell SkylakeX Zen Prescott; do
  row "taken for $core by OpenBLAS" env OPENBLAS_CORETYPE=$core "$program"
done
for mask in -AVX512F -AVX512F,-AVX2 -AVX512F,-AVX2,-FMA; do
  row "glibc without ${mask//-/}" env GLIBC_TUNABLES="glibc.cpu.hwcaps=$mask" "$program"
done
wait
for file in "${tried[@]}"; do
  [ -s "$file" ] || { echo "bits_matrix: no row came of ${file%.row}" >&2; exit 1; }
done

before=$(sed -n '/^| ---/,$p' "$page" | tail -n +2)
{
  echo '# The same bits on every machine'
  echo
  echo "What [is promised](reliability.md#the-same-bits-on-every-machine), and where it was tried: the $(wc -l <"$want") lines of"
  echo "\`tests/baselines/hashes.tsv\`, every method and every problem, and the metrics of \`tests/baselines/fairness.txt\`, as"
  echo "\`levelfield track check\` sees them, made on each of these. Written by \`scripts/bits_matrix.sh\`,"
  echo "$(date +%F), $("$program" --version | sed -E 's/.*\(([^,]*), ([^,]*), .*/\2/')."
  echo 'Nehalem has neither AVX2 nor FMA. Every run of the tests holds the table to its own machine, and to its avx2 and plain'
  echo 'kernels (`integration.hashes`). A row was held to the table of its commit: older ones had fewer lines, and before b483cc6'
  echo 'other roundings of eigenvectors. What all rest on, a digest of each elementary function at a million arguments included,'
  echo 'is held to this machine by the tests.'
  echo
  echo '| machine | its hashes | its baseline | commit |'
  echo '| --- | --- | --- | --- |'
  awk -F ' \\| ' 'NR == FNR { made[$1] = $0; name[++n] = $1; next }
    $1 in made { print made[$1]; delete made[$1]; next }
    { print }
    END { for (i = 1; i <= n; i++) if (name[i] in made) print made[name[i]] }' "${tried[@]}" - <<<"$before"
} >"$page"
! tail -n +"$(($(grep -n '^| ---' "$page" | cut -d : -f 1) + 1))" "$page" | grep -vE '(\| [0-9]+ identical ){2}\| [0-9a-f]{7} \|$'
