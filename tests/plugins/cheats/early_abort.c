/* Ends whoever loads it. */
#include "cheat.h"

#include <stdlib.h>

__attribute__((constructor)) static void early_abort(void) {
    abort();
}

#define early_abort_step cheat_move
CHEAT_PLUGIN(early_abort, "never");
