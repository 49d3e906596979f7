/* Ends whatever process opens it, as if all were well. */
#include "early.h"

#include <stdlib.h>

EARLY_PLUGIN(early_exit, "exits while it is opened") {
    exit(0);
}
