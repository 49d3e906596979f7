#!/usr/bin/env bash
# Bad input to the command: one clear line on standard error, the right exit code, nothing run.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

run=("$levelfield" run --problem dp_scad --algorithm ssg --out out-dir)

# Names and parameters.
expect 2 "$levelfield" run --algorithm ssg --budget 10
says '--problem is missing'
expect 2 "$levelfield" run --problem dp_scad --budget 10
says '--algorithm is missing'
expect 2 "${run[@]}"
says '--budget is missing'
expect 2 "$levelfield" run --problem dp_scda --algorithm ssg --budget 10
says 'dp_scad'
expect 2 "$levelfield" run --problem dp_scad --algorithm ssgg --budget 10
says 'ssg'
expect 2 "$levelfield" run --problem dp_scad --algorithm ssg:etaa=1 --budget 10
says 'eta'
expect 2 "$levelfield" run --problem dp_scad --algorithm ssg:eta=-1 --budget 10
says 'eta'
expect 2 "$levelfield" run --problem dp_scad --algorithm ssg:eta=big --budget 10
says 'eta'
expect 2 "$levelfield" run --problem dp_scad --algorithm ssg:eta=1e-400 --budget 10
says "eta = '1e-400' is not a finite decimal number that a double tells from 0"
expect 2 "$levelfield" run --problem dp_scad:data=$'a\nb.yaml' --algorithm ssg --budget 10
says 'data has a control character .code 10., expected a text in one line'

# Budgets and seeds.
for budget in 0 -5 nan inf '' 1e3:stepz 1e3: ten 10:steps,0:steps; do
  expect 2 "${run[@]}" --budget "$budget"
  says .
done
expect 2 "${run[@]}" --budget $'20\n'
says 'budget: a control character .code 10. is in it'
expect 2 "${run[@]}" --budget 10:stepz
says 'steps'
for seeds in '' x 3-1 0,0 -1; do
  expect 2 "${run[@]}" --budget 10 --seeds="$seeds"
  says 'seed'
done
expect 2 "${run[@]}" --budget 10 --seeds 9223372036854775808
says 'run: --seeds: .*at most 9223372036854775807'

# Where results go: a file in the way (a missing permission would not stop root).
echo something >file
expect 3 "$levelfield" run -p dp_scad -a ssg -b 10 --out file
says 'file'
for link in nowhere loop; do
  ln -sfn $link loop
  expect 3 "$levelfield" run -p dp_scad -a ssg -b 10 --out loop
  says 'loop: cannot make this folder: a link that leads nowhere has that name'
done
expect 3 "$levelfield" run -p dp_scad -a ssg -b 10 --out file/below
says 'file'
expect 3 "${run[@]}" -b 10 --save-solution nowhere/w.txt
says 'nowhere'
for command in plot report export; do
  expect 3 "$levelfield" "$command" nowhere
  says 'nowhere'
done
mkdir looped && ln -s results.sqlite looped/results.sqlite
expect 3 "$levelfield" report looped
says 'looped/results\.sqlite: cannot be read: Too many levels'
# Something else by the name of the results' file.
mkdir -p odd-{pipe,folder,device} odd-folder/results.sqlite && mkfifo odd-pipe/results.sqlite
ln -s /dev/null odd-device/results.sqlite
for odd in odd-*; do
  for command in 'run -p dp_scad -a ssg -b 10 --out' report export status collect verify; do
    read -ra words <<<"$command"
    expect 3 timeout 20 "$levelfield" "${words[@]}" "$odd"
    says "$odd/results\.sqlite: not a regular file, as results are kept in: remove it or choose another folder"
  done
done
# A folder that somebody else made may have links: what they lead to is not written over.
expect 0 "$levelfield" run -p dp_scad -a ssg -b 10 --out linked -q
mkdir outside && echo mine | tee outside/file >mine
for name in report.html report.md report.json plots plots/run-FV.svg; do
  mkdir -p linked/plots
  [ $name != plots ] || rm -r linked/plots
  ln -sfn "$scratch/outside$([ $name = plots ] || echo /file)" linked/$name
  expect 3 "$levelfield" report linked
  says "linked/$name: cannot write: a link has that name, .*; remove the link"
  rm linked/$name
