#!/usr/bin/env bash
# Words that people try: help, version, names in capitals, lists of a view or a paper; and what a terminal gets.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

diff <("$levelfield" help) <("$levelfield" --help) || fail "help is not --help"
diff <("$levelfield" help run) <("$levelfield" run --help) || fail "help run is not run --help"
diff <("$levelfield" help data list) <("$levelfield" data list --help) || fail "help data list"
diff <("$levelfield" help data) <("$levelfield" data --help) || fail "help data"
diff <("$levelfield" version) <("$levelfield" --version) || fail "version is not --version"
expect 2 "$levelfield" help rnu
says "unknown command 'rnu'; did you mean 'run'[?]"
expect 0 "$levelfield" --help
prints '^  help '
prints '^  version '

# Names in any case, with a hint; and it is the same run.
expect 0 "$levelfield" run -p DP_SCAD -a SSG -b 20 -q --json --out runs
grep -q "'DP_SCAD' is taken for dp_scad" err && grep -q "'SSG' is taken for ssg" err || fail "no hint"
jq -e '.runs[0] | .problem == "dp_scad" and .algorithm == "ssg"' out >/dev/null || fail "names are stored as typed"
key=$(jq -r '.runs[0].key' out)
expect 0 "$levelfield" run -p dp_scad -a ssg -b 20 -q --json --out runs
[ "$(jq -r '.runs[0].key' out)" = "$key" ] || fail "another run by its name's case"
expect 0 "$levelfield" show SGD
prints '^sgd: '
expect 2 "$levelfield" show A9A
says "did you mean 'a9a'"
expect 2 "$levelfield" reproduce DEMO
says "did you mean 'demo'"

# Half of a name: a table or figure without its paper, a second word that is none; and people say methods.
for command in reproduce show 'reproduce --dry-run'; do
  read -ra words <<<"$command"
  expect 2 "$levelfield" "${words[@]}" table2
  says "'table2'; did you mean 3secon/table2[?]"
done
expect 2 "$levelfield" show fig1
says 'did you mean 3secon/fig1, ppdsg/fig1, rsvrb/fig1, sonex/fig1[?]'
expect 2 "$levelfield" data open
says "unknown command 'data open' .levelfield data --help lists what there is."
diff <("$levelfield" list methods) <("$levelfield" list algorithms) || fail "methods are algorithms"

expect 0 "$levelfield" list --view saddle --json
jq -e '(.algorithms | length > 0 and all(.view == "saddle")) and (.problems | length > 0 and
  all(.views | test("saddle"))) and .experiments == []' out >/dev/null || fail "list --view"
expect 0 "$levelfield" list algorithms --view plain --plugin "$LF_TEST_BUILD/plugins/overrun.so"
prints '^  overrun '
expect 0 "$levelfield" list --paper ppdsg --json
jq -e '[.algorithms[].name] | index("ppd_sg") != null and index("ssg") == null' out >/dev/null || fail "list --paper"
jq -e '.experiments | length > 1 and all(.name | startswith("ppdsg/"))' out >/dev/null || fail "its experiments"
expect 2 "$levelfield" run -p auc -a sgd -b 10 --budget 20
says "run: --budget is given twice, and takes one value"
expect 2 "$levelfield" list --paper nobody
says "list: no paper 'nobody'"

# On a terminal there is colour, unless it is unwanted or the terminal has none; and a bar that moves
# within a run whose trace has one row. The bar is drawn a few times a second: the run takes seconds.
on() { env "$@" python3 - "$levelfield" <<'PY'
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "run", "-p", "group_dro", "-a", "smd", "-b", "200000", "--checkpoints", "1",
                           "--force", "--no-table", "--out", "bar"])
text = b""
try:
    while True:
        text += os.read(fd, 65536)
except OSError:
    pass
os.waitpid(pid, 0)
import re
shares = {int(s) for s in re.findall(rb"\] 0/1 +(\d+)%", text)}
print("escape" if b"\033[1m" in text or b"\033[K" in text else "plain", len(shares))
PY
}
read -r kind moves < <(on TERM=xterm)
[ "$kind" = escape ] && [ "$moves" -ge 2 ] || fail "no bar that moves: $kind, $moves"
read -r kind moves < <(on TERM=dumb)
[ "$kind" = plain ] && [ "$moves" -eq 0 ] || fail "a dumb terminal got $kind, $moves"
