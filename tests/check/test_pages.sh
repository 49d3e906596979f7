#!/usr/bin/env bash
# A method reads like its paper: its step stands in its own file, and what stands elsewhere is arithmetic of a few helpers, the
# modules of algorithms/common and of a view's parts/. Each rule is tried on a planted breach as well.
#   a  questions to the oracle stand in the files of methods, and in the helpers of `may_ask`
#   b  a method asks something, calls a helper that may, or stands on another method through that one's header
#   c  no helper exports a *_step that takes an oracle
#   d  at most 8 helpers are behind a method: what it includes, what these include, and the files of both
#   e  the step is a function of the method's file and has at most 40 lines
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/files.sh"

draws='draw|full|components'
answers='value|vjp|value_vjp|jvp|subgradient|saddle|respond|upper_gradient|lower_gradient|lower_gradient_x|lower_hvp|lower_jvp|estimate_add'

# Helper -> the questions that it may ask.
declare -A may_ask=(
  [objective]="$draws|$answers" [constraints]="$draws|$answers" [linearised]="$answers" [respond]="$draws|$answers"
  [second_order]="$answers" [neumann]="$draws|$answers" [tracker]="$draws|value" # at its start
  [sampling]="$draws" [batches]="$draws" [shared]="$draws" [lower_levels]="$draws"
)
may_answer='lf_(objective|constraints|linearised|respond|second_order|neumann)_'

