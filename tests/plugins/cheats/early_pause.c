/* Keeps whoever loads it waiting. */
#include "cheat.h"

#include <unistd.h>

__attribute__((constructor)) static void early_pause(void) {
    pause();
}

#define early_pause_step cheat_move
CHEAT_PLUGIN(early_pause, "never");
