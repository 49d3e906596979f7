#!/usr/bin/env bash
# data split: which rows a problem uses, of generated and of real data.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# sizes SPEC JQ-CONDITION
sizes() {
  expect 0 "$levelfield" data split "$1" --json
  jq -e "$2" out >/dev/null || { jq '.parts | map_values(length)' out >&2; fail "$1: not $2"; }
  jq -e '[.parts[] | (. | sort) == (. | unique)] | all' out >/dev/null || fail "$1: rows twice"
}

sizes dp_scad '(.parts.train | length) > 0 and (.parts.protected | length) > 0'
expect 0 "$levelfield" data split dp_scad
prints 'protected +[0-9]+ rows'

# Each part has a name of its own, whatever groups are called, and test rows have parts, too.
{
  echo 'id,half,x,y'
  for i in $(seq 40); do echo "$i,$([ $((i % 4)) -lt 2 ] && echo train || echo test),$((i % 7)),$((i % 3 == 0))"; done
} >own.csv
cat >own.yaml <<'YAML'
features: own.csv
label: y
groups: [half]
ignore: [id]
YAML
sizes group_dro:data=own.yaml,groups=half,split=file '(.parts | keys | sort) == ["\u0027test", "\u0027train",
  "test", "test test", "test train", "train"] and .parts.train == .parts["\u0027test"] + .parts["\u0027train"]'
jq -e '.parts | (.["test test"] + .["test train"] | sort) == .test' out >/dev/null || fail "test rows of no group"
sizes multitask_auc '(.parts.test | length) == 8000 and (.parts["test 3"] | length) == 1000'
sizes contrastive:data=synthetic_small '.parts | map_values(length) == {"train": 800, "test": 8000}'

need_data
sizes dp_scad:data=a9a '.parts | map_values(length) ==
  {"train": 32561, "protected": 5421, "unprotected": 10860}'
jq -e '.features | length == 123' out >/dev/null || fail "a9a has 123 features"
jq -e '.parts.train == [range(32561)]' out >/dev/null || fail "a9a: D is the training file"
jq -e '[.parts.protected[], .parts.unprotected[]] | sort == [range(32561; 48842)]' out >/dev/null ||
  fail "a9a: the groups are the test file"
sizes dp_scad:data=compas16 '(.parts.train | length) == 4115 and
  (.parts.protected | length) + (.parts.unprotected | length) == 2057'
jq -e '.features | length == 16' out >/dev/null || fail "compas16 has 16 features"