is_method() { [[ $1 =~ ^algorithms/[^/]+/[^/]+\.c$ && $1 != algorithms/common/* ]]; }
is_helper() { [[ $1 =~ ^algorithms/(common|[^/]+/parts)/[^/]+\.[ch]$ ]]; }

# questions FILE ROOT: what it asks the oracle, a name a line.
questions() {
  lf_code "$2/$1" | grep -oE "\blf_oracle_($draws|$answers)\(" | sed 's/^lf_oracle_//; s/($//' | sort -u || true
}

# called FILE ROOT: its calls of helpers that may ask.
called() {
  lf_code "$2/$1" | grep -oE "\b${may_answer}[a-z_]+\(" | grep -vE '_init\($' || true
}

# below FILE ROOT: the headers of methods that it includes.
below() {
  sed -nE 's/^#include "(algorithms\/[^/"]+\/[^/"]+\.h)".*/\1/p' "$2/$1" | grep -v '^algorithms/common/' || true
}

# helpers FILE ROOT: the headers of the helpers behind it.
helpers() {
  local -A seen=()
  local -a todo=("$1")
  local name
  while [ ${#todo[@]} -gt 0 ]; do
    local file=${todo[-1]}
    unset 'todo[-1]'
    [ -f "$2/$file" ] || continue
    while IFS= read -r name; do
      [ -z "${seen[$name]:-}" ] || continue
      seen[$name]=1
      todo+=("$name" "${name%.h}.c")
      ! is_helper "$name" || echo "$name"
    done < <(sed -nE 's/^#include "(algorithms\/[^"]*\.h)".*/\1/p' "$2/$file")
  done
}

# steps FILE ROOT: the functions called *_step that it defines, and how many lines each has.
steps() {
  awk '/^(static )?[a-z_]+ [*]?[a-z0-9_]+_step\(/ { name = $0; sub(/\(.*/, "", name); sub(/.* [*]?/, "", name); first = NR }
    /;$/ && NR == first { name = "" }
    /^}/ && name != "" { print name, NR - first + 1; name = "" }' "$2/$1"
}

pages_of_helper() {
  local name module=${1##*/}
  module=${module%.*}
  while IFS= read -r name; do
    [[ $name =~ ^(${may_ask[$module]:-none})$ ]] || echo "a $1: asks for $name, which its callers should"
  done < <(questions "$1" "$2")
  [[ $1 == *.h ]] || return 0
  while IFS= read -r name; do
    echo "c $1: exports $name, which takes an oracle: a step belongs to its method"
  done < <(lf_code "$2/$1" | tr '\n' ' ' | grep -oE '\blf_[a-z0-9_]+_step\([^;{]*;' | grep -E '\blf_oracle\b' | sed 's/(.*//')
}

pages_of_method() {
  local name lines count found=
  [ -n "$(questions "$1" "$2"; called "$1" "$2"; below "$1" "$2")" ] ||
    echo "b $1: neither asks the oracle nor calls a helper that may"
  count=$(helpers "$1" "$2" | wc -l)
  [ "$count" -le 8 ] || echo "d $1: $count helpers are behind it, more than 8"
  while read -r name lines; do
    found=1
    [ "$lines" -le 40 ] || echo "e $1: $name has $lines lines, more than 40"
  done < <(steps "$1" "$2")
  [ -n "$found" ] || echo "e $1: defines no step"
}

# pages ROOT FILE...: "RULE FILE: what is wrong", a line each.
pages() {
  local root=$1 file
  shift
  for file in "$@"; do
    ! is_helper "$file" || pages_of_helper "$file" "$root"
    ! is_method "$file" || pages_of_method "$file" "$root"
  done
}

mapfile -t files < <(lf_files 'algorithms/*.c' 'algorithms/*.h')
wrong=$(pages "$LF_TEST_SOURCE" "${files[@]}")
if [ -n "$wrong" ]; then
  echo "$wrong"
  exit 1
fi

# plant RULE FILE TEXT [FILE TEXT]...: in a tree of these files alone the rule is broken in the first.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree() {
  rm -rf "$scratch/algorithms"
  made=()
  while [ $# -gt 0 ]; do
    mkdir -p "$scratch/${1%/*}"
    printf '%s\n' "$2" >"$scratch/$1"
    made+=("$1")
    shift 2
  done
  told=$(pages "$scratch" "${made[@]}")
}
plant() {
  local rule=$1
  shift
  tree "$@"
  grep -q "^$rule $1:" <<<"$told" || { echo "not caught by rule $rule in $1: $2"; exit 1; }
}
fine() {
  tree "$@"
  [ -z "$told" ] || { echo "caught without a reason: $told"; exit 1; }
}
# step CALL [LINES]: a method's file that makes the call.
step() {
  printf 'static lf_status x_step(void *state, lf_oracle *o) {\n    LF_TRY(%s);\n' "$1"
  for ((line = 4; line <= ${2:-4}; line++)); do echo '    state++;'; done
  echo '}'
}
parts=algorithms/plain/parts

for question in ${answers//|/ } ${draws//|/ }; do
  plant a $parts/x.c "    LF_TRY(lf_oracle_$question(o, &b, x, y));"
  fine algorithms/plain/x.c "$(step "lf_oracle_$question(o)")"
done
plant a algorithms/common/sampling.c '    return lf_oracle_value(o, batch, x, g);'
plant a $parts/tracker.h 'static inline lf_status x(lf_oracle *o) { return lf_oracle_vjp(o, &b, x, y, g); }'
fine algorithms/common/sampling.c '    return lf_oracle_draw(o, role, 0, size, batch);'
fine algorithms/common/objective.c '    return lf_oracle_value(o, batch, x, g);'
fine $parts/x.c '    lf_oracle_project(o, x); /* not lf_oracle_value(o) */'

plant b algorithms/plain/x.c "$(step 'lf_x_gradient(&s->x, o)')"
plant b algorithms/plain/x.c "$(step 'lf_objective_init(&s->f, o, arena)')"
plant b algorithms/plain/x.c "#include \"algorithms/common/objective.h\"
$(step 'lf_x_gradient(&s->x, o) /* lf_oracle_value(o) */')"
fine algorithms/plain/x.c "$(step 'lf_objective_subgradient(&s->f, o, x, g)')"
fine algorithms/plain/x.c "#include \"algorithms/plain/y.h\"
$(step 'lf_y_step(&s->y, o)')"

plant c $parts/x.h 'lf_status lf_x_step(lf_x *s, double eta,
                    lf_oracle *o);'
plant c algorithms/common/x.h 'void lf_x_last_step(lf_oracle *o);'
fine $parts/x.h 'void lf_x_step(lf_x *s, double *w); /** Of lf_oracle. */ void lf_x_project(lf_oracle *o);'

# chain N: nine helpers, of which the N-th is the first whose header is included by a .c alone.
chain() {
  local k form
  chained=()
  for k in 1 2 3 4 5 6 7 8; do
    form=h
    [ "$k" -lt "$1" ] || form=c
    chained+=("$parts/h$k.$form" "#include \"$parts/h$((k + 1)).h\"")
    [ $form = h ] || chained+=("$parts/h$k.h" '')
  done
}
for k in 1 5 9; do
  chain "$k"
  plant d algorithms/plain/x.c "#include \"$parts/h1.h\"" "${chained[@]}"
  fine algorithms/plain/x.c "#include \"$parts/h2.h\"
$(step 'lf_oracle_value(o, &b, x, g)')" "${chained[@]}"
done

plant e algorithms/plain/x.c "$(step 'lf_oracle_value(o, &b, x, g)' 41)"
plant e algorithms/plain/x.c 'static lf_status x_step(void *state, lf_oracle *o);'
fine algorithms/plain/x.c "$(step 'lf_oracle_value(o, &b, x, g)' 40)"
