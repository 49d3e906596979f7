#include "plots/gnuplot.h"

#include "base/process.h"

/* gnuplot may end well and yet have drawn nothing, which is a failure too. Its complaint comes as
 * the offending line, a caret under it, and 'line N: what is wrong': the last part is the one to
 * show. */
lf_status lf_gnuplot_run(const char *script, size_t script_bytes, char **output,
                         size_t *output_bytes) {
    static const char *const words[] = {"gnuplot", "--default-settings", "-", NULL};
    lf_process_result result;
    *output = NULL;
    lf_status status = lf_process_run(words, script, script_bytes, &result);
    if (status == LF_NOT_FOUND)
        return lf_fail(LF_NOT_FOUND, "gnuplot is not installed, so no figures can be drawn; "
                                     "install it with: sudo apt-get install gnuplot-nox");
    LF_TRY(status);
    if (result.code != 0 || result.bytes == 0) {
        status = lf_fail(LF_IO, "gnuplot could not draw the figure: %s", result.complaint);
    } else {
        *output = result.output;
        *output_bytes = result.bytes;
        result.output = NULL;
    }
    lf_process_clear(&result);
    return status;
}
