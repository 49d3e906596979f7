/**
 * @file describe.c
 * @brief Problems and methods as JSON: what changes often is read by name, not by layout.
 */
#include "binding/binding.h"

#include <math.h>

#include <jansson.h>

#include "harness/registry/registry.h"
#include "oracle/meter.h"

/* JSON has no NaN and no infinity: what is not known is null. */
static json_t *describe_real(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *describe_domain(const lf_domain *domain) {
    static const char *const kinds[] = {[LF_DOMAIN_SPACE] = "space",
                                        [LF_DOMAIN_BALL] = "ball",
                                        [LF_DOMAIN_BOX] = "box",
                                        [LF_DOMAIN_SIMPLEX] = "simplex"};
    return json_pack("{s:s, s:I, s:o, s:o, s:o}", "kind", kinds[domain->kind], "n",
                     (json_int_t)domain->n, "radius", describe_real(domain->radius), "lower",
                     describe_real(domain->lower), "upper", describe_real(domain->upper));
}

static json_t *describe_component(const lf_component *c) {
    json_t *strata = json_array();
    for (size_t s = 0; s < c->strata; s++)
        json_array_append_new(strata, json_integer((json_int_t)c->stratum[s]));
    return json_pack("{s:I, s:I, s:I, s:o}", "outputs", (json_int_t)c->outputs, "samples",
                     (json_int_t)c->samples, "outers", (json_int_t)c->outers, "strata", strata);
}

static json_t *describe_roles(const lf_problem_info *info) {
    json_t *roles = json_object();
    for (size_t r = 0; r < LF_ROLES; r++) {
        const lf_components *of = &info->role[r];
        json_t *list = json_array();
        for (size_t i = 0; i < of->count; i++)
            json_array_append_new(list, describe_component(&of->component[i]));
        json_object_set_new(
            roles, lf_role_word((lf_role)r),
            json_pack("{s:I, s:o}", "always", (json_int_t)of->always, "components", list));
    }
    return roles;
}

char *lf_binding_describe(const lf_oracle *o) {
    const lf_problem_info *info = lf_oracle_info(o);
    json_t *object =
        json_pack("{s:I, s:I, s:I, s:o, s:o, s:o, s:b, s:b, s:s}", "dim", (json_int_t)info->dim,
                  "auxiliary", (json_int_t)info->auxiliary, "n", (json_int_t)info->n, "domain",
                  describe_domain(&info->domain), "domain_y", describe_domain(&info->domain_y),
                  "roles", describe_roles(info), "direct", info->direct, "has_jvp",
                  lf_oracle_has_jvp(o), "data", info->data_name ? info->data_name : "");
    const struct {
        const char *name;
        double value;
    } constants[] = {{"rho_f", info->rho_f}, {"rho_g", info->rho_g}, {"G", info->G},
                     {"L", info->L},         {"mu_y", info->mu_y},   {"L_y", info->L_y}};
    json_t *known = json_object();
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        json_object_set_new(known, constants[i].name, describe_real(constants[i].value));
    json_object_set_new(object, "constants", known);
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return text;
}

static json_t *describe_parameters(const lf_param *table) {
    static const char *const kinds[] = {[LF_KIND_REAL] = "real",
                                        [LF_KIND_COUNT] = "count",
                                        [LF_KIND_CHOICE] = "choice",
                                        [LF_KIND_TEXT] = "text"};
    json_t *list = json_array();
    for (const lf_param *p = table; p && p->field; p++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:o, s:o, s:s, s:s?}", "name",
                                              lf_param_name(p), "kind", kinds[p->kind], "default",
                                              describe_real(p->value), "min", describe_real(p->min),
                                              "max", describe_real(p->max), "doc",
                                              p->doc ? p->doc : "", "text", p->text));
    return list;
}

static json_t *describe_algorithms(void) {
    const lf_algorithm *const *list;
    const size_t n = lf_algorithm_list(&list);
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", list[i]->name,
                                               "doc", list[i]->doc, "source", list[i]->source,
                                               "view", lf_view_name(list[i]->view), "parameters",
                                               describe_parameters(list[i]->params)));
    return array;
}

static json_t *describe_problems(void) {
    const lf_problem_class *const *list;
    const size_t n = lf_problem_list(&list);
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *views = json_array();
        for (unsigned v = 0; v < LF_VIEWS; v++)
            if (list[i]->views >> v & 1)
                json_array_append_new(views, json_string(lf_view_name((lf_view)v)));
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:s, s:o, s:o}", "name", list[i]->name, "doc",
                                        list[i]->doc, "source", list[i]->source, "views", views,
                                        "parameters", describe_parameters(list[i]->params)));
    }
    return array;
}

char *lf_binding_catalogue(void) {
    json_t *object = json_pack("{s:o, s:o}", "algorithms", describe_algorithms(), "problems",
                               describe_problems());
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return text;
}
