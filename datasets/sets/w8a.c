/**
 * @file w8a.c
 * @brief The largest w* set; w8a.t is a separate test file.
 */
#include "datasets/families/libsvm_pair.h"

const lf_dataset lf_dataset_w8a = {
    .name = "w8a",
    LF_LIBSVM_W,
    .rows = 64700,
    .train_rows = 49749,
    LF_LIBSVM_FILES("w8a", "6a9fa8fd5f524303240a5db07d4b3d4a51e8b7b4b20a914105d8e3e8c81640f2",
                    "618929ecb01bebb841daec4cae4aa07b97832d29b08652452775598929547fde"),
};
