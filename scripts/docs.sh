#!/usr/bin/env bash
# The documentation as a site: scripts/docs.sh [LEVELFIELD [FOLDER]]. Installs what is missing, builds
# levelfield, and writes build/docs, which opens from disk: nothing is fetched, now or by a reader.
# With LEVELFIELD, a built program, nothing is installed or built.
#
# The Markdown of the tree is copied, so that a link means the same here and there; to it come pages
# that the program writes about itself (docs/site/pages.py) and the headers, through Doxygen.
set -euo pipefail
cd "$(dirname "$0")/.."

levelfield=${1:-$PWD/build/release/levelfield}
site=$(realpath -m "${2:-build/docs}")
if [ $# -eq 0 ]; then
  scripts/setup.sh docs
  scripts/build.sh release levelfield
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Code blocks lose what the tests read behind the language; MkDocs knows no such thing.
find . \( -path ./build -o -path ./.git -o -path ./tests -o -name levelfield-out -o -path './*.egg-info' \) -prune \
  -o -name '*.md' -print | while IFS= read -r page; do
  mkdir -p "$work/pages/${page%/*}"
  sed -E 's/^```([a-z]+) .*/```\1/' "$page" >"$work/pages/$page"
done
for folder in docs/images docs/examples docs/schemas examples include; do
  mkdir -p "$work/pages/$folder"
  find "$folder" -maxdepth 2 -type f ! -name '*.md' ! -name '*.pyc' ! -path '*/build/*' \
    -exec cp --parents -t "$work/pages" {} +
done
cp LICENSE CITATION.cff docs/site/site.css "$work/pages"
python3 docs/site/layers.py dot | dot -Tsvg >"$work/pages/docs/images/layers.svg"
# Two scripts of the theme that Debian's package leaves out, or has under another name only.
mkdir "$work/pages/js"
cp docs/site/theme_extra.js "$work/pages/js"
cp /usr/share/javascript/jquery/jquery.min.js "$work/pages/js/jquery-3.6.0.min.js"

XDG_CACHE_HOME=$work/cache LEVELFIELD_REPORTS=$PWD/reports \
  python3 docs/site/pages.py "$levelfield" "$work/pages/generated"

(cat docs/site/Doxyfile && echo "OUTPUT_DIRECTORY = $work/pages") | doxygen -
cp docs/site/mkdocs.yml "$work"
mkdocs build --strict -f "$work/mkdocs.yml" -d "$site" 2>"$work/log" || { grep -v '^INFO' "$work/log" >&2; exit 1; }
echo "$site/index.html"
