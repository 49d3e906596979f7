# shellcheck shell=bash
# For tests of a baseline's past: a small experiment, and a repository whose commits changed it.

# guard ALPHA: three methods on one problem, 3S-Econ with that step size.
guard() {
  cat <<YAML
title: guarded
summary: 3S-Econ beside two other methods.
problems:
- {id: roc, label: ROC fairness, problem: "roc_fairness:data=two_groups"}
methods:
- {id: econ, label: 3S-Econ, algorithm: "3secon:mode=stochastic,alpha=$1"}
- {id: oss, label: OSS, algorithm: oss}
- {id: ssg, label: SSG, algorithm: "ssg:mode=deterministic", deterministic: true}
scales:
- {name: smoke, budget: "20:dp.g", seeds: 0-4, checkpoints: 10}
YAML
}

# keep SUBJECT: commit all that is there, whatever the user's own settings are.
keep() {
  git add . && git -c user.name=me -c user.email=me@example.org commit -qm "$1" --allow-empty
}

# past DIR: a repository there, and DIR/own with guard.yaml and baseline.txt, where this ends. Of its
# five commits the third makes econ slower by its settings, the second does not touch the baseline, the
# last mends it again.
past() {
  local alpha n=0
  git init -q -b main "$1" && mkdir "$1/own" && cd "$1/own" || return 1
  echo site >.gitignore
  for alpha in 0.01 0.01 0.001 0.00102 0.01; do
    n=$((n + 1))
    guard "$alpha" >guard.yaml
    "$LF_TEST_COMMAND" track record guard.yaml --out baseline.txt -q >/dev/null || return 1
    keep "step $n: alpha & <eta> are $alpha"
  done
}
