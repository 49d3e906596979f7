/* Ends whoever loads it, as if all were well. */
#include "cheat.h"

#include <stdlib.h>

__attribute__((constructor)) static void early_exit(void) {
    exit(0);
}

#define early_exit_step cheat_move
CHEAT_PLUGIN(early_exit, "never");
