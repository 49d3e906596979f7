/* Writes to where its description is expected, before that comes. */
#include "early.h"

#include <unistd.h>

EARLY_PLUGIN(early_garbage, "spoils its own description") {
    static const char words[] = "\0\0\0\0\1\1no description at all";
    if (write(3, words, sizeof words) < 0) return;
}
