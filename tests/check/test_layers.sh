#!/usr/bin/env bash
# Who may include whom (docs/site/layers.txt), who knows whose names, who prints, and in which folder a method is. Each
# rule is tried on a planted violation as well, so that a rule that catches nothing cannot pass.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/files.sh"

# includes ROOT FILE...: includes that docs/site/layers.txt does not allow.
includes() {
  python3 "$LF_TEST_SOURCE/tests/support/layers.py" "$@"
}

# names ROOT FILE...: an algorithm or problem known by name outside its own folder.
names() {
  local root=$1 file list
  shift
  list=$(printf '%s\n' "$@" | grep -vE '/(common|models|parts)/' |
    sed -nE 's/^(algorithms|problems)\/[^/]*\/([^/]*)\.c$/\2/p' | sort -u | paste -sd'|')
  [ -n "$list" ] || return 0
  for file in "$@"; do
    case $file in base/* | numeric/* | oracle/* | harness/* | plots/* | include/*)
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
  includes "$root" "$@"
  [ "$1" != --all ] || shift
  views "$root" "$@"
  names "$root" "$@"
  prints "$root" "$@"
}

mapfile -t files < <(lf_files '*.c' '*.h')
found=$(audit "$LF_TEST_SOURCE" --all "${files[@]}")
if [ -n "$found" ]; then
  echo "$found"
  exit 1
fi

# plant FILE LINE: the audit of a tree with only that file must complain.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
plant() {
  mkdir -p "$scratch/${1%/*}" "$scratch/algorithms/plain" "$scratch/docs/site"
  cp "$LF_TEST_SOURCE/docs/site/layers.txt" "$scratch/docs/site"
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
plant problems/auc/x.c '#include "harness/store/store.h"'
plant problems/auc/x.c '#include "problems/groups/parts/cvar.h"'
plant problems/x.c ''
plant examples/x/x.c '#include "oracle/meter.h"'
plant base/x.c '#include "oracle/meter.h"'
plant oracle/x.c '#include "harness/run/run.h"'
plant harness/run/x.c '#include "oracle/oracle_state.h"'
plant harness/run/x.c '#include "cli/message.h"'
plant harness/run/x.c 'if (strcmp(name, "planted") == 0)'
plant harness/run/x.c 'extern const lf_algorithm lf_algorithm_planted;'
plant harness/run/x.c '    printf("hello\n");'
plant reports/x.c '    fprintf(stderr, "hello\n");'
plant plots/x.c '    puts("hello");'

# A list with a cycle, and with an arrow that nothing uses.
mkdir -p "$scratch/docs/site"
printf 'base | low | oracle\noracle | up | base\n' >"$scratch/docs/site/layers.txt"
[ "$(includes "$scratch" --all | wc -l)" -eq 3 ] || { echo 'a cycle or an idle arrow is not caught'; exit 1; }
