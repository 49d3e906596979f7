/**
 * @file cmd_compare.c
 * @brief levelfield compare: do two output folders hold the same traces?
 */
#include "cli/command.h"
#include "harness/store/export.h"
#include "harness/store/store.h"

/* Both folders are opened before anything is printed, so a wrong name is one line and no more. */
static lf_exit compare_run(const void *values, const lf_texts *operands) {
    (void)values;
    lf_store *a = NULL, *b = NULL;
    lf_comparison found = {0};
    lf_status status = lf_store_open(operands->text[0], false, &a);
    if (status == LF_OK) status = lf_store_open(operands->text[1], false, &b);
    if (status == LF_OK) status = lf_compare(a, b, stdout, &found);
    lf_store_close(a);
    lf_store_close(b);
    if (status != LF_OK) return lf_message_exit(status);
    return found.different || found.only_a || found.only_b ? LF_EXIT_CHECK : LF_EXIT_DONE;
}

LF_COMMAND_PLAIN(
    compare, compare, .name = "compare", .operands = "DIR_A DIR_B",
    .doc = "are the traces of two output folders identical?",
    .about = "Compares the stored runs of two folders, run by run. For each run that differs, one "
             "line names the first point that differs and both values; the last line counts. "
             "Exits with 0 if all runs are in both folders and identical, else with 1.",
    .example = "levelfield compare levelfield-out/run elsewhere/run", .least = 2, .most = 2);
