#!/usr/bin/env bash
# Features of a user at the command line: a CSV file with a description, in runs and in an
# experiment, and what is said when it is wrong or changes.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# Two groups of 60 rows; +1 where x exceeds y, with a few exceptions in group b.
mkdir features
awk 'BEGIN {
  print "id,user,x,y,rating,part"
  for (i = 0; i < 120; i++) {
    x = (i * 37 % 101) / 101; y = (i * 53 % 103) / 103; user = i % 2 ? "b" : "a"
    good = (x > y) != (i % 14 == 3)
    printf "%d,%s,%.6f,%.6f,%s,%s\n", i, user, x, y, good ? "good" : "bad", i % 3 == 2 ? "test" : "train"
  }
}' >features/table.csv
cat >features/user.yaml <<'EOF'
features: table.csv
label: rating
classes: [bad, good]
groups: [user]
split: part
ignore: [id]
EOF

# Every kind of problem takes it.
for spec in cvar_dro:data=features/user.yaml/sonx group_dro:data=features/user.yaml/smd \
  dp_scad:data=features/user.yaml/ssg roc_fairness:data=features/user.yaml,group=user/ssg; do
  expect 0 "$levelfield" run --problem "${spec%/*}" --algorithm "${spec##*/}" --budget 500
done
expect 0 "$levelfield" data split cvar_dro:data=features/user.yaml
prints 'data set user.yaml, 2 features'
prints 'train +80 rows'
printf 'features: one.csv\nlabel: y\n' >features/one.yaml
printf 'x,y\n1,0\n2,1\n' >features/one.csv
expect 0 "$levelfield" data verify features/one.yaml
prints '^ok  features/one.yaml  2 rows, 1 feature, 0 group columns, '
rm features/one.*
# What would leave its own split as it is was meant to change it.
expect 2 "$levelfield" data split cvar_dro:data=features/user.yaml,split_seed=7
says 'split_seed=7 changes nothing: the rows of user.yaml are divided by its own split; add split=random, or leave'
expect 2 "$levelfield" run -p cvar_dro:data=features/user.yaml,train=0.2 -a sonx -b 500
says 'train=0.2 changes nothing: user.yaml has a split of its own; add split=random or split=file, or leave train out'
expect 0 "$levelfield" data split cvar_dro:data=features/user.yaml,train=0.2,split=random,split_seed=7
prints 'train +24 rows'
expect 0 "$levelfield" data split cvar_dro:data=features/user.yaml,train=0.2,split=file
# The groups of a constraint of fairness are of rows that do not train, and a group without any is named.
expect 3 "$levelfield" data split dp_scad:data=features/user.yaml,split=file,train=0.99,group=user/a
says 'the groups are of rows that do not train: group user/a of user.yaml: 0 protected rows of 1, both groups need some; name another by'
# Features so large that no step of the paper's to x* is any good: the mend is said.
sed -E '2,$s/([0-9.]+),([0-9.]+),(good|bad)/\1e6,\2e6,\3/' features/table.csv >features/large.csv
sed s/table/large/ features/user.yaml >features/large.yaml
expect 3 "$levelfield" data split roc_fairness:data=features/large.yaml,group=user
says 'x. gives every row the score 0, so there is no ROC; try xstar=exact, or scale the features'
expect 0 "$levelfield" data split roc_fairness:data=features/large.yaml,group=user,xstar=exact
# A column that stands twice is ignored twice.
awk -F, 'BEGIN { OFS = "," } { print $0, $1 }' features/table.csv >features/twice.csv
sed s/table/twice/ features/user.yaml >features/twice.yaml
expect 0 "$levelfield" show features/twice.yaml
prints '^size: +120 rows, 2 features; the first 80'
# Of files with other columns the first that differs is named.
printf 'y,x\n0,1\n' >features/part-1.csv
printf 'features: part-?.csv\nlabel: y\n' >features/parts.yaml
while read -r columns row words; do
  printf '%s\n%s\n' "$columns" "$row" >features/part-2.csv
  expect 3 "$levelfield" show features/parts.yaml
  says "features/part-2.csv: its columns are not those of features/part-1.csv: $words"
done <<'OTHER'
y,z 1,1 feature 1 is "z", and "x" there
y,x,z 1,1,1 it has 2 features and not 1; the first one more is "z"
OTHER
# A set is not written over what it is read from, nor runs over by what is made of them.
cp -r features kept
ln features/table.csv features/other
for file in features/table.csv features/other features/user.yaml; do
  expect 2 "$levelfield" data export features/user.yaml "$file"
  says "data export: $file is what features/user.yaml is read from, and would be replaced; choose another name"
