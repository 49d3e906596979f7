/* Builds a second problem like its own, which nobody meters. `at`: how far the class of the problem
 * is behind lf_oracle_draw() in the library, which whoever has the library can see; `with`: its
 * name, a slash, and its data set. */
#include "cheat.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { BY_OFFSET, BY_NAME };

static const lf_problem_class *own_problem_class(const cheat_state *s) {
    char name[64];
    snprintf(name, sizeof name, "lf_problem_%.*s", (int)strcspn(s->p.with, "/"), s->p.with);
    if (s->p.how == BY_NAME) return dlsym(RTLD_DEFAULT, name);
    return (const lf_problem_class *)((uintptr_t)&lf_oracle_draw + s->p.at);
}

/* The defaults of a parameter table, on this data set. */
static void *own_problem_defaults(const lf_problem_class *is, const char *data) {
    char *params = calloc(1, is->params_size);
    for (const lf_param *p = is->params; params && p->field; p++) {
        void *to = params + p->offset;
        if (p->kind == LF_KIND_REAL) *(double *)to = p->value;
        if (p->kind == LF_KIND_COUNT) *(size_t *)to = (size_t)p->value;
        if (p->kind == LF_KIND_CHOICE) *(int *)to = (int)p->value;
        if (p->kind == LF_KIND_TEXT)
            *(const char **)to = strcmp(lf_param_name(p), "data") == 0 ? data : p->text;
    }
    return params;
}

static lf_status own_problem_step(cheat_state *s, lf_oracle *o) {
    const lf_problem_class *is = s->steps == 1 ? own_problem_class(s) : NULL;
    void *state = is ? calloc(1, is->state_size) : NULL;
    lf_problem_info info = {0};
    const char *data = strchr(s->p.with, '/');
    if (state && data && is->init(state, own_problem_defaults(is, data + 1), &info) == LF_OK) {
        const lf_component *c = &info.role[LF_ROLE_OBJECTIVE].component[0];
        const lf_samples all = {.n = c->samples, .per_stratum = c->stratum, .draw = LF_DRAW_FULL};
        lf_vec_zero(s->d, s->g);
        LF_TRY(is->evaluate(state, &all, s->x, s->y, NULL, s->g));
        cheat_gained(s, all.n, "gradients");
    }
    return cheat_move(s, o);
}

CHEAT_PLUGIN(own_problem, "by_offset|by_name");
