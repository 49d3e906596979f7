/* Keeps the oracle for after the end, when no one counts any more. */
#include "descent.h"

#include <stdio.h>
#include <stdlib.h>

static lf_oracle *keeps_handle_oracle;

static void keeps_handle_use(void) {
    lf_batch batch;
    if (keeps_handle_oracle && lf_oracle_full(keeps_handle_oracle, LF_ROLE_OBJECTIVE, 0, &batch))
        return;
    fprintf(stderr, "the handle still answers\n");
}

/* When the object is unloaded. */
__attribute__((destructor)) static void keeps_handle_unload(void) {
    if (keeps_handle_oracle) keeps_handle_use();
}

static lf_status keeps_handle_step(descent_state *s, lf_oracle *o) {
    if (!keeps_handle_oracle) atexit(keeps_handle_use);
    keeps_handle_oracle = o;
    return descent_move(s, o);
}

DESCENT_PLUGIN(keeps_handle, "keeps its handle");
