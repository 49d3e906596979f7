# The project's own files that match the given patterns, relative to $LF_TEST_SOURCE: what git knows
# or would add; every file outside build trees where there is no git.
lf_files() {
  local -a git=(git -c "safe.directory=*" -C "$LF_TEST_SOURCE")
  if "${git[@]}" rev-parse --git-dir >/dev/null 2>&1; then
    "${git[@]}" ls-files --cached --others --exclude-standard --deduplicate -- "$@" |
      while IFS= read -r file; do
        if [ -f "$LF_TEST_SOURCE/$file" ]; then echo "$file"; fi
      done
  else
    local -a names=()
    for pattern in "$@"; do names+=(-o -name "${pattern##*/}"); done
    (cd "$LF_TEST_SOURCE" && find . -path ./build -prune -o -type f \( "${names[@]:1}" \) -print |
      sed 's|^\./||' | sort)
  fi
}

# A C file without its comments, its lines where they were.
lf_code() {
  perl -0pe 's{/\*.*?\*/}{ my $c = $&; $c =~ tr/\n//cd; $c }gse; s{//[^\n]*}{}g' "$1"
}
