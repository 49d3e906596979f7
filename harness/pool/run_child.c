#include "harness/pool/slot.h"

#include <unistd.h>

#include "base/descendants.h"
#include "base/float_env.h"
#include "harness/pool/wire.h"
#include "harness/process/child.h"
#include "harness/run/run.h"

static void run_child_begun(void *context, const lf_record *head) {
    *(size_t *)context = head->metrics;
    lf_wire_send_begun(LF_CHILD_FD, head);
}

static void run_child_point(void *context, const lf_trace_point *point, const double *value,
                            double progress) {
    lf_wire_send_point(LF_CHILD_FD, *(size_t *)context, point, value, progress);
}

static void run_child_noted(void *context, double earlier_seconds, const char *text) {
    (void)context;
    lf_wire_send_note(LF_CHILD_FD, earlier_seconds, text);
}

_Noreturn void lf_run_child(const lf_run_spec *spec, const lf_run_child_setup *setup) {
    lf_child_begin(setup->parent, setup->data_fd, setup->log_fd);
    lf_child_limit(setup->memory_bytes);
    lf_watch_page = setup->page;
    lf_run_clock_own_process();
    lf_float_env_reset(); /* whatever libraries did to the process that forked */

    size_t metrics = 0;
    const lf_run_observer observer = {&metrics, run_child_begun, run_child_point, run_child_noted};
    lf_record record;
    lf_run_execute_saved(spec, setup->memory_bytes, &setup->saving, &observer, &record);
    lf_wire_send_end(LF_CHILD_FD, &record);
    if (lf_descendants_any()) lf_descendants_kill(getpid()); /* also those that left the session */
    _exit(0);
}
