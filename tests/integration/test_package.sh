#!/usr/bin/env bash
# The Debian package: built, looked into, unpacked, and the program in it run.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

for tool in cpack dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || skip "$tool is not installed"
done
expect 0 cpack -G DEB --config "$LF_TEST_BUILD/CPackConfig.cmake" -B "$scratch/packed"
deb=$(echo packed/levelfield_*.deb)

version=$("$levelfield" --version | sed -E 's/^levelfield ([0-9.]+) .*/\1/')
[ "$(dpkg-deb -f "$deb" Version)" = "$version" ] || fail "the package is not version $version"
[ "$(dpkg-deb -f "$deb" Architecture)" = "$(dpkg --print-architecture)" ] || fail "architecture"
dpkg-deb -f "$deb" Depends >out
for library in libc6 libopenblas libsqlite3-0 libdnnl libjansson4 libseccomp2; do prints "$library"; done
if grep -q levelfield out; then fail "the package depends on itself"; fi

dpkg-deb -x "$deb" unpacked
for file in bin/levelfield "lib/liblevelfield.so.$version" include/levelfield/algorithm.h \
  lib/cmake/levelfield/levelfield-config.cmake lib/pkgconfig/levelfield.pc \
  share/levelfield/reports/demo/demo.yaml share/man/man1/levelfield.1 \
  share/bash-completion/completions/levelfield share/doc/levelfield/LICENSE; do
  [ -f "unpacked/usr/$file" ] || fail "the package lacks usr/$file"
done
# Nothing but what is below usr, and no file of the build.
[ "$(ls unpacked)" = usr ] || fail "the package has more than usr: $(ls unpacked)"
expect 0 unpacked/usr/bin/levelfield run -p auc -a sgd -b 10 --out here -q
