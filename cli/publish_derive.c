/**
 * @file publish_derive.c
 * @brief Members that follow from results: made when they are published, and again when verified.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/publish.h"
#include "reports/report.h"

/* A checker that needs nothing but Python goes with every archive. */
static const char derive_verify[] = {
#include "verify.py.inc"
};

static lf_status derive_data(lf_bundle *bundle, const char *dir, lf_look *look) {
    lf_store *store;
    LF_TRY(lf_store_open(dir, false, &store));
    const lf_status status = lf_look_at(store, look);
    lf_store_close(store);
    char *text = look->data.bytes ? look->data.bytes : strdup("");
    look->data = (lf_text){0};
    if (status != LF_OK) {
        free(text);
        return status;
    }
    return lf_bundle_take_text(bundle, "data.jsonl", text);
}

lf_status lf_publish_derive(lf_bundle *bundle, const char *dir, lf_look *look) {
    char *report;
    LF_TRY(derive_data(bundle, dir, look));
    LF_TRY(lf_report_decide(dir, &report));
    LF_TRY(lf_bundle_take_text(bundle, "report.json", report));
    LF_TRY(lf_bundle_take_text(bundle, "verify.py", strdup(derive_verify)));
    LF_TRY(lf_publish_readme(bundle, report));
    return lf_publish_crate(bundle);
}
