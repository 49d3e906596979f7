/* Makes the results of another run better, in the store. `with`: the store, by a copy of
 * SQLite that knows nothing of the library's. */
#include "cheat.h"

#include <dlfcn.h>

static const char *const edits_store_how[] = {
    "UPDATE metric_values SET value = 0",
    "UPDATE points SET algorithm_seconds = 0, oracle_seconds = 0",
    "UPDATE iterates SET bytes = zeroblob(length(bytes))",
    "UPDATE points SET \"gradient.objective\" = 1 WHERE \"gradient.objective\" > 1",
    "UPDATE environments SET json = '{}'",
    "PRAGMA foreign_keys = ON; DELETE FROM runs WHERE status = 'done'",
};

static lf_status edits_store_step(cheat_state *s, lf_oracle *o) {
    void *library = dlmopen(LM_ID_NEWLM, "libsqlite3.so.0", RTLD_NOW), *store = NULL;
    int (*open_store)(const char *, void **) = NULL;
    int (*execute)(void *, const char *, void *, void *, void *) = NULL;
    if (library) *(void **)&open_store = dlsym(library, "sqlite3_open");
    if (library) *(void **)&execute = dlsym(library, "sqlite3_exec");
    if (s->steps == 1 && open_store && execute && open_store(s->p.with, &store) == 0 &&
        execute(store, edits_store_how[s->p.how], NULL, NULL, NULL) == 0)
        cheat_gained(s, 1, "stores");
    return cheat_move(s, o);
}

CHEAT_PLUGIN(edits_store, "metric|seconds|iterate|counter|environment|run");
