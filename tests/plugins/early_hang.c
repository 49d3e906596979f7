/* Never lets go of whatever process opens it, whatever signals come. */
#include "early.h"

#include <signal.h>
#include <unistd.h>

EARLY_PLUGIN(early_hang, "hangs while it is opened") {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (;;)
        pause();
}
