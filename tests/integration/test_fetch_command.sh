#!/usr/bin/env bash
# levelfield data fetch where there is no network: refused at once, in one line, and nothing is left.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
unset LEVELFIELD_OFFLINE no_proxy NO_PROXY all_proxy ALL_PROXY HTTPS_PROXY
data=${LEVELFIELD_DATA:-}
unset LEVELFIELD_DATA

nothing_left() {
  [ -z "$(find "$scratch" -path "*levelfield/files*" -type f)" ] || fail "something is left: $1"
}

# Any connection would go to a proxy that is not there, and its message would differ.
export https_proxy=http://127.0.0.1:1 http_proxy=http://127.0.0.1:1
expect 3 "$levelfield" data fetch --offline a1a
says 'a1a: offline, so libsvm/a1a.gz is not downloaded; .*LEVELFIELD_DATA'
expect 3 env LEVELFIELD_OFFLINE=1 "$levelfield" data fetch a1a
says 'offline'
[ ! -e cache ] || fail "offline, and yet the cache was made"

# With LEVELFIELD_OFFLINE=0 it is tried, through the proxy that the environment names.
expect 3 env LEVELFIELD_OFFLINE=0 "$levelfield" data fetch a1a
says 'cannot download: .*127\.0\.0\.1 port 1.*; or put the file at libsvm/a1a \(or, compressed, libsvm/a1a\.gz\) below'
nothing_left "after a proxy that is not there"

expect 2 "$levelfield" data fetch --stall never a1a
says 'stall'
expect 0 "$levelfield" data fetch --help
prints '--offline'

# Offline is no hindrance where nothing is to be fetched.
expect 0 "$levelfield" data fetch --offline two_groups
[ -n "$data" ] || skip "LEVELFIELD_DATA is not set"
expect 0 env LEVELFIELD_DATA="$data" "$levelfield" data fetch --offline a1a
prints 'libsvm/a1a'
