#include "harness/engine/engine.h"

/* What killed writers left is swept up on both sides: nobody else writes to the folder. */
static lf_status local_run(const lf_engine *engine, size_t runs, const lf_run_spec *spec,
                           const lf_pool_limits *limits, const lf_pool_observer *observer) {
    (void)engine;
    lf_saving_tidy(&limits->saving);
    const lf_status status = lf_pool_run(runs, spec, limits, observer);
    lf_saving_tidy(&limits->saving);
    return status;
}

const lf_engine lf_engine_local = {.run = local_run};
