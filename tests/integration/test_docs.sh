#!/usr/bin/env bash
# The site of scripts/docs.sh: built without a network, whole when opened from disk, and with a page of
# everything that the program lists.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

for tool in mkdocs doxygen python3; do
  command -v "$tool" >/dev/null || skip "$tool is not installed: scripts/setup.sh docs"
done
alone=()
if unshare -rn true 2>/dev/null; then alone=(unshare -rn); fi
expect 0 "${alone[@]}" "$LF_TEST_SOURCE/scripts/docs.sh" "$levelfield" "$scratch/site"
[ "$(tail -n 1 out)" = "$scratch/site/index.html" ] || fail "the last line is not the first page"
holds() { python3 "$LF_TEST_SOURCE/tests/support/check_site.py" site; }
holds >out || { cat out >&2; fail "the site is not whole"; }

# shown PAGE NAME...: each has its heading there.
shown() {
  local page=site/generated/$1.html name
  shift
  for name in "$@"; do
    grep -qE "<h2 id=\"[^\"]*\">${name}[< ]" "$page" || fail "$page does not show $name"
  done
}
"$levelfield" list --json >list.json
mapfile -t algorithms < <(jq -r '.algorithms[].name' list.json)
mapfile -t problems < <(jq -r '.problems[].name' list.json)
mapfile -t experiments < <(jq -r '.experiments[].name' list.json)
shown methods "${algorithms[@]}"
shown problems "${problems[@]}"
for name in "${experiments[@]}"; do shown "experiments-${name%/*}" "$name"; done
shown commands 'levelfield run' 'levelfield track check' 'levelfield new algorithm'
grep -qE 'lf_oracle_value_vjp' site/headers/oracle_8h.html || fail "the reference lacks a function"
xmllint --html --xpath '//tr[td/a="ssg"]/td[4]/text()' site/generated/methods.html 2>/dev/null |
  grep -qE '^[1-9]' || fail "ssg is in no experiment of 3secon"

# What it is held to can fail.
spoil() {
  cp site/docs/method.html kept
  echo "$1" >>site/docs/method.html
  if holds >out; then fail "not caught: $1"; fi
  mv kept site/docs/method.html
}
spoil '<a href="gone.html">x</a>'
spoil '<a href="store.html#gone">x</a>'
spoil '<script src="https://nowhere.invalid/x.js"></script>'
spoil '<a href="/etc/passwd">x</a>'
