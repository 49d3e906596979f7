#!/usr/bin/env bash
# The shared library shows what the public headers declare, nothing less and nothing more, and carries
# the version of the project.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

command -v nm >/dev/null || skip "nm is not installed"
library=$LF_TEST_BUILD/liblevelfield.so

# declared FILE...: functions declared at the beginning of a line, outside comments and macros.
declared() {
  perl -0777 -ne 's{/\*.*?\*/}{}gs; s{^#(?:.*\\\n)*.*\n}{}gm;
    print "$1\n" while /^(?:LF_CHECKED )?(?!typedef|static)[a-z][\w ]*[ *](lf_\w+)\(/gm' "$@" | sort -u
}

declared "$LF_TEST_SOURCE"/include/levelfield/*.h >public
[ "$(wc -l <public)" -gt 40 ] || fail "only $(wc -l <public) functions found in the headers"
declared "$LF_TEST_SOURCE"/binding/binding.h | sed 's/$/@@LEVELFIELD_BINDING_1/' >binding
[ "$(wc -l <binding)" -gt 20 ] || fail "only $(wc -l <binding) functions found in binding.h"
# The one entry that no installed header declares: the program itself.
echo lf_command_main | sort - public binding >wanted
# A sanitizer adds symbols of its own, which are not ours.
nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' |
  grep -vE '^(__(asan|odr_asan|ubsan|tsan)|_(init|fini)$)' | sort >shown
diff wanted shown >&2 || fail "the library's symbols (>) are not the headers' functions (<)"

expect 0 readelf -d "$library"
prints 'SONAME.*\[liblevelfield\.so\.[0-9]+\]'
expect 0 "$levelfield" --version
version=$(sed -E 's/^levelfield ([0-9.]+) .*/\1/' out)
[ "$(readlink -f "$library")" = "$(readlink -f "$LF_TEST_BUILD")/liblevelfield.so.$version" ] ||
  fail "the library is not called liblevelfield.so.$version"
