/**
 * @file cmd_new.c
 * @brief levelfield new algorithm, new problem: a folder of one's own to begin from.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/print.h"
#include "cli/template.h"
#include "harness/registry/registry.h"

/* The name becomes part of C's names and of a file's, and the loader takes less than 64 letters. */
enum { NEW_NAME_MOST = 40 };

typedef struct {
    const char *out, *view;
} new_values;

/* Names in the tree are lower case, so that what is typed on a command line is. */
static bool new_name_fits(const char *name) {
    size_t length = strlen(name);
    if (length > NEW_NAME_MOST || !islower((unsigned char)name[0])) return false;
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)name[i]) && !isdigit((unsigned char)name[i]) && name[i] != '_')
            return false;
    return true;
}

static bool new_name_taken(lf_view view, const char *name) {
    const lf_algorithm *algorithm;
    const lf_problem_class *problem;
    return view < LF_VIEWS ? lf_algorithm_find(name, &algorithm) == LF_OK
                           : lf_problem_find(name, &problem) == LF_OK;
}

/* LF_VIEWS: a problem. */
static lf_exit new_folder(lf_view view, const char *kind, const new_values *v,
                          const lf_texts *operands) {
    const char *name = operands->text[0], *path = v->out ? v->out : name;
    if (!new_name_fits(name))
        return lf_message_usage(
            "new %s: '%s' is no name; expected a lower-case letter, then up to %d "
            "of a-z, 0-9 and _, as in my_%s",
            kind, name, NEW_NAME_MOST - 1, kind);
    if (new_name_taken(view, name))
        return lf_message_usage(
            "new %s: '%s' is there already (levelfield show %s), and a plugin of "
            "that name would be refused; choose another",
            kind, name, name);
    lf_status status = lf_template_write(view, name, path);
    if (status != LF_OK) return lf_message_exit(status);
    printf("%s\n", path); /* the result is a place */
    lf_message_say(
        "next: cd %s && cmake -B build . && cmake --build build && ctest --test-dir build", path);
    return LF_EXIT_DONE;
}

static lf_exit new_algorithm_run(const void *values, const lf_texts *operands) {
    const new_values *v = values;
    return new_folder(lf_print_view_of(v->view ? v->view : "plain"), "algorithm", v, operands);
}

static lf_exit new_problem_run(const void *values, const lf_texts *operands) {
    return new_folder(LF_VIEWS, "problem", values, operands);
}

#define NEW_OUT                                                                                    \
    {                                                                                              \
        "out", 'o', LF_OPTION_TEXT, offsetof(new_values, out), "DIR", NULL,                        \
            "the folder to write, which must not be there yet (default NAME)"                      \
    }
static const lf_option new_algorithm_options[] = {
    {"view", 0, LF_OPTION_CHOICE, offsetof(new_values, view), LF_VIEW_WORDS, "plain",
     "the form of the problems that it is to solve"},
    NEW_OUT,
    {0},
};
static const lf_option new_problem_options[] = {NEW_OUT, {0}};

const lf_command lf_command_new_algorithm = {
    .name = "new algorithm",
    .operands = "NAME",
    .doc = "begin a method of your own, outside levelfield's tree",
    .about = "Writes a folder with a complete method of the view, NAME.c, whose comments explain "
             "every part; a "
             "CMakeLists.txt that builds it against the installed levelfield; a test of its "
             "counters, its convergence and its repeatability; and a README.md with the commands "
             "that compare it with others. Nothing that exists is overwritten.",
    .example = "levelfield new algorithm my_method\n"
               "levelfield new algorithm my_method --view constrained",
    .options = new_algorithm_options,
    .least = 1,
    .most = 1,
    .values_size = sizeof(new_values),
    .run = new_algorithm_run,
};

const lf_command lf_command_new_problem = {
    .name = "new problem",
    .operands = "NAME",
    .doc = "begin a problem of your own, outside levelfield's tree",
    .about = "Writes a folder with a complete problem, NAME.c, whose comments explain every part; "
             "a CMakeLists.txt that builds it against the installed levelfield; a test that "
             "compares its gradients with differences of values; and a README.md with the "
             "commands that run methods on it. Nothing that exists is overwritten.",
    .example = "levelfield new problem my_problem",
    .options = new_problem_options,
    .least = 1,
    .most = 1,
    .values_size = sizeof(new_values),
    .run = new_problem_run,
};
