/* Built against the headers of the version before: an algorithm then, of which only the stamp can
 * still be read. */
#include <levelfield/algorithm.h>

const struct {
    unsigned abi;
    const char *name, *source;
} lf_algorithm_older_abi = {LF_ABI - 1, "older_abi", "made for tests"};
