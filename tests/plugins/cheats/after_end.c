/* Keeps its handle for when the run is over and no one counts: at exit, or as it is unloaded. */
#include "cheat.h"

#include <stdlib.h>

static lf_oracle *after_end_oracle;

static void after_end_ask(void) {
    lf_batch batch;
    if (after_end_oracle && lf_oracle_full(after_end_oracle, LF_ROLE_OBJECTIVE, 0, &batch) != LF_OK)
        return;
    fprintf(stderr, "gained 1 answer after the end\n");
}

static void after_end_on_exit(int status, void *unused) {
    (void)status, (void)unused;
    after_end_ask();
}

__attribute__((destructor)) static void after_end_unload(void) {
    if (after_end_oracle) after_end_ask();
}

/* now: while the run goes on. */
static lf_status after_end_step(cheat_state *s, lf_oracle *o) {
    if (!after_end_oracle) {
        atexit(after_end_ask);
        on_exit(after_end_on_exit, NULL);
    }
    after_end_oracle = o;
    if (s->p.how == 1) after_end_ask();
    return cheat_move(s, o);
}

CHEAT_PLUGIN(after_end, "then|now");
