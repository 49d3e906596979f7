/**
 * @file fuzz_grid.c
 * @brief Search spaces such as "eta={1|2},eps={1e-6..1e-3:4},b=8", and points in them.
 */
#include "base/text.h"
#include "fuzz.h"

#include "harness/experiment/space.h"

static const lf_param params[] = {
    {.field = "b", .kind = LF_KIND_COUNT, .min = 1, .max = 1e6},
    {0},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text((fuzz_piece){data, size});
    lf_space space;
    char **points;
    fuzz_begin();
    if (fuzz_took(lf_space_parse(text, "method 'fuzz'", params, &space))) {
        const size_t most = lf_space_size(&space), n = most < 20 ? most : 20;
        fuzz_require(most > 0);
        if (fuzz_took(lf_space_points(&space, n, 1, &points)))
            for (size_t i = 0; i < n; i++)
                fuzz_require(points[i] && strchr(points[i], '='));
        lf_text_list_free(points, n);
        lf_space_free(&space);
    }
    free(text);
    return 0;
}
