#!/usr/bin/env bash
# What a page lists is all that there is: variables of the environment, keys of experiment files, kinds of
# claims, forms of figures, measures of cost, targets of hostile input, and which commands end with 1. A list
# that lacks one is noticed.
set -euo pipefail
cd "$LF_TEST_SOURCE"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# lacks PAGE BEFORE BEHIND: the names on standard input that do not stand so in the page.
lacks() {
  while read -r name; do grep -qE -- "$2$name$3" "$scratch/$1" || echo "$1 lacks $name"; done
}
names() { for path in "$@"; do basename "$path" .c; done; }
lists() {
  # Names of four letters (HOME, PATH, TERM, USER) and what is of the C library's need no words.
  grep -rhoE 'getenv\("[A-Z_]{5,}"' base cli datasets harness numeric oracle problems | cut -d '"' -f 2 |
    grep -v '^GLIBC_' | sort -u | lacks page.man 'fB' '.fR'
  grep -hoE 'LF_SCHEMA_[A-Z]+\(lf_[a-z_]+, *[a-z_]+' harness/experiment/*.c reports/kinds/*.c | sed 's/.*, *//' |
    sort -u | lacks experiments.md '(^|[ {`])' '(:|`)'
  names reports/kinds/claims/*.c plots/kinds/*.c | lacks experiments.md '^\| `' '` \|'
  grep -rhoE '^ +\{"[a-z._]+", "[a-z]+[. ]|lf_measure\)\{"[a-z.]+"' problems --include=*.c | cut -d '"' -f 2 | sort -u |
    lacks counters.md '^\| `' '` \|'
  names tests/fuzz/fuzz_*.c | sed 's/^fuzz_//' | lacks reliability.md '^\| `' '` \|'
  grep -l LF_EXIT_CHECK cli/cmd_*.c | sed 's/.*cmd_//; s/\.c//' | grep -v '^decide$' | lacks exit-codes.md '^\| 1 .*`' '[ `]'
}
fresh() {
  cp docs/{counters,exit-codes,experiments,reliability}.md "$scratch"
  LEVELFIELD_REPORTS='' "$LF_TEST_COMMAND" generate man >"$scratch/page.man"
}

fresh
told=$(lists)
[ -z "$told" ] || { echo "$told"; exit 1; }
while read -r page lost; do
  fresh
  sed -i "s/$lost/lost/g" "$scratch/$page"
  [ "$(lists)" = "$page lacks $lost" ] || { echo "without $lost in $page is said: $(lists)"; exit 1; }
done <<'LOST'
page.man XDG_CACHE_HOME
experiments.md tuned_as
experiments.md frontier_higher
experiments.md data_profile
counters.md ev_cached
reliability.md photos
exit-codes.md collect
LOST
