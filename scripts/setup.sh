#!/usr/bin/env bash
# Install the Debian packages that Levelfield builds and tests with, if any are missing;
# `scripts/setup.sh docs` adds what makes the site of the documentation, `scripts/setup.sh bits` what plays
# other processors, `scripts/setup.sh latex` what compiles a report for a paper (integration.latex), `scripts/setup.sh peers` what benchmarks/peers.py compares with, `scripts/setup.sh test` the site's, the browser that the test of reports drives, the Slurm
# that the test of its engine starts, what reads the completions, the manual page and the schemas, valgrind,
# an older processor, what adds up coverage, what makes the gallery's pictures small, a locale with a decimal comma, and what
# Python's tests look at.
set -euo pipefail

packages=(
  gcc clang cmake ninja-build pkg-config git          # build
  libopenblas-dev librandom123-dev                    # numbers, streams
  zlib1g-dev libdeflate-dev libzstd-dev               # compressed files
  libcyaml-dev libyaml-dev libjansson-dev             # experiments, JSON
  libsqlite3-dev                                      # the result store
  libssl-dev libcurl4-openssl-dev ca-certificates     # checksums, fetch
  libarchive-dev                                      # data sets in .tar.gz and .zip archives
  libjpeg62-turbo-dev                                 # photographs
  libdnnl-dev                                         # convolutions of ResNet-20
  coinor-libclp-dev                                   # the linear program behind x*
  libseccomp-dev                                      # the sandbox of audited methods
  gnuplot-nox                                         # plots
  libcmocka-dev clang-format universal-ctags          # tests, the format and style checks
  libmpfr-dev                                         # what elementary functions are held against
  clang-tidy cppcheck                                 # the analysis check
  g++ libbenchmark-dev                                # benchmarks
  libclang-rt-dev libomp-dev                          # fuzzing, which clang builds
  python3 python3-yaml jq libxml2-utils               # tests of outputs, the findings
  openssl                                             # certificates of the server in tests
  python3-numpy python3-venv                          # the Python package
  python3-pip python3-setuptools python3-wheel        # installing it
)

case ${1:-} in
  docs | test) packages+=(mkdocs doxygen graphviz) ;;
  bits) packages+=(qemu-user gcc-aarch64-linux-gnu) ;;
  peers) packages+=(python3-scipy python3-sklearn python3-torch) ;;
  latex) packages+=(texlive-latex-recommended texlive-pictures lmodern) ;;
esac
[ "${1:-}" != test ] || packages+=(chromium chromium-driver zsh fish groff-base dpkg-dev patch python3-jsonschema
  slurmctld slurmd slurm-client munge valgrind gcovr python3-pil locales python3-pandas mypy qemu-user)

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
if [ "${#missing[@]}" -gt 0 ]; then
  echo "setup: installing ${missing[*]}" >&2
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# A locale with a decimal comma, for the tests of numbers.
if [ "${1:-}" = test ] && ! locale -a | grep -q '^de_DE.utf8$'; then
  "${as_root[@]}" localedef -i de_DE -f UTF-8 de_DE.UTF-8
fi
