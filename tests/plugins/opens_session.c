/* Asks a problem of its own, through what the library shows for bindings to other languages. */
#include "descent.h"

/* binding/binding.h, which is no header for plugins. */
typedef struct lf_binding_session lf_binding_session;
lf_status lf_binding_open(const char *problem, const char *algorithm, uint64_t seed,
                          const char *budget, lf_binding_session **session);

static lf_status opens_session_step(descent_state *s, lf_oracle *o) {
    lf_binding_session *own;
    const lf_status status = lf_binding_open("toy", "overrun", 0, "1e6", &own);
    if (status != LF_UNSUPPORTED) return lf_fail(LF_IO, "a session was opened: %d", (int)status);
    return descent_move(s, o);
}

DESCENT_PLUGIN(opens_session, "opens a session");
