#!/usr/bin/env bash
# A report in a real browser, driven through WebDriver: every control of its figures, links, a phone's width,
# and that nothing is fetched. Needs chromium and chromium-driver (scripts/setup.sh test).
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

command -v chromedriver >/dev/null || skip "chromedriver is not installed (scripts/setup.sh test)"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  skip "chromium is not installed (scripts/setup.sh test)"
command -v gnuplot >/dev/null || skip "gnuplot is not installed: the report has no figures"

# Several seeds, so that there is a median to show; narrow panels with words in two lines; numbers at the ends of lines.
words='SVio, title: "stationarity, of eight methods on one problem"'
sed -e '/name: smoke/s/seeds: "0"/seeds: 0-2/' -e 's/columns: 3/columns: 4/' -e "/problem: roc/s/CVio/$words/" "$LF_TEST_SOURCE/reports/fairness/fairness.yaml" >fairness.yaml
echo "notes: ['$(printf '%s ' {1..9}.{1..9}e-3)']" >>fairness.yaml
expect 0 "$levelfield" reproduce ./fairness.yaml --scale smoke -j 2
report=$scratch/$(tail -n 1 out)
PYTHONPATH=$LF_TEST_SOURCE/tests/support PYTHONDONTWRITEBYTECODE=1 \
  python3 "$LF_TEST_SOURCE/tests/integration/test_report_browser.py" "$browser" "$report" "$scratch"
