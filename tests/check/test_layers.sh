#!/usr/bin/env bash
# Who may include whom, who knows whose names, who prints, and in which folder a method is. Each rule is tried on a planted
# violation as well, so that a rule that catches nothing cannot pass.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/files.sh"

# Folder -> what its #include "..." may name. Angle brackets are for <levelfield/...> and the system.
declare -A may=(
  [include]='^$'
  [examples]='^$'
  [core]='^core/|^version\.h$'
  [datasets]='^(core|datasets)/|^datasets\.inc$'
  [algorithms]='^algorithms/common/' # and the parts and, for a method, the methods of its own view
  [problems]='^(problems|datasets)/|^core/(problem|file|sha256|symmetric_eigen)\.h$'
  [harness]='^(core|datasets|harness)/|^(algorithms|problems)\.inc$|^version\.h$'
  [plots]='^(core|harness|plots)/|\.(gp|js)\.inc$'
  [reports]='^(core|datasets|harness|plots|reports)/|^version\.h$|\.(css|js)\.inc$'
  [cli]='^(core|datasets|harness|plots|reports|cli)/|^version\.h$|^examples/.*\.inc$'
)

# includes ROOT FILE...: violations of the arrows.
includes() {
  local root=$1 file folder name own
  shift
  for file in "$@"; do
    folder=${file%%/*}
    [ -n "${may[$folder]:-}" ] || continue # tests and benchmarks may include anything
    own=
    [[ $file =~ ^(algorithms/[^/]*/)(parts/)? ]] && own=${BASH_REMATCH[1]}parts/
    [ -z "$own" ] || [ -n "${BASH_REMATCH[2]}" ] || own="${BASH_REMATCH[1]}(parts/|[^/]*\.h$)"
    while IFS= read -r name; do
      [ -z "$own" ] || [[ ! $name =~ ^$own ]] || continue
      [[ $name =~ ${may[$folder]} ]] || echo "$file includes \"$name\""
    done < <(sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"([^"]*)".*/\1/p' "$root/$file")
    grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<(core|harness|algorithms|problems|datasets|plots|reports|cli)/' \
      "$root/$file" || true
  done
}

# names ROOT FILE...: an algorithm or problem known by name outside its own folder.
names() {
  local root=$1 file list
  shift
  list=$(printf '%s\n' "$@" | grep -vE '^algorithms/common/|/parts/|^problems/pieces/' |
    sed -nE 's/^(algorithms\/[^/]*|problems)\/([^/]*)\.c$/\2/p' | sort -u | paste -sd'|')
  [ -n "$list" ] || return 0
  for file in "$@"; do
    case $file in core/* | harness/* | plots/* | include/*)
      lf_code "$root/$file" | grep -nE "\"($list)[\":]|lf_(algorithm|problem)_($list)\b" |
        sed "s|^|$file:|" || true ;;
    esac
  done
}

# prints ROOT FILE...: standard output or error used below the command line.
prints() {
  local root=$1 file
  shift
  for file in "$@"; do
    case $file in
    cli/* | tests/* | benchmarks/* | examples/*/test_*.c | harness/pool/progress*.c) ;;
    *) lf_code "$root/$file" |
      grep -nE '(^|[^a-z_])(v?printf|puts|putchar|perror)[[:space:]]*\(|\b(stdout|stderr)\b' |
      sed "s|^|$file:|" || true ;;
    esac
  done
}

# views ROOT FILE...: a method in the folder of another view than the one that it solves.
views() {
  local root=$1 file view
  shift
  for file in "$@"; do
    [[ $file =~ ^algorithms/([^/]*)/[^/]*\.c$ ]] || continue
    view=${BASH_REMATCH[1]}
    [ "$view" = common ] || grep -qE "\.view = LF_VIEW_${view^^}\b" "$root/$file" ||
      echo "$file: its folder says that it solves the view $view, and it does not"
  done
}

audit() {
  local root=$1
  shift
  views "$root" "$@"
  includes "$root" "$@"
  names "$root" "$@"
  prints "$root" "$@"
}

mapfile -t files < <(lf_files '*.c' '*.h')
found=$(audit "$LF_TEST_SOURCE" "${files[@]}")
if [ -n "$found" ]; then
  echo "$found"
  exit 1
fi

# plant FILE LINE: the audit of a tree with only that file must complain.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
plant() {
  mkdir -p "$scratch/${1%/*}" "$scratch/algorithms/plain"
  echo "$2" >"$scratch/$1"
  echo '.view = LF_VIEW_PLAIN,' >"$scratch/algorithms/plain/planted.c"
  if [ -z "$(audit "$scratch" "$1" algorithms/plain/planted.c)" ]; then
    echo "not caught in $1: $2"
    exit 1
  fi
  rm "$scratch/$1"
}
plant include/levelfield/x.h '#include "oracle/meter.h"'
plant algorithms/common/x.c '#include "harness/run/run.h"'
plant algorithms/common/x.c '#include <oracle/meter.h>'
plant algorithms/common/x.c '#include "algorithms/bilevel/parts/storm.h"'
plant algorithms/saddle/parts/x.c '#include "algorithms/bilevel/parts/storm.h"'
plant algorithms/saddle/x.c '#include "algorithms/bilevel/x.h"'
plant algorithms/saddle/parts/x.c '#include "algorithms/saddle/x.h"'
plant algorithms/saddle/x.c '    .view = LF_VIEW_PLAIN,'
plant problems/x.c '#include "harness/store/store.h"'
plant examples/x/x.c '#include "oracle/meter.h"'
plant core/x.c '#include "harness/run/run.h"'
plant harness/x.c '#include "cli/message.h"'
plant harness/x.c 'if (strcmp(name, "planted") == 0)'
plant harness/x.c 'extern const lf_algorithm lf_algorithm_planted;'
plant harness/x.c '    printf("hello\n");'
plant reports/x.c '    fprintf(stderr, "hello\n");'
plant plots/x.c '    puts("hello");'
