#!/usr/bin/env bash
# Proof that a change moves no number: scripts/same_bits.sh OLD NEW [WHAT...] makes the same runs with two
# levelfield commands on this machine and compares them bit by bit. WHAT is experiments (sonex/table3), made
# at smoke scale, and methods (sonex), run with each of their parameters moved off its default, alone and with
# every other one; without it, all experiments and all methods. The last line counts; the exit code is 1 if
# anything differs. DIR=FOLDER keeps the results, and what OLD made there is used again while OLD is the same.
set -euo pipefail

[ $# -ge 2 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
old=$(realpath "$1") new=$(realpath "$2")
shift 2
[ -n "${DIR:-}" ] || { DIR=$(mktemp -d) && trap 'rm -rf "$DIR"' EXIT; }
export OPENBLAS_NUM_THREADS=1

# OLD is its file and its library; what it makes follows from this script, too.
mapfile -t of_old < <(ldd "$old" 2>/dev/null | awk '/liblevelfield/ { print $3 }')
sum=$(cat "$0" "$old" "${of_old[@]}" | sha256sum)
[ "$sum" = "$(cat "$DIR/old.sha256" 2>/dev/null)" ] || rm -rf "$DIR/old"
rm -rf "$DIR/new" # a result that is there would not be made again
mkdir -p "$DIR/old/runs" "$DIR/new/runs" # beside the folders of papers
echo "$sum" >"$DIR/old.sha256"

# Where the methods of a view are tried.
declare -A problems=(
  [composition]='cvar_dro:r=0.4 auc_fairness:penalty=squared'
  [constrained]='neyman_pearson dp_scad auc_fairness'
  [group_minimax]='group_dro mero'
  [saddle]='auc auc_multiclass'
  [bilevel]='bilevel_quadratic compositional'
  [plain]='auc'
)

# moved METHOD: lines "name name=value" with a value that is not the default: each other word of a choice, a
# small count, half of a positive number; 0 and -1 stand for what the method knows itself.
moved() {
  "$old" show "$1" | awk -F '   *' '
    $2 == "parameter" { table = 1; next }
    !table || NF < 5 { next }
    $4 ~ /\|/ {
      count = split($4, word, "|")
      for (i = 1; i <= count; i++) if (word[i] != $3) print $2, $2 "=" word[i]
    }
    $4 ~ / to / {
      split($4, range, / to |,/)
      value = $4 ~ /whole/ ? ($3 == 3 ? 2 : 3) : $3 > 0 ? $3 / 2 : 0.5
      if (value < range[1] || value > range[2]) value = range[1] == $3 ? range[2] : range[1]
      print $2, $2 "=" value
    }'
}

# trial SIDE COMMAND NAME OPTION...: runs of one command; NAME.bits and NAME.runs have a line for each.
trial() {
  local file=$DIR/$1/runs/$3 command=$2 code=0
  shift 3
  [ ! -f "$file.runs" ] || return 0
  "$command" run "$@" --checkpoints 4 --json -q -j "$(nproc)" --out "$file" >"$file.json" 2>"$file.log" || code=$?
  case $code in 0 | 4) ;; *) cat "$file.log" >&2; exit 3 ;; esac # 4: runs that fail have a trace as well
  rm -rf "$file"
  jq -r '.runs[] | [.problem, .algorithm, .seed, .status, .cause, .trace_sha256] | @tsv' "$file.json" >"$file.bits"
  jq -r '.runs[] | "\(.problem) \(.algorithm), seed \(.seed): \(.parameters | tojson)"' "$file.json" >"$file.runs"
  rm "$file.json"
}

experiments=0 absent=0 made=0 methods=0 differ=0

# same NAME OPTION...: make these runs with both commands and compare them.
same() {
  local name=$1 other
  trial old "$old" "$@"
  trial new "$new" "$@"
  grep -q $'\tdone\t' "$DIR/old/runs/$name.bits" || { echo "same_bits: no run of $name came to its end" >&2; exit 3; }
  made=$((made + $(wc -l <"$DIR/old/runs/$name.bits")))
  other=$(paste -d '\n' "$DIR/old/runs/$name.runs" "$DIR/old/runs/$name.bits" "$DIR/new/runs/$name.bits" |
    awk 'NR % 3 == 1 { run = $0 } NR % 3 == 2 { before = $0 } NR % 3 == 0 && $0 != before { print "differs: " run }')
  [ -z "$other" ] || { echo "$other"; differ=$((differ + $(wc -l <<<"$other"))); }
}

# The budgets of the first runs end inside of steps as well; those with two parameters moved are short.
same_method() {
  local name=$1 view one two on=() alone=(--algorithm "$1") pairs=()
  view=$("$old" list algorithms --json | jq -r --arg name "$name" '.algorithms[] | select(.name == $name).view')
  [ -n "$view" ] || { echo "same_bits: no method is called '$name'" >&2; exit 2; }
  for one in ${problems[$view]}; do on+=(--problem "$one"); done
  mapfile -t list < <(moved "$name")
  for one in "${!list[@]}"; do
    alone+=(--algorithm "$name:${list[one]#* }")
    for ((two = one + 1; two < ${#list[@]}; two++)); do
      [ "${list[one]%% *}" = "${list[two]%% *}" ] ||
        pairs+=(--algorithm "$name:${list[one]#* },${list[two]#* }")
    done
  done
  same "$name" "${on[@]}" "${alone[@]}" --seeds 0-1 --budget 100:steps,20011:samples
  [ ${#pairs[@]} -eq 0 ] || same "$name-pairs" "${on[@]}" "${pairs[@]}" --seeds 2 --budget 25:steps
  methods=$((methods + 1))
}

# reproduce SIDE COMMAND EXPERIMENT
reproduce() {
  local out=$DIR/$1/$3 code=0
  [ ! -f "$out/code" ] || return "$(cat "$out/code")"
  mkdir -p "$out"
  "$2" reproduce "$3" --scale smoke -q -j "$(nproc)" --out "$out" >"$out/log" 2>&1 || code=$?
  echo "$code" >"$out/code"
  return "$code"
}

same_experiment() {
  local before=0 after=0
  reproduce old "$old" "$1" || before=$?
  reproduce new "$new" "$1" || after=$?
  if [ "$before $after" = '3 3' ] && [ ! -f "$DIR/old/$1/results.sqlite" ]; then
    absent=$((absent + 1)) # its data is not here
    return
  fi
  experiments=$((experiments + 1))
  if [ "$before" = "$after" ] && "$new" compare "$DIR/old/$1" "$DIR/new/$1" >"$DIR/new/log"; then return; fi
  differ=$((differ + 1))
  echo "differs: $1 (exit codes $before and $after)"
  [ ! -f "$DIR/new/log" ] || head -n 5 "$DIR/new/log"
  rm -f "$DIR/new/log"
}

mapfile -t all < <("$old" list experiments --json | jq -r '.experiments[].name'
  "$old" list algorithms --json | jq -r '.algorithms[].name')
[ $# -gt 0 ] || set -- "${all[@]}"
for what; do
  echo "$what" >&2
  case $what in */*) same_experiment "$what" ;; *) same_method "$what" ;; esac
done
echo "same_bits: $experiments experiments ($absent without their data), $made runs of $methods methods: $differ differ"
[ "$differ" -eq 0 ]
