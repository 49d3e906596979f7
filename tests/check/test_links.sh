#!/usr/bin/env bash
# What the linker sees follows the arrows of docs/site/layers.txt, too; tried on a planted breach.
set -euo pipefail
links=$LF_TEST_SOURCE/tests/support/links.py
objects=$LF_TEST_BUILD/CMakeFiles/lf_objects.dir

found=$(python3 "$links" "$LF_TEST_SOURCE" "$objects")
[ -z "$found" ] || { echo "$found"; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"/{docs/site,base,oracle,objects/base,objects/oracle}
printf 'base | |\noracle | | base\n' >"$scratch/docs/site/layers.txt"
echo 'int up(void); int low(void); int low(void) { return up(); }' >"$scratch/base/low.c"
echo 'int up(void); int low(void); int up(void) { return low(); }' >"$scratch/oracle/up.c"
for name in base/low oracle/up; do cc -c "$scratch/$name.c" -o "$scratch/objects/$name.c.o"; done
found=$(python3 "$links" "$scratch" "$scratch/objects")
[ "$found" = 'base/low.c needs up of oracle/up.c, which stands above it' ] || { echo "planted: $found"; exit 1; }
