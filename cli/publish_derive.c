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

/* So does one that needs NumPy and the data. */
static const char derive_certify[] = {
#include "certify.py.inc"
};

/* The text is spent. */
static lf_status derive_text(lf_bundle *bundle, const char *name, lf_text *text) {
    char *bytes = text->bytes ? text->bytes : strdup("");
    *text = (lf_text){0};
    return lf_bundle_take_text(bundle, name, bytes);
}

static lf_status derive_data(lf_bundle *bundle, const char *dir, lf_look *look) {
    lf_store *store;
    LF_TRY(lf_store_open(dir, false, &store));
    lf_status status = lf_look_at(store, bundle, look);
    lf_store_close(store);
    if (status == LF_OK) status = derive_text(bundle, "data.jsonl", &look->data);
    if (status == LF_OK) status = derive_text(bundle, LF_CERTIFICATES_MEMBER, &look->certified);
    free(look->data.bytes);
    free(look->certified.bytes);
    return status;
}

lf_status lf_publish_derive(lf_bundle *bundle, const char *dir, lf_look *look) {
    char *report;
    LF_TRY(derive_data(bundle, dir, look));
    LF_TRY(lf_report_decide(dir, &report));
    LF_TRY(lf_bundle_take_text(bundle, "report.json", report));
    LF_TRY(lf_bundle_take_text(bundle, "verify.py", strdup(derive_verify)));
    LF_TRY(lf_bundle_take_text(bundle, "certify.py", strdup(derive_certify)));
    LF_TRY(lf_publish_readme(bundle, report));
    return lf_publish_crate(bundle);
}
