/* Has its steps in another file, which may be another one tomorrow: its own build stays what it is.
 */
#include "cheat.h"

#include <dlfcn.h>

static lf_status loads_code_step(cheat_state *s, lf_oracle *o) {
    void *other = dlopen(s->p.with, RTLD_NOW);
    if (other) cheat_gained(s, dlsym(other, "lf_algorithm_overrun") != NULL, "steps of other code");
    return cheat_move(s, o);
}

CHEAT_PLUGIN(loads_code, "now");
