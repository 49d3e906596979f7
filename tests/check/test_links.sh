#!/usr/bin/env bash
# Links within the documentation lead somewhere, heading and all; every block of code says what it is, so
# that no command escapes integration.pages by chance; every page of docs/ has its place in the site. Each
# rule is tried on a planted violation as well.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/files.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
links() { python3 "$LF_TEST_SOURCE/tests/support/check_links.py" "$@"; }

# blocks ROOT PAGE...: blocks whose kind is not said, or not known.
blocks() {
  local root=$1 page
  shift
  for page in "$@"; do
    awk -v page="$page" '
      /^```/ {
        if (!inside && $0 !~ /^```(sh( data)?|console|text|yaml|sql|c|json|python( [^ ]+)?)$/)
          print page ":" NR ": " $0 " does not say what the block is: sh, console, text, yaml, ..."
        inside = !inside
      }
      END { if (inside) print page ": the last block does not end" }' "$root/$page"
  done
}

# places ROOT PAGE...: pages that the site does not lead to.
places() {
  local root=$1 page
  shift
  for page in "$@"; do
    case $page in docs/*.md) grep -qF ": $page" "$root/docs/site/mkdocs.yml" ||
      echo "$page is not in docs/site/mkdocs.yml" ;;
    esac
  done
}

# Reports of papers tell what was run, once and elsewhere: their blocks are not commands to be tried.
mapfile -t pages < <(lf_files '*.md')
mapfile -t typed < <(printf '%s\n' "${pages[@]}" | grep -v '^reports/')
found=$(links "$LF_TEST_SOURCE" "${pages[@]}" || true
  blocks "$LF_TEST_SOURCE" "${typed[@]}"
  places "$LF_TEST_SOURCE" "${pages[@]}")
[ -z "$found" ] || { echo "$found"; exit 1; }

# planted WORDS RULE TEXT: the rule says so of a page with that text.
mkdir -p "$scratch/docs/site" "$scratch/docs/folder"
printf '# One two\n\n```text\n# three\n```\n' >"$scratch/docs/there.md"
echo 'nav: [a: docs/there.md]' >"$scratch/docs/site/mkdocs.yml"
planted() {
  local said
  printf '%b\n' "$3" >"$scratch/docs/page.md"
  said=$("$2" "$scratch" docs/page.md || true)
  [[ $said == *$1* ]] || { echo "not caught by $2: $3"; exit 1; }
}
planted 'is not there' links '[a](gone.md)'
planted 'is not there' links '![a](images/gone.png)'
planted 'is not there' links '[a]\n\n[a]: gone.md'
planted 'has no such heading' links '[a](there.md#two)'
planted 'has no such heading' links '[a](there.md#three)'
planted 'has no such heading' links '# Here\n\n[a](#there)'
planted 'is a folder' links '[a](folder)'
planted 'out of the tree' links '[a](../../../etc/passwd)'
planted 'does not say' blocks '```\nrm\n```'
planted 'does not say' blocks '```bash\nrm\n```'
planted 'does not end' blocks '```sh\nrm'
planted 'is not in' places 'text'
printf '# Here\n\n[a](there.md#one-two) [b](#here) [c](https://nowhere.invalid/x) `[d](gone.md)`\n\n```text\n[e](gone.md)\n```\n' \
  >"$scratch/docs/page.md"
said=$(links "$scratch" docs/page.md && blocks "$scratch" docs/page.md) && [ -z "$said" ] ||
  { echo "good links are refused: $said"; exit 1; }