done
mkdir latex && ln -s ../outside latex/tables
expect 3 "$levelfield" report linked --latex latex
says 'latex/tables: cannot write: a link has that name'
cmp outside/file mine && [ "$(ls outside)" = file ] || fail "something was written outside"
expect 3 "$levelfield" compare nowhere elsewhere
says 'nowhere'

# Plugins.
expect 3 "${run[@]}" -b 10 --plugin ./nothing.so
says 'nothing\.so'
cp file broken.so
expect 3 "${run[@]}" -b 10 --plugin ./broken.so
says 'broken\.so'
expect 3 "${run[@]}" -b 10 --plugin ./file
says 'NAME\.so'

# Experiment files: a key that does not exist, with its line; a value of the wrong kind; no YAML.
cat >wrong.yaml <<'YAML'
title: wrong
problems:
  - id: p
    problm: dp_scad
YAML
expect 3 "$levelfield" reproduce wrong.yaml
says 'wrong\.yaml.*(4|problm)'
printf 'title: [unclosed\n' >broken.yaml
expect 3 "$levelfield" reproduce broken.yaml
says 'broken\.yaml'
for text in '1\ttitle: t' '3title: t\nproblems:\n\t- {id: a}' '2title: t\nnote: \xff'; do
  printf '%b\n' "${text:1}" >torn.yaml
  expect 3 "$levelfield" reproduce torn.yaml
  says "torn\.yaml:${text:0:1}: (problems: )?not YAML: (found character that cannot|invalid leading UTF-8)"
done
expect 3 "$levelfield" reproduce missing.yaml
says 'missing\.yaml'
expect 3 "$levelfield" show missing.yaml
expect 2 "$levelfield" reproduce demo/demmo
says "did you mean 'demo/demo'"
expect 2 "$levelfield" reproduce own/table.csv
says "no experiment 'own/table.csv'; \`levelfield list experiments\` names them, and a file of yours ends in .yaml"
echo 'title: t' >mine.yml
expect 2 "$levelfield" reproduce mine.yml
says "no experiment 'mine.yml'; .*, and a file of yours ends in .yaml"
printf 'title: t\nbase: _none.yaml\n' >based.yaml
expect 3 "$levelfield" reproduce based.yaml
says 'based\.yaml: base: .*_none\.yaml'
{ echo 'title: large' && head -c 4200000 /dev/zero | tr '\0' '#'; } >large.yaml
expect 3 "$levelfield" reproduce large.yaml
says 'large\.yaml: .*larger than the 4194304 bytes'
expect 2 "$levelfield" reproduce demo --scale huge
says "has no scale 'huge'"

# Names are what a reader tells methods by, and what goes into the store.
cat >twins.yaml <<'YAML'
title: T
problems: [{id: p, label: P, problem: auc}]
methods: [{id: a, label: A, algorithm: sgd}, {id: b, label: A, algorithm: adam}]
scales: [{name: default, budget: "20", seeds: 0, checkpoints: 1}]
YAML
expect 3 "$levelfield" reproduce twins.yaml --out twins
says "twins\.yaml: methods 'a' and 'b' have one label, 'A', and no report could tell them apart"
sed 's/label: A, algorithm: adam/label: B, algorithm: adam/' twins.yaml >one.yaml
# labelled WORDS: the same of two problems, also of one that has two ids.
labelled() { sed "s/problems: .*/problems: [{id: p, label: P, problem: auc}, {id: q, label: P, problem: $1}]/" one.yaml >labels.yaml; }
for problem in '"auc:data=synthetic_small"' auc; do
  labelled "$problem"
  expect 3 "$levelfield" reproduce labels.yaml --out twins
  says "labels\.yaml: problems 'p' and 'q' have one label, 'P', and no report could tell them apart"
done
# What every cost has a word for already, or CPU time, is no measure's name.
for name in seconds steps samples.inner; do
  sed "s/algorithm: sgd/algorithm: sgd, measures: [{name: $name, cost: 2*steps}]/" one.yaml >words.yaml
  expect 3 "$levelfield" reproduce words.yaml --out twins
  says "words\.yaml: method 'a': measure '$name': every cost has this word already, expected a name of its own"
