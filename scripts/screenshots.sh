#!/usr/bin/env bash
# The pictures of reports in docs/images: the demo, 3secon/table2 and sonex/fig2_adult at smoke scale, each 1280 and 390
# pixels wide, in light and dark, drawn by Chromium.
#
#   scripts/screenshots.sh [NAME...]     demo, 3secon/table2, sonex/fig2_adult; without one all
#
# Needs `scripts/setup.sh test`, whose packages are for /usr/bin/python3, and, for the last two, data. The runs go to build/screenshots and are made once.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
levelfield=$root/build/release/levelfield
work=$root/build/screenshots
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  { echo "screenshots: chromium is not installed: scripts/setup.sh test" >&2; exit 1; }
mkdir -p "$work"
[ "$#" -gt 0 ] || set -- demo 3secon/table2 sonex/fig2_adult

for name in "$@"; do
  short=${name//\//-}
  scale=smoke
  [ "$name" != demo ] || scale=default
  "$levelfield" reproduce "$name" --scale "$scale" -j 2 -q --out "$work/$short" >/dev/null
  PYTHONPATH=$root/tests/support PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 scripts/screenshots.py \
    "$browser" "$work/$short/report.html" "$work" "$root/docs/images/report-$short"
done
