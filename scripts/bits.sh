#!/usr/bin/env bash
# bits.sh [COMMAND...]: the table of hashes, on standard output: every method on a small problem of its view, and every
# problem, on generated data, a line each: problem, method, how it ended, SHA-256 of the trace and of the final
# iterate's digits; and every elementary function with a digest of its values (function_bits, beside the program). COMMAND
# is the program (build/release/levelfield), or what runs it elsewhere: qemu-aarch64 ... .
#     scripts/bits.sh >tests/baselines/hashes.tsv          # after a change that is meant to change results
# integration.hashes holds the program to that file; scripts/bits_matrix.sh does on other machines.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- build/release/levelfield
unset LEVELFIELD_DATA LEVELFIELD_BITS # LF_LISTS: a program that runs here and tells the methods
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=${LEVELFIELD_BITS_CACHE:-$folder/cache} OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1

# Nine classes of 40 rows with 6 whole numbers each, for the problems that no generated set fits.
awk 'BEGIN { print "a,b,c,d,e,f,half,class"; s = 7
  for (i = 0; i < 360; i++) {
    for (j = 0; j < 6; j++) { s = (s * 75 + 74) % 65537; printf "%d,", s % 10 + (i % 9 == j) * 5 }
    print i % 2 "," i % 9 } }' >"$folder/classes.csv"
printf 'features: classes.csv\nlabel: half\ngroups: [class]\n' >"$folder/classes.yaml"
printf 'features: classes.csv\nlabel: class\nignore: [half]\n' >"$folder/nine.yaml"

# of VIEW: the methods that solve it.
of() {
  "${LF_LISTS:-build/release/levelfield}" list algorithms --json | jq -r --arg view "$1" '.algorithms[] | select(.view == $view) | .name'
}

# rows BUDGET PROBLEM METHOD...: their lines.
rows() {
  local budget=$1 problem=$2 method out
  shift 2
  out=$(mktemp -d -p "$folder")
  local -a methods=()
  for method in "$@"; do methods+=(--algorithm "$method"); done
  "${command[@]}" run --problem "$problem" "${methods[@]}" --budget "$budget:steps" --checkpoint 0 -q --json \
    --out "$out/runs" --save-solution "$out/w" >"$out/json" 2>"$out/err" || true # some end as failed; the table says so
  jq -r '.runs[] | [.algorithm, .status, .trace_sha256, .solution_file // ""] | @tsv' "$out/json" |
    while IFS=$'\t' read -r method status trace file; do
      printf '%s\t%s\t%s\t%s\t%s\n' "${problem//$folder\//}" "$method" "$status" "$trace" \
        "$(sha256sum <"${file:-/dev/null}" | cut -c 1-64)"
    done
}

command=("$@")
{
  rows 200 auc $(of plain) $(of saddle)
  rows 200 cvar_dro:data=synthetic_skewed,r=0.4 $(of composition | grep -vxE 'soap|sopa|sota_s|sox|msvr')
  rows 200 neyman_pearson $(of constrained)
  rows 200 group_dro:data=synthetic_small $(of group_minimax) smd_online:player=exp3p smd_online:player=tinf
  rows 100 bilevel_quadratic $(of bilevel)
  rows 100 compositional svrb stable
  rows 100 auc_fairness:penalty=smoothed,rho=1,lambda=0.1 sox msvr sonx
  rows 100 average_precision soap sox
  rows 100 partial_auc sox msvr sota_s sota_s:tau=0
  rows 100 partial_auc:form=cvar sopa sonx
  rows 40 auc:model=mlp,hidden=16+16,activation=tanh sgd ppd_sg
  rows 40 auc:model=mlp,hidden=16+16 adam
  rows 40 auc:model=mlp,hidden=16+16,precision=float32 sgd ppd_sg
  rows 40 auc:model=mlp,hidden=16+16,activation=tanh,precision=float32 adam
  rows 100 auc_multiclass sgd ppd_sg
  rows 40 contrastive:data="$folder/classes.yaml",k=4,towers=tanh,width=8 soap sox
  rows 40 continual:data="$folder/classes.yaml",target=8,protected=0+2+3,k=4,towers=tanh,width=8 sonx
  rows 100 digit_cleaning soba f2sa
  rows 100 dp_scad ssg 3secon:mode=stochastic
  rows 100 hyper_cleaning svrb
  rows 100 mero:data=synthetic_small mero
  rows 40 multitask_auc svrb rsvrb
  rows 100 np_multiclass:data="$folder/nine.yaml",r=0.2 ssg pdsg:C=2
  rows 100 ridge_selection soba f2sa
  rows 100 roc_fairness ssg
  rows 100 sample_weights svrb soba
  rows 40 task_weights svrb
  "${command[@]:0:${#command[@]}-1}" "$(dirname "$(command -v "${command[-1]}")")/function_bits" |
    awk -F '\t' '{ print $1 "\t-\tdone\t" $2 "\t-" }'
}