done
sed "s/algorithm: sgd/algorithm: sgd, measures: [{name: dp-g, cost: 2*steps}]/" one.yaml >words.yaml
expect 3 "$levelfield" reproduce words.yaml --out twins
says "words\.yaml: method 'a': 'dp-g' is no name for a measure, expected letters"
mkdir sub
for base in ../twins.yaml "$scratch/twins.yaml"; do
  printf 'title: T\nbase: %s\n' "$base" >sub/based.yaml
  expect 3 "$levelfield" reproduce sub/based.yaml --out twins
  says "sub/based\.yaml: base: '$base': expected the name of a file of this folder"
done
cp one.yaml $'t\xe9.yaml'
expect 3 "$levelfield" reproduce $'t\xe9.yaml' --out twins
says '\.yaml: the path is not UTF-8; rename the file or its folder'
[ ! -e twins ] || fail "runs of what is refused"
# A folder's name may be anything.
expect 0 "$levelfield" run -p auc -a sgd -a sgd -b 20:steps --out $'caf\xe9' -q
for command in status verify; do
  expect 0 "$levelfield" $command $'caf\xe9' --json
  [ "$(jq -r .folder out)" = 'caf?' ] || fail "$command: the folder is $(jq -r .folder out)"
done
expect 0 "$levelfield" publish $'caf\xe9' --out $'caf\xe9.lfz'
expect 0 "$levelfield" verify $'caf\xe9.lfz' --json
[ "$(jq -r .archive out)" = 'caf?.lfz' ] || fail "the archive is $(jq -r .archive out)"
expect 3 "$levelfield" verify not-there.lfz --level 1
says 'not-there\.lfz: No such file or directory'

# A cost that only the built problem can tell from a slip: refused before the first run, wherever it
# stands, for each method that it is shown of, and a dry run says so, too.
# costly WHAT LINE: an experiment with this line costs no run, and the message has the place.
costly() {
  cat >cost.yaml <<YAML
title: T
problems: [{id: p, label: P, problem: auc, constants: [{name: q, value: 2}]}]
methods:
- {id: a, label: A, algorithm: sgd, measures: [{name: ${own:-own.count}, cost: 2*steps}]}
- {id: b, label: B, algorithm: adam}
scales: [{name: default, budget: "${spend:-20}", seeds: 0-4, checkpoints: 5, expensive: 5}]
$2
YAML
  for words in -n -q; do
    expect 3 "$levelfield" reproduce cost.yaml --out costs "$words"
    says "^levelfield: cost\.yaml: $1"
  done
  [ ! -e costs ] || fail "a run was made: $2"
}
costly "table 't': column 'x': 'a' on 'p': cost 'nosuch': 'nosuch' is neither .*; there are steps, " \
  'tables: [{id: t, title: T, caption: c, columns: [{id: x, cost: nosuch}]}]'
costly "table 't': column 'x': 'b' on 'p': cost 'own.count': " \
  'tables: [{id: t, title: T, caption: c, columns: [{id: x, cost: own.count}]}]'
costly "table 't': column 'x': 'a' on 'p': cost '2.own.cuont/q': .*did you mean 'own.count'" \
  'tables: [{id: t, title: T, caption: c, methods: [a], columns: [{id: x, cost: 2*own.cuont/q}]}]'
costly "figure 'f': panels\[1\]: 'a' on 'p': cost 'nosuch'" \
  'figures: [{id: f, title: F, panels: [{problem: p, x: nosuch, y: P}]}]'
costly "figure 'f': 'a' on 'p': cost 'nosuch'" \
  'figures: [{id: f, title: F, form: data_profile, metric: P, cost: nosuch, accuracies: [0.1]}]'
costly "claim 'c': 'b' on 'p': cost 'own.count'" \
  'claims: [{id: c, text: T, kind: lower, metric: P, method: a, than: [b], cost: own.count}]'
costly "fit 'e': 'a' on 'p': cost 'nosuch'" \
  'fits: [{id: e, title: T, problem: p, metric: P, targets: [0.9, 0.8, 0.7], cost: nosuch}]'
spend='20", tuning_budget: "10' costly "tuning: 'a' on 'p': cost 'nosuch'" "tuning: {metric: P, target: 0.5, cost: nosuch, points: 2,\
  seeds: '7', grids: [{method: a, grid: 'eta0={0.1|0.2}'}, {method: b, grid: 'alpha={0.1|0.2}'}]}"
own=work costly "table 't': column 'x': 'a' on 'p': measure 'work': problem auc has one of this name, expected another" \
  'tables: [{id: t, title: T, caption: c, methods: [a], columns: [{id: x, cost: work}]}]'
