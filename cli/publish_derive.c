/**
 * @file publish_derive.c
 * @brief Members that follow from results: made when they are published, and again when verified;
 * and figures, each with the root of the results in its footer.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/publish.h"
#include "plots/plot.h"
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

/* svg <- with a line of small letters at its lower edge; malloc'ed, NULL if it is none. */
static char *figures_sign(const char *svg, const char *root) {
    static const char end[] = "</svg>";
    const char *last = NULL;
    char *signed_svg = NULL;
    for (const char *at = svg; (at = strstr(at, end)) != NULL; at += sizeof end - 1)
        last = at;
    if (!last) return NULL;
    if (asprintf(
            &signed_svg,
            "%.*s<text x=\"4\" y=\"100%%\" dy=\"-3\" font-family=\"monospace\" font-size=\"7\" "
            "fill=\"#777\">levelfield results %s</text>\n%s",
            (int)(last - svg), svg, root, last) < 0)
        return NULL;
    return signed_svg;
}

static lf_status figures_take(lf_bundle *bundle, const char *folder, const char *file,
                              const char *root) {
    char path[LF_PATH_BYTES], name[LF_PATH_BYTES], *svg;
    size_t size;
    LF_TRY(lf_path_format(path, "%s/%s", folder, file));
    LF_TRY(lf_path_format(name, "figures/%s", file));
    LF_TRY(lf_file_read(path, LF_BUNDLE_MEMBER_BYTES, &svg, &size));
    char *signed_svg = figures_sign(svg, root);
    free(svg);
    if (!signed_svg) return lf_fail(LF_IO, "%s: gnuplot wrote no SVG", file);
    return lf_bundle_take_text(bundle, name, signed_svg);
}

lf_status lf_publish_figures(lf_bundle *bundle, const char *dir, const char *root, bool *none) {
    char folder[LF_PATH_BYTES];
    lf_status status = lf_plot_folder(dir);
    *none = status == LF_NOT_FOUND;
    if (status != LF_OK) return *none ? LF_OK : status;
    LF_TRY(lf_path_format(folder, "%s/plots", dir));
    DIR *files = opendir(folder);
    for (struct dirent *file; files && status == LF_OK && (file = readdir(files));)
        if (lf_path_ends(file->d_name, ".svg"))
            status = figures_take(bundle, folder, file->d_name, root);
    if (files) closedir(files);
    return status;
}
