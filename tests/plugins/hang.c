/* Never comes back. Tells its process number, so that a test can see it die. */
#include "descent.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static lf_status hang_step(descent_state *s, lf_oracle *o) {
    (void)s, (void)o;
    const char *path = getenv("LF_TEST_PID_FILE");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%d\n", (int)getpid());
        fclose(file);
    }
    while (pause() != 0)
        ; /* pause only ever returns -1 */
    return LF_OK;
}

DESCENT_PLUGIN(hang, "hangs");