done
for file in features/table.csv features/other features/user.yaml; do
  expect 2 "$levelfield" run -p cvar_dro:data=features/user.yaml -a sonx -b 500 --out none --save-solution "$file"
  says "run: --save-solution: $file is what features/user.yaml is read from, and would be replaced; choose another name"
done
rm features/other
expect 2 "$levelfield" export levelfield-out/run --output features/user.yaml
says 'export: features/user.yaml describes a data set, and would be replaced; choose another name'
[ ! -e none ] || fail "a run was made"
diff -r kept features || fail "an export that was refused changed its source"
for ending in gz zst; do
  expect 2 "$levelfield" data export features/user.yaml "user.libsvm.$ending"
  says "data export: user.libsvm.$ending: what is written is not compressed"
  [ ! -e "user.libsvm.$ending" ] || fail "what is not compressed has a name that says so"
done
for name in user.csv user.JSON user.NPY -; do # nor another format, and no file is called "-"
  expect 2 "$levelfield" data export features/user.yaml "$name"
  says "data export: $name: (what is written is LIBSVM text, or an array|expected the name of a file)"
  [ ! -e "./$name" ] || fail "$name is written and is none"
done
for name in runs.json runs.tex runs.csv.gz; do
  expect 2 "$levelfield" export levelfield-out/run -o $name
  says "export: $name: what is written is CSV; choose another ending, or add --format jsonl for JSON Lines"
  [ ! -e $name ] || fail "$name is written and is none"
done
expect 2 "$levelfield" export levelfield-out/run -f jsonl -o runs.csv
says 'export: runs.csv: what is written is JSON Lines; choose another ending, or add --format csv for CSV'
expect 0 "$levelfield" export levelfield-out/run -f jsonl -o runs.json
expect 0 "$levelfield" export levelfield-out/run
mv out plain
expect 0 "$levelfield" export levelfield-out/run -o -
cmp plain out || fail "- is not standard output"
[ ! -e ./- ] || fail "a file is called -"
expect 2 "$levelfield" data export a99 user.libsvm
says 'data export: no data set is called "a99"; the nearest is "a9a"'
expect 0 "$levelfield" data export features/user.yaml user.libsvm
expect 0 "$levelfield" run --problem cvar_dro:data=features/user.yaml --algorithm sonx --budget 500 --out spared
if [ -n "${LEVELFIELD_DATA:-}" ]; then # a set that the cache has is written without its files, too
  expect 0 "$levelfield" data export a1a a1a.libsvm
  expect 0 env -u LEVELFIELD_DATA "$levelfield" data export a1a again.libsvm
  cmp a1a.libsvm again.libsvm || fail "another table without its files"
  # the catalogue's set by its two files: the same rows, the same runs
  printf '%s\n' 'features: libsvm/a1a.gz' 'test: libsvm/a1a.t.gz' 'format: libsvm' >pair.yaml
  for data in a1a pair.yaml; do
    expect 0 "$levelfield" run -p "auc:data=$data" -a sgd -b 2000:samples --json
    grep -o '"trace_sha256":"[0-9a-f]*' out >"$data.trace"
  done
  cmp a1a.trace pair.yaml.trace || fail "a set by its two files is another one than the catalogue's"
fi
cp spared/results.sqlite before.sqlite
expect 3 "$levelfield" export spared --output spared/results.sqlite
says 'a store of results has that name, and would be replaced'
cmp before.sqlite spared/results.sqlite || fail "an export that was refused changed the store"

expect 0 "$levelfield" data path features/user.yaml
[ "$(cat out)" = "$(printf 'features/user.yaml\nfeatures/table.csv')" ] ||
  fail "data path does not print both files: $(cat out)"
expect 0 "$levelfield" data verify features/user.yaml
prints '^ok  features/user.yaml  120 rows, 2 features, 1 group column, [0-9a-f]{64}$'

expect 0 "$levelfield" show features/user.yaml
prints '^features/user.yaml: a data set of your own$'
prints '^size: +120 rows, 2 features; the first 80 rows are for training$'
prints '^labels: +\+1 in [0-9]+ rows, -1 in [0-9]+, for good and bad$'
prints '^group: +user, 2 values$'
prints '^file: +features/table.csv$'
identity=$(sed -n 's/^identity: *//p' out)
expect 0 "$levelfield" show "features/user.yaml@${identity:0:8}"

