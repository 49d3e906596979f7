/* Writes without end to where its description is expected. */
#include "early.h"

#include <unistd.h>

EARLY_PLUGIN(early_endless, "never ends talking while it is opened") {
    static const char words[4096];
    while (write(3, words, sizeof words) > 0)
        continue;
    for (;;)
        pause();
}
