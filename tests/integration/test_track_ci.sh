#!/usr/bin/env bash
# The workflow files that docs/tracking.md gives away: their own commands, in a repository as they
# expect it, with a plugin whose method becomes worse. What only a service can do is looked at as YAML.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"
. "$LF_TEST_SOURCE/tests/support/past.sh"

python3 -c 'import yaml' 2>/dev/null || skip "apt-get install python3-yaml"
command -v git >/dev/null || skip "git is not installed (scripts/setup.sh test)"

# commands FILE STEP...: the commands of a GitHub step by its name, or of a GitLab list.
commands() {
  python3 - "$LF_TEST_SOURCE/docs/examples/$1" "${@:2}" <<'PY'
import sys, yaml
job = yaml.safe_load(open(sys.argv[1]))
steps = job.get("jobs", {}).get("convergence", {}).get("steps", [])
for name in sys.argv[2:]:
    found = [step["run"] for step in steps if step.get("name") == name]
    found += job.get("convergence", {}).get(name, [])
    assert found, f"{name}: no such step"
    print("\n".join(found))
PY
}
export GIT_CONFIG_GLOBAL=/dev/null GITHUB_REPOSITORY=me/mine CI_PROJECT_URL=https://gitlab.com/me/mine
commands levelfield-track.yml 'Build the method' >build
commands levelfield-track.yml 'Check against the baseline' >github-check
commands levelfield-track.yml 'The history of the baseline' >github-history
commands levelfield-track.gitlab-ci.yml script >gitlab-check
commands levelfield-track.gitlab-ci.yml after_script >gitlab-history

past "$scratch/repo"
mkdir -p levelfield/build/release
ln -s "$levelfield" levelfield/build/release/levelfield
ln -s "$LF_TEST_SOURCE/include" levelfield/include
"$levelfield" new algorithm mine >/dev/null
mv mine/mine.c .
expect 0 bash -e "$scratch/build"

for service in github gitlab; do
  [ "$service" = github ] && site=site || site=public
  expect 0 bash -e "$scratch/$service-check"
  [ "$(jq -r .message "$site/badge.json")" = "9 hold" ] || fail "$service: the badge of what holds"
  git checkout -q HEAD~2 -- guard.yaml
  expect 1 bash -e "$scratch/$service-check"
  [ "$(jq -r .color "$site/badge.json")" = red ] || fail "$service: the badge of what does not"
  grep -q '| roc | econ | FV | \*\*worse\*\* |' track.md || fail "$service: no table"
  grep -q '<failure' track.xml || fail "$service: no JUnit report"
  expect 0 bash -e "$scratch/$service-history"
  grep -q "https://git[a-z]*.com/me/mine/.*commit/$(git rev-parse HEAD)\"" "$site/index.html" ||
    fail "$service: the page's links"
  git checkout -q HEAD -- guard.yaml
done