# A description in other forms that YAML has; two classes are -1 and +1, three 0 to 2.
printf 'a 1:1\nb 1:2\na 2:1\nb 1:1\n' | sed 's/a/1/;s/b/2/' >features/two.libsvm
(cat features/two.libsvm && echo '3 1:1') >features/three.libsvm
echo '{features: three.libsvm, classes: [1, 2, 3]}' >features/flow.yaml
printf '\xef\xbb\xbffeatures: three.libsvm\nclasses: [1, 2, 3]\n' >features/mark.yaml
printf '"classes": [1, 2, 3]\n"features": three.libsvm\n' >features/quoted.yaml
for form in flow mark quoted; do
  expect 0 "$levelfield" show "features/$form.yaml"
  prints '^labels: +classes 0 to 2$'
done
printf 'classes: [1, 2]\nfeatures: two.libsvm\n' >features/two.yaml
expect 0 "$levelfield" show features/two.yaml
prints '^labels: +\+1 in 2 rows, -1 in 2, for 2 and 1$'

# What a file calls its groups ends no line and moves no terminal.
awk 'BEGIN { print "x,y,g"; for (i = 0; i < 40; i++) printf "%d,%d,\"%s\"\n", i, i % 2, i % 4 < 2 ? "a\nb" : "\033[1mc" }' >features/odd.csv
printf 'features: odd.csv\nlabel: y\ngroups: [g]\n' >features/odd.yaml
expect 0 "$levelfield" data split group_dro:data=features/odd.yaml
prints '^  a b +[0-9]+ rows$'
prints '^  \?\[1mc +[0-9]+ rows$'
printf 'features: odd.csv\nlabel: y\ngroups: ["g\\e[1m"]\n' >features/bold.yaml
sed '1s/g/g\x1b[1m/' features/odd.csv >features/bold.csv && sed -i 's/odd/bold/' features/bold.yaml
expect 0 "$levelfield" show features/bold.yaml
prints '^group: +g\?\[1m, 2 values$'
expect 3 "$levelfield" data split dp_scad:data=features/odd.yaml,group=g/d
says 'has no category "d", but \?\[1mc, a b$'

# A row that cannot be brought to length 1 is said, and not lost among the others.
for length in 1e-310 1.7e308; do
  awk -v "x=$length" 'BEGIN { print "x,z,y"; for (i = 0; i < 60; i++) printf "%s,%s,%d\n", i == 20 ? x : i, i == 20 ? x : 1, i % 2 }' >features/far.csv
  awk -F, 'NR > 1 { printf "%d 1:%s 2:%s\n", $3, $1, $2 }' features/far.csv >features/far.libsvm
  printf 'features: far.csv\nlabel: y\n' >features/far.yaml
  printf 'features: far.libsvm\n' >features/sparse.yaml
  for form in far sparse; do
    expect 4 "$levelfield" run -p "auc:data=features/$form.yaml,score=raw" -a sgd -b 10:steps --out "$form$length"
    grep -qE "data set $form.yaml: row 21 has the length (1.41421e-310|inf), whose inverse is out of range; scale the features" err ||
      fail "a row whose length has no inverse: $(cat err)"
  done
done

# Some programs write endings in capitals. What is no description is not checked, and nothing is said against it.
cp features/table.csv features/LOUD.CSV
sed 's/table.csv/LOUD.CSV/' features/user.yaml >features/loud.yaml
expect 0 "$levelfield" data verify features/loud.yaml
for file in features/table.csv LOUD.CSV; do
  expect 3 "$levelfield" data verify $file
  says "^levelfield: $file: data of your own is given by its description, a .yaml file"
done
sed 's/table.csv/table.zip/' features/user.yaml >features/zipped.yaml
expect 3 "$levelfield" data verify features/zipped.yaml
says 'features/zipped.yaml: files such as table.zip are not read; unpack it$'

# The checksum of a compressed file is that of its content.
gzip -c features/two.libsvm >features/packed.libsvm.gz
sum() { sha256sum | cut -d ' ' -f 1; }
echo "{features: packed.libsvm.gz, classes: [1, 2], sha256: $(sum <features/packed.libsvm.gz)}" >features/packed.yaml
expect 1 "$levelfield" data verify features/packed.yaml
says "sha256: that of the uncompressed content of features/packed.libsvm.gz is $(sum <features/two.libsvm), expected"
echo "{features: packed.libsvm.gz, classes: [1, 2], sha256: $(zcat features/packed.libsvm.gz | sum)}" >features/packed.yaml
expect 0 "$levelfield" data verify features/packed.yaml