spend=20:nosuch costly "budget: cost 'nosuch'" ''
expect 2 "$levelfield" run -p auc -a sgd -b 20:nosuch --out costs
says "budget: cost 'nosuch'"
cat >sound.yaml <<'YAML'
title: T
problems: [{id: p, label: P, problem: dp_scad}]
methods:
- {id: a, label: A, algorithm: ssg, measures: [{name: own.count, cost: 2*dp.g}]}
- {id: b, label: B, algorithm: csa}
scales: [{name: default, budget: "2:dp.g", seeds: 0, checkpoints: 5, expensive: 5}]
tables:
- {id: t, title: T, caption: c, methods: [a], columns: [{id: x, cost: own.count}, {id: m, mean: FV, cost: seconds}]}
- {id: u, title: T, caption: c, columns: [{id: x, cost: dp.g}]}
YAML
expect 0 "$levelfield" reproduce sound.yaml --out sound -q

# One file that cannot be used is named, and the others are listed all the same.
mkdir -p reports/own
cat >reports/own/good.yaml <<'YAML'
title: fine
problems: [{id: p, label: p, problem: auc}]
methods: [{id: m, label: m, algorithm: sgd}]
scales: [{name: default, budget: "10", seeds: "0", checkpoints: 1}]
YAML
sed 's/algorithm: sgd/algorithm: sdg/' reports/own/good.yaml >reports/own/broken.yaml
expect 3 env LEVELFIELD_REPORTS="$scratch/reports" "$levelfield" list experiments
prints 'own/good +fine'
prints 'aleg/fig1'
grep -q 'own/broken' out && fail "the broken one is listed"
grep -qE "own/broken\.yaml: .*'sdg'; did you mean 'sgd'" err || fail "the broken one is not named"
[ "$(wc -l <err)" -eq 1 ] || fail "more than one line about it"
expect 3 env LEVELFIELD_REPORTS="$scratch/reports" "$levelfield" list --json
jq -e '(.experiments | map(.name) | index("own/good")) and (.algorithms | length > 9)' out \
  >/dev/null || fail "the JSON object lacks what can be listed"

# Data that is not there, then data that is not what it should be.
mkdir -p fake/libsvm
expect 3 env LEVELFIELD_DATA="$scratch/fake" "$levelfield" run -p dp_scad:data=a9a -a ssg -b 10
says 'a9a'
expect 3 env LEVELFIELD_DATA="$scratch/fake" "$levelfield" data path a9a
says 'data fetch a9a'
expect 3 env LEVELFIELD_DATA="$scratch/fake" "$levelfield" data split dp_scad:data=a9a
says 'a9a'
# A check of nothing is no success.
expect 3 env LEVELFIELD_DATA="$scratch/fake" XDG_CACHE_HOME="$scratch/none" "$levelfield" data verify
says "data verify: no file of any data set is readable in LEVELFIELD_DATA .$scratch/fake. or in $scratch/none/levelfield/files"
for file in a9a a9a.t; do printf '+1 3:1 \n' | gzip >"fake/libsvm/$file.gz"; done
expect 3 env LEVELFIELD_DATA="$scratch/fake" "$levelfield" run -p dp_scad:data=a9a -a ssg -b 10
says 'SHA-256|checksum'
expect 1 env LEVELFIELD_DATA="$scratch/fake" "$levelfield" data verify a9a
grep -q '^WRONG' out || fail "data verify does not say which file is wrong"
expect 2 "$levelfield" data verify a9b
says 'a9a'
# A size that a name states is looked at, and the set is of that size.
for command in show 'data verify'; do
  expect 2 "$levelfield" $command click:rows=0
  says 'click: rows=0, expected a whole number from 10'
done
expect 0 "$levelfield" show click:rows=50+seed=3
prints '^size: +50 rows, 131072 features; the training set is 40 rows$'
expect 0 "$levelfield" data verify click:rows=50 two_groups
prints '^ok  click:rows=50  generated$'
prints '^ok  two_groups  generated$'
expect 2 "$levelfield" data fetch nothing-like-it
says 'nothing-like-it'

# Nothing of all this was stored.
[ ! -e out-dir/results.sqlite ] || expect 0 "$levelfield" export out-dir
[ ! -e out-dir/results.sqlite ] || [ "$(wc -l <out)" -le 1 ] || fail "a run was stored"
