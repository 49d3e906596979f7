#!/usr/bin/env bash
# This repository's own past as a page: scripts/history.sh RANGE DIR [EVERY] builds the commits of the
# range whose code can move a number (of those the first, and every EVERY-th after it), records the
# fairness experiment at each as DIR/N-COMMIT.txt, N counting its ancestors, and writes
# DIR/site/index.html of all that is in DIR with this tree's levelfield. What is there already is not made
# again, and lends its targets, so a run can be stopped and gone on with, and others can add to it.
# MINUTES=15 stops it by itself.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -ge 2 ] || { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }
range=$1
mkdir -p "$2"
dir=$(realpath "$2")
every=${3:-1}
tree=$(mktemp -d)/tree
trap 'git worktree remove --force "$tree" 2>/dev/null || true; rm -rf "${tree%/tree}"' EXIT
if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$tree CCACHE_NOHASHDIR=1
fi

mapfile -t commits < <(git rev-list --topo-order --reverse --end-of-options "$range" -- \
  algorithms problems base numeric oracle datasets harness include reports/fairness | awk -v n="$every" 'NR % n == 1 % n')
[ ${#commits[@]} -gt 0 ] || { echo "history: no commit of $range touches the code" >&2; exit 3; }
git worktree add --quiet --detach "$tree" "${commits[0]}"

# record FILE COMMIT LAST: build the commit and record it with the targets of LAST, if there is one.
record() {
  git -C "$tree" checkout --quiet --detach "$2"
  (cd "$tree" && nice scripts/build.sh release levelfield) >"$dir/log" 2>&1 || return 1
  [ -z "$3" ] || cp "$3" "$1.new"
  (cd "$tree" && nice build/release/levelfield track record fairness/fairness --scale smoke \
    --seeds 0-4 --label "$(git log -1 --format=%s "$2")" --out "$1.new" -q -j 2) >"$dir/log" 2>&1 ||
    return 1
  mv "$1.new" "$1"
}

last=$(find "$dir" -name '[0-9]*.txt' | sort | head -n 1) made=0
for commit in "${commits[@]}"; do
  file=$dir/$(printf %05d "$(git rev-list --count "$commit")")-${commit::12}.txt
  [ "$SECONDS" -lt $((${MINUTES:-1000000} * 60)) ] || break
  if [ ! -e "$file" ] && ! record "$file" "$commit" "$last"; then
    rm -f "$file.new"
    echo "history: ${commit::12} is left out: $(tail -n 1 "$dir/log")" >&2
    continue
  fi
  last=$file made=$((made + 1))
  echo "history: $made of ${#commits[@]}, $SECONDS s: $(git log -1 --format='%h %s' "$commit")" >&2
done
[ -n "$last" ] || { echo "history: nothing could be recorded" >&2; exit 3; }
build/release/levelfield track history "$dir"/[0-9]*.txt --html "$dir/site"
