# shellcheck shell=bash
# For tests of the command: a scratch folder that is removed at the end, a cache of the test's own,
# and assertions that say what was expected.
levelfield=$LF_TEST_COMMAND
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export HOME=$scratch XDG_CACHE_HOME=$scratch/cache

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

skip() {
  echo "skipped: $*"
  exit 77
}

# need_data: the test is about real data.
need_data() {
  [ -n "${LEVELFIELD_DATA:-}" ] || skip "LEVELFIELD_DATA is not set"
}

# expect CODE COMMAND...: the exit code; output goes to $scratch/out and $scratch/err.
expect() {
  local want=$1 got=0
  shift
  "$@" >"$scratch/out" 2>"$scratch/err" || got=$?
  if [ "$got" -ne "$want" ]; then
    cat "$scratch/out" "$scratch/err" >&2
    fail "exit code $got, expected $want: $*"
  fi
}

# says PATTERN: standard error is exactly one line, and the (extended) pattern is in it.
says() {
  [ "$(wc -l <"$scratch/err")" -eq 1 ] || { cat "$scratch/err" >&2; fail "not one line of error"; }
  grep -qE -- "$1" "$scratch/err" || { cat "$scratch/err" >&2; fail "the error does not say '$1'"; }
  [ ! -s "$scratch/out" ] || fail "an error with something on standard output"
}

# prints PATTERN: the (extended) pattern is on standard output.
prints() {
  grep -qE -- "$1" "$scratch/out" || { cat "$scratch/out" >&2; fail "does not print '$1'"; }
}

# builds: those of the portable kernels that this processor runs; every one runs the plain ones.
builds() {
  local kernels
  for kernels in avx512 avx2; do
    LEVELFIELD_KERNELS=$kernels "$levelfield" --version >/dev/null 2>&1 && echo "$kernels"
  done
  echo plain
}

# until_true SECONDS COMMAND...: wait for it, a tenth of a second at a time.
until_true() {
  local tries=$(($1 * 10))
  shift
  while ! "$@"; do
    [ "$((tries -= 1))" -gt 0 ] || return 1
    sleep 0.1
  done
}

# children PID: its living children, from /proc (pgrep may not be installed).
children() {
  cat /proc/[0-9]*/status 2>/dev/null | awk -v of="$1" \
    '$1 == "Pid:" { pid = $2 } $1 == "State:" { ended = $2 == "Z" } $1 == "PPid:" && $2 == of && !ended { print pid }'
}
