/* Crashes whatever process opens it. */
#include "early.h"

#include <stdlib.h>

EARLY_PLUGIN(early_abort, "aborts while it is opened") {
    abort();
}