# It is no experiment, and an experiment is no description.
expect 3 "$levelfield" reproduce features/user.yaml
says 'features/user.yaml: describes a data set, which a problem takes as data=features/user.yaml'
echo 'titel: Reviewers' >wrong.yaml
expect 3 "$levelfield" show wrong.yaml
says "unknown key 'titel'"

# By its name below a data folder, from elsewhere.
mkdir elsewhere
(cd elsewhere && LEVELFIELD_DATA=$scratch/features expect 0 "$levelfield" data verify user.yaml)

# The same in an experiment file, with a report that names the data and its identity.
cat >experiment.yaml <<'EOF'
title: Reviewers
problems:
- {id: reviewers, label: our reviewers, problem: "cvar_dro:data=features/user.yaml,decay=0.1"}
methods:
- {id: sonx, label: SONX, algorithm: sonx}
- {id: sonex, label: SONEX, algorithm: sonex}
scales:
- {name: default, budget: 2000, seeds: 0-1, checkpoints: 5}
EOF
expect 0 "$levelfield" reproduce experiment.yaml --out report
grep -rq 'user.yaml' report || fail "the report does not name the data"
expect 0 "$levelfield" track record experiment.yaml --scale default --out base.txt -q
sed '/^data /d' base.txt >earlier.txt
for base in base earlier; do
  expect 0 "$levelfield" track check $base.txt -q
  prints '^[0-9]+ identical;'
done

# Results of files that have changed since are neither shown as those of today nor compared with
# them.
again=(run --problem cvar_dro:data=features/user.yaml --algorithm sonx --budget 500 --out changed)
expect 0 "$levelfield" "${again[@]}" --seeds 0-1
cp features/table.csv before.csv
sed -i 's/,bad,/,ill,/;s/,good,/,bad,/;s/,ill,/,good,/' features/table.csv
expect 3 "$levelfield" "${again[@]}" --seeds 0-1
says "features/user.yaml: its files have changed since results in .changed. were made .SHA-256 ${identity:0:12}, now [0-9a-f]{12}.; take another --out, or make all of them again by --force"
expect 3 "$levelfield" "${again[@]}" --seeds 0-2 -q
# A baseline of them says nothing about the code any more; one of before it kept what they were cannot know.
expect 3 "$levelfield" track check base.txt -q
says "^levelfield: base.txt: data reviewers sonex: recorded with SHA-256 ${identity:0:12}, and here it is [0-9a-f]{12}, so"
expect 0 "$levelfield" track check earlier.txt -q --threshold 99
expect 0 "$levelfield" track record experiment.yaml --scale default --out base.txt -q
expect 0 "$levelfield" track check base.txt -q

# What is refused leaves the folder's plan as it was, of several experiments all of theirs; a dry run
# says that it would be.
head() { expect 0 "$levelfield" verify "$1" && grep -oE 'head [0-9a-f]+' out; }
was=$(head changed)
expect 3 "$levelfield" "${again[@]}" --algorithm sonex --seeds 0-2 -q
expect 3 "$levelfield" "${again[@]}" --algorithm sonex --seeds 0-2 -n
says 'its files have changed since results'
[ "$(head changed)" = "$was" ] || fail "a refused command has changed the plan"
expect 0 "$levelfield" report changed
! grep -q 'not run' changed/report.md || fail "the plan of a refused command is reported"
expect 0 "$levelfield" "${again[@]}" --seeds 0-1 --force
expect 3 "$levelfield" reproduce experiment.yaml --out report
expect 3 "$levelfield" reproduce experiment.yaml --out report --method sonex --force -q
says "cvar_dro has runs of different data called user.yaml .SHA-256 [0-9a-f]{12} and [0-9a-f]{12}.; make all of them again by --force"
expect 3 "$levelfield" report report
expect 0 "$levelfield" reproduce experiment.yaml --out report --force
cp before.csv features/table.csv

# What is wrong with it is one line.
expect 3 "$levelfield" run --problem cvar_dro:data=features/table.csv --algorithm sonx --budget 10
says 'is given by its description'
expect 3 "$levelfield" run --problem cvar_dro:data=features/owm.yaml --algorithm sonx --budget 10
says 'there is no such readable description'
sed -i 's/label: rating/label: ratings/' features/user.yaml
expect 3 "$levelfield" run --problem cvar_dro:data=features/user.yaml --algorithm sonx --budget 10
says 'no column "ratings"; the nearest is "rating"'
expect 1 "$levelfield" data verify features/user.yaml
expect 3 "$levelfield" show features/user.yaml
says 'no column "ratings"'
