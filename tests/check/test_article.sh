#!/usr/bin/env bash
# The article says what the records say, and a number or a verdict of another origin is noticed.
set -euo pipefail

python3 -c 'import yaml' 2>/dev/null || { echo "skipped: apt-get install python3-yaml"; exit 77; }
article() { python3 "$LF_TEST_SOURCE/scripts/article.py" --reports reports "$@"; }
refused() {
  if article check >out; then echo "not noticed: $1" >&2; exit 1; fi
  grep -q -- "$2" out || { echo "not named: $1" >&2; cat out >&2; exit 1; }
}
fresh() {
  rm -rf reports docs
  mkdir -p docs/images
  cp -r "$LF_TEST_SOURCE/reports" .
  ln -s "$LF_TEST_SOURCE/docs/images/gallery" docs/images/gallery
}
text=reports/article/article.tex

fresh
article check
sed -i '/^\\section{Limits}/a It takes 2.5e6 gradients, forty % more.' "$text"
refused "numbers that were typed" "the number '2.5e6' is typed"
grep -q "'forty' is typed" out || { echo "a number in words is not noticed" >&2; exit 1; }

fresh
sed -i 's/@given{aleg\/fig1a:c1_theory=not held}/@given{aleg\/fig1a:c1_theory=held}/' "$text"
refused "a sentence against its record" "takes aleg/fig1a:c1_theory to be held, and its record has: not held"

fresh
sed -i 's/@fragile{sonex\/table5:adam=effort:/@fragile{sonex\/table5:adam=grids:/' "$text"
refused "a form that turned nothing round" "takes sonex/table5:adam to be not held in the form grids"

fresh
python3 - <<'PY'
import json
path = "reports/aleg/findings.json"
records = json.load(open(path))
records["mero"]["stale"] = "another trace"
json.dump(records, open(path, "w"))
PY
refused "a stale record" "aleg/mero is stale"

fresh
for line in '@value{3secon/table2:table2:p1_a9a:econ_d:XX}' '@figure{aleg/none|x}' '@wrong{x}'; do
  sed -i "/^\\\\section{Limits}/a $line" "$text"
done
refused "a cell that no record has" "none of its cells with"
grep -q 'there is no record aleg/none' out && grep -q '@wrong is no word' out || { cat out >&2; exit 1; }
