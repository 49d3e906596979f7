#include "harness/campaign/same_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/user/user_open.h"
#include "harness/registry/assignment.h"

/* data <- what a canonical specification, "NAME:k=v,...", names as its data; "": nothing. */
static lf_status same_data_named(const char *problem, char data[LF_PATH_BYTES]) {
    const char *rest = strchr(problem, ':');
    bool more = rest != NULL;
    data[0] = '\0';
    for (rest += more; more && !data[0];) {
        lf_assignment a;
        LF_TRY(lf_assignment_next(&rest, problem, &a, &more));
        if (!more) break;
        if (strcmp(a.name, "data") == 0) snprintf(data, LF_PATH_BYTES, "%s", a.value);
        lf_assignment_clear(&a);
    }
    return LF_OK;
}

lf_status lf_data_unchanged(lf_same_data *last, const char *out, const lf_record *record) {
    char data[LF_PATH_BYTES];
    LF_TRY(same_data_named(record->spec.problem, data));
    if (strcmp(data, last->data) != 0) {
        last->identity[0] = '\0';
        if (lf_user_named(data)) LF_TRY(lf_user_identity(data, last->identity));
        snprintf(last->data, sizeof last->data, "%s", data);
    }
    if (!last->identity[0] || strcmp(last->identity, record->data_sha256) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: its files have changed since results in '%s' were made (SHA-256 %.12s, now "
                   "%.12s); take another --out, or make all of them again by --force",
                   data, out, record->data_sha256, last->identity);
}
