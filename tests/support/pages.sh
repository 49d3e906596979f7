# shellcheck shell=bash
# Pages of the documentation. What stands behind ``` says what a block is: `sh` is carried out as it
# stands, `sh data` too where LEVELFIELD_DATA is set; `console` is for commands that are shown only,
# as too long, or in need of a network or of root.

# lf_blocks PAGE: the page as a shell script, its blocks in order; lines that are skipped say so.
lf_blocks() {
  awk -v data="${LEVELFIELD_DATA:+yes}" '
    /^```/ {
      if (inside) { inside = 0; next }
      inside = 1
      run = $0 == "```sh" || ($0 == "```sh data" && data)
      if ($0 == "```sh data" && !data) print "echo \"skipped, as LEVELFIELD_DATA is not set: line " NR "\""
      if (run) print "echo \"--- line " NR "\" >&2"
      next
    }
    inside && run' "$1"
}
