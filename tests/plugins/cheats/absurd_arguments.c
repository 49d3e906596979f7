/* Asks what is free with arguments that make no sense: does memory behind a table come back? */
#include "cheat.h"

#include <math.h>

enum { WEIGHT, SHARE, COMPONENT, PICK, OUTER, PROX, LOWER };

/* Numbers that came of it, where none could. */
static size_t absurd_arguments_told(cheat_state *s, lf_oracle *o, lf_role role, size_t i) {
    size_t ids[64];
    double value = NAN;
    switch (s->p.how) {
    case WEIGHT:
        value = lf_oracle_component_weight(o, role, 3, i);
        return isfinite(value);
    case SHARE:
        return lf_oracle_share(o, role, i, 1) != 0;
    case COMPONENT:
        return lf_oracle_component(o, role, i) != NULL;
    case PICK:
        return lf_oracle_components(o, role, SIZE_MAX, ids) == LF_OK;
    case OUTER:
        value = lf_oracle_outer_value(o, role, i, s->y);
        return isfinite(value);
    case PROX:
        return lf_oracle_outer_prox(o, role, i, 1, s->y, s->g) == LF_OK;
    default:
        return lf_oracle_lower_at(o, i) != 0;
    }
}

static lf_status absurd_arguments_step(cheat_state *s, lf_oracle *o) {
    static const lf_role roles[] = {LF_ROLES, (lf_role)40, (lf_role)1000000, (lf_role)-1};
    for (size_t r = 0; r < sizeof roles / sizeof *roles; r++)
        cheat_gained(s, absurd_arguments_told(s, o, roles[r], 0), "numbers of no role");
    if (s->p.how != WEIGHT) /* it is one of n and k alone */
        cheat_gained(s, absurd_arguments_told(s, o, s->role, SIZE_MAX / 2),
                     "numbers of no component");
    return cheat_move(s, o);
}

CHEAT_PLUGIN(absurd_arguments, "weight|share|component|pick|outer|prox|lower");
