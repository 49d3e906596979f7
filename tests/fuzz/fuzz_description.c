/**
 * @file fuzz_description.c
 * @brief The YAML file that describes a user's data set.
 */
#include "fuzz.h"

#include "datasets/user/keys.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *yaml = fuzz_text((fuzz_piece){data, size});
    lf_user_keys *keys;
    const lf_reader *reader;
    fuzz_begin();
    if (fuzz_took(lf_user_keys_read(yaml, size, "fuzz.yaml", &keys, &reader)))
        fuzz_require(keys->features[0] != '\0' && keys->groups_count <= LF_USER_GROUPS &&
                     reader->take);
    lf_user_keys_free(keys);
    free(yaml);
    return 0;
}
