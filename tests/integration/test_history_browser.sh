#!/usr/bin/env bash
# A baseline's past in a real browser: on a phone and on a desk, light and dark, on paper, and that
# nothing is fetched. Needs chromium and chromium-driver (scripts/setup.sh test).
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/past.sh"

command -v chromedriver >/dev/null || skip "chromedriver is not installed (scripts/setup.sh test)"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  skip "chromium is not installed (scripts/setup.sh test)"
command -v git >/dev/null || skip "git is not installed (scripts/setup.sh test)"

past "$scratch/repo"
expect 0 "$levelfield" track history baseline.txt --html site --url 'https://example.org/{commit}'
PYTHONPATH=$LF_TEST_SOURCE/tests/support PYTHONDONTWRITEBYTECODE=1 \
  python3 "$LF_TEST_SOURCE/tests/integration/test_history_browser.py" "$browser" \
  "$PWD/site/index.html" "$scratch"
