/**
 * @file fuzz_zip.c
 * @brief Published archives. What is read is what the writer writes: written again it has the same
 *        members; and the lines of a run in it are a run, or are refused.
 */
#include "fuzz.h"

#include "harness/archive/bundle.h"
#include "harness/archive/record_lines.h"

static void fuzz_run(const lf_member *member) {
    static const char *const environments[] = {"{}"};
    lf_record record;
    if (!fuzz_took(lf_record_parse(member->bytes, member->size, "x", environments, 1, &record)))
        return;
    fuzz_require(record.key[0] != '\0');
    lf_record_clear(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *bytes = (const char *)data;
    lf_bundle bundle;
    lf_bundle_roots roots;
    fuzz_begin();
    if (!fuzz_took(lf_zip_read(bytes, size, "x", &bundle))) return 0;
    fuzz_took(lf_bundle_check(&bundle, &roots));
    for (size_t i = 0; i < bundle.members; i++) {
        const lf_member *member = &bundle.member[i];
        fuzz_require(lf_bundle_is_name(member->name));
        fuzz_require(i == 0 || strcmp(bundle.member[i - 1].name, member->name) < 0);
        fuzz_run(member);
    }
    lf_bundle_clear(&bundle);
    return 0;
}
