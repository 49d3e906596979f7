/* Is opened without harm the first time, and crashes the second: a file tells. */
#include "early.h"

#include <fcntl.h>
#include <stdlib.h>

EARLY_PLUGIN(early_late, "aborts when it is opened again") {
    if (open("early_late.opened", O_WRONLY | O_CREAT | O_EXCL, 0600) < 0) abort();
}
