/**
 * @file fuzz_description.c
 * @brief The YAML file that describes a data set of one's own.
 */
#include "fuzz.h"

#include "datasets/own/keys.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *yaml = fuzz_text((fuzz_piece){data, size});
    lf_own_keys *keys;
    lf_own_format format;
    fuzz_begin();
    if (fuzz_took(lf_own_keys_read(yaml, size, "fuzz.yaml", &keys, &format)))
        fuzz_require(keys->features[0] != '\0' && keys->groups_count <= LF_OWN_GROUPS);
    lf_own_keys_free(keys);
    free(yaml);
    return 0;
}
