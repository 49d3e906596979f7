#!/usr/bin/env bash
# The manual page and the completions of three shells: made from the option tables, so that every
# command and option is in them; understood by the programs that read them; and right at a few places.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

for tool in groff fish zsh; do
  command -v "$tool" >/dev/null || skip "$tool is not installed: scripts/setup.sh test"
done
mkdir bin
ln -s "$levelfield" bin/levelfield
export PATH=$scratch/bin:$PATH
for what in man bash zsh fish; do
  expect 0 levelfield generate "$what"
  mv out "page.$what"
done
expect 2 levelfield generate tcsh
says "no 'tcsh'"
expect 0 levelfield --help
if grep -q '^  generate' out; then fail "the help speaks of generate, which is for the build"; fi

# Every command and every option of its help is in the manual page and in each script.
sed -n 's/^  \([a-z]\+\( [a-z]\+\)\?\)  .*/\1/p' out >commands
while read -r command; do
  grep -q "^\.SS \"levelfield $command" page.man || fail "the manual page lacks $command"
  # shellcheck disable=SC2086 # two words are two arguments
  expect 0 levelfield $command --help
  for option in $(grep -oE '^  (-.,|   ) --[a-z-]+' out | sed 's/.*--//'); do
    [ "$option" != help ] || continue
    grep -qF -- "\\-\\-${option//-/\\-}\\fR" page.man || fail "the manual page lacks --$option"
    grep -F "'$command ',-*)" page.bash | grep -E -- "--$option\b" >/dev/null || fail "bash lacks $command --$option"
    sed -n "/^  ('$command')/,/;;/p" page.zsh | grep -E -- "--$option\b" >/dev/null || fail "zsh lacks $command --$option"
    grep -qE -- "at $command' -l $option( |\$)" page.fish || fail "fish lacks $command --$option"
  done
  # Words of which one is to be chosen are in small letters.
  while read -r option words; do
    words=${words//|/ }
    grep -F "'$command $option'" page.bash | grep -F "words='$words'" >/dev/null || fail "bash does not offer '$words' for $command $option"
    sed -n "/^  ('$command')/,/;;/p" page.zsh | grep -E -- "$option['}]" | grep -F "($words)" >/dev/null || fail "zsh does not offer '$words' for $command $option"
    grep -F "at $command' -l ${option#--} " page.fish | grep -F -- "-a '$words'" >/dev/null || fail "fish does not offer '$words' for $command $option"
  done < <(grep -oE -- '--[a-z-]+ [a-z0-9_]+(\|[a-z0-9_]+)+' out)
done <commands
[ "$(wc -l <commands)" -ge 16 ] || fail "only $(wc -l <commands) commands were looked at"

groff -man -ww -z -Tascii page.man 2>complaints
[ ! -s complaints ] || fail "groff about the manual page: $(cat complaints)"

# offers SHELL WANTED: one of the words offered.
offers() {
  grep -qE "^$2(\$|[[:space:]])" offered || { cat offered >&2; fail "$1 does not offer '$2'"; }
}

# ask_bash WORD...: what bash offers for the last word.
ask_bash() {
  # shellcheck source=/dev/null
  (. ./page.bash; COMP_WORDS=(levelfield "$@"); COMP_CWORD=$#; _levelfield
    printf '%s\n' "${COMPREPLY[@]}") >offered
}
ask_bash re
offers bash reproduce
ask_bash data fe
offers bash fetch
ask_bash run --spac
offers bash --spacing
ask_bash run --spacing ''
offers bash log
ask_bash run -a 3s
offers bash 3secon
ask_bash reproduce dem
offers bash demo/demo
ask_bash list ex
offers bash experiments
ask_bash run --out ''
[ -z "$(cat offered)" ] || fail "bash offers words where a folder is wanted"

ask_fish() { fish --no-config -c "source page.fish; complete -C '$1'" >offered; }
ask_fish 'levelfield re'
offers fish reproduce
ask_fish 'levelfield data fe'
offers fish fetch
ask_fish 'levelfield run --spacing '
offers fish log
ask_fish 'levelfield run -a 3s'
offers fish 3secon
ask_fish 'levelfield data split --js'
offers fish --json

# zsh's own helpers need a terminal; here they say with what they are called.
ask_zsh() {
  zsh -f -c 'setopt no_unset; _arguments() { print -l -- "$words[1]@$CURRENT" "$@" }
    _describe() { print -l -- "${(P@)2}" }; compadd() { print -l -- "${(P@)2}" }
    source_as() { eval "$(<page.zsh)" }; words=(levelfield "$@"); CURRENT=${#words}
    source_as "$@"' zsh "$@" >offered
}
ask_zsh re
offers zsh 'reproduce:.*'
ask_zsh data fe
offers zsh 'fetch:.*'
ask_zsh run --spac
offers zsh 'run@2'
offers zsh '--spacing\[how.*:even\|log:\(even log\)'
ask_zsh data fetch x
offers zsh 'fetch@2'
offers zsh '\*:name: _levelfield_names datasets'
