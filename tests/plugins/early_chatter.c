/* Prints while it is opened, as libraries do that greet. */
#include "early.h"

#include <stdio.h>

EARLY_PLUGIN(early_chatter, "prints while it is opened") {
    puts("welcome to early_chatter");
    fprintf(stderr, "early_chatter is ready\n");
    fflush(NULL);
}
