/* Built against another version of the headers: only the stamp can be read, the rest would not be
 * where it is looked for. */
#include <levelfield/algorithm.h>

const struct {
    unsigned abi;
    double something_else[8];
} lf_algorithm_wrong_abi = {LF_ABI + 1, {1, 2, 3, 4, 5, 6, 7, 8}};
