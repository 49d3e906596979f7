#!/usr/bin/env bash
# Certificates of a published archive: certify.py makes them again from the rows alone, they are the optimum that other
# means find, to 1e-8, and what was tampered with is refused by it and by the program.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
support=$LF_TEST_SOURCE/tests/support
. "$support/numpy.sh"
certify() { "$python" "$LF_TEST_SOURCE/harness/archive/certify.py" "$@"; }

"$python" "$support/certified_tables.py"

# made NAME METHOD PROBLEM...: NAME.lfz, of one run on each problem.
made() {
  local name=$1 method=$2
  shift 2
  "$levelfield" run --algorithm "$method" "${@/#/--problem=}" --budget 1000:samples --seeds 0-1 --out "$name" -q >out
  expect 0 "$levelfield" publish "$name" --out "$name.lfz"
}

made groups smd group_dro:data=synthetic_small,radius=0.2 group_dro:data=synthetic_small,radius=50 \
  mero:data=synthetic_small mero:data=synthetic_small,radius=0.2,gap_tol=1
made share ooa cvar_dro:data=synthetic_small,form=dual,r=0.37 cvar_dro:data=synthetic_small,form=dual,decay=0 \
  cvar_dro:data=apart.yaml,form=dual,r=0.4 cvar_dro:data=apart.yaml,form=dual,r=0.4,decay=0
made plain sgd auc:data=synthetic_small auc:data=synthetic_small,score=raw \
  auc:data=synthetic_small,score=raw,surrogate=margin,margin=0.5 auc_multiclass:data=two_groups \
  auc_multiclass:data=three.yaml
made bounded ssg neyman_pearson:data=synthetic_small,c=0.65 neyman_pearson:data=two_groups,loss=hinge \
  neyman_pearson:data=synthetic_small,loss=hinge,c=0.9 neyman_pearson:data=two_groups,loss=sigmoid \
  np_multiclass:data=three.yaml,loss=logistic,r=0.65 np_multiclass:data=three.yaml,loss=logistic,r=0.7,radius=5,target=1 \
  np_multiclass:data=three.yaml,loss=hinge,r=0.95 \
  np_multiclass:data=three.yaml,loss=hinge,r=0.95,radius=50,target=1 # rounder ones cannot keep that limit
made levels amigo sample_weights:data=synthetic_small,sigma=2 sample_weights:data=two_groups,psi=raw \
  task_weights:data=synthetic_small,tasks=3 task_weights:data=synthetic_small,tasks=2,report=sum \
  hyper_cleaning:data=synthetic_small ridge_selection:data=synthetic_small ridge_selection:data=two_groups,shape=one \
  ridge_selection:data=three.yaml,classes=all ridge_selection:data=synthetic_small,standardise=yes bilevel_quadratic
"$levelfield" data export synthetic_small small.npy
"$levelfield" data export three.yaml three.npy
"$levelfield" data export apart.yaml apart.npy
"$levelfield" data export synthetic_small small.libsvm
"$levelfield" data export two_groups two.libsvm
gzip two.libsvm # text of two kinds, and an array
sets=(synthetic_small=small.npy two_groups=two.libsvm.gz three.yaml=three.npy apart.yaml=apart.npy)
for name in groups:4 share:4 plain:7 bounded:7 levels:8; do
  expect 0 certify "${name%:*}.lfz" "${sets[@]}"
  prints "${name#*:} certificates, all agree"
  expect 0 "$python" "$support/optima.py" "${name%:*}.lfz" "${sets[@]}"
done
expect 0 certify groups.lfz synthetic_small=small.libsvm
expect 1 certify groups.lfz
says 'name its data, synthetic_small=FILE'
expect 1 certify groups.lfz synthetic_small=two.libsvm.gz

# Features as large as a time in nanoseconds: sums in another order lie further apart. Two sets whose files are called
# alike are named with their folders. Of numbers that sums cannot hold nothing is certified.
for size in 1e8 1e300; do
  mkdir "x$size"
  "$python" -c "import random; random.seed(8); print('x,y,label,g', *('%r,%r,%d,%s' % (
      random.gauss(i % 2 / 2 + 1, 1) * $size, random.gauss(40, 10), i % 2 ^ (i % 7 == 0), 'abc'[i % 3])
      for i in range(300)), sep='\n')" >"x$size/large.csv"
  printf 'features: large.csv\nlabel: label\ngroups: [g]\n' >"x$size/large.yaml"
  "$levelfield" data export "x$size/large.yaml" "x$size.npy"
done
made large ssg neyman_pearson:data=x1e8/large.yaml
made larger sgd auc:data=x1e8/large.yaml,score=raw auc:data=x1e8/large.yaml
made largest smd group_dro:data=x1e8/large.yaml group_dro:data=x1e300/large.yaml
for name in large:1 larger:3 largest:1; do
  expect 0 certify "${name%:*}.lfz" x1e8/large.yaml=x1e8.npy
  prints "${name#*:} certificates, all agree"
done
expect 0 certify large.lfz large.yaml=x1e8.npy

# Everything that a certificate says, changed and sealed again; "consistent" makes bound and gaps anew, too.
for name in groups share plain bounded levels; do
  "$python" "$support/forge_certificates.py" "$name.lfz" "forged-$name" "${sets[@]}"
  for file in "forged-$name"/*.lfz; do
    if [ "$name" = share ] || [ "$name" = levels ]; then # these are enough for the program, which makes the member again
      "$levelfield" verify "$file" --level 0 >out 2>err || fail "$file is not sealed: $(cat out err)"
      if "$levelfield" verify "$file" >out 2>err; then fail "verify accepts $file"; fi
    fi
    case $file in *looser*) continue ;; esac # true, though not what the program makes
    if certify "$file" "${sets[@]}" >out 2>err; then fail "certify.py accepts $file: $(cat out)"; fi
  done
done

# The real thing, from the publisher's files.
need_data
made adult smd group_dro:data=a9a
made adults sgd auc:data=a9a auc:data=a9a,score=raw
files=$("$levelfield" data path a9a | paste -sd,)
made hinge ssg neyman_pearson:data=a1a,loss=hinge
expect 0 "$python" "$support/optima.py" hinge.lfz "a1a=$("$levelfield" data path a1a | paste -sd,)"
for name in adult:1 adults:3; do
  expect 0 certify "${name%:*}.lfz" "a9a=$files"
  prints "${name#*:} certificates, all agree"
done
