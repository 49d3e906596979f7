/**
 * @file cmd_new.c
 * @brief levelfield new algorithm, new problem: a folder of one's own to begin from, which is one
 * of examples/ under another name.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/print.h"
#include "harness/registry/registry.h"

enum { TEMPLATE_FILES = 4, TEMPLATE_WORDS = 6 };

typedef struct {
    const char *name, *text, *example; /* the name that stands in both, to be replaced */
} template_file;

typedef struct {
    template_file file[TEMPLATE_FILES];
    const char *word[TEMPLATE_WORDS]; /* what stands in the place of heavy_ball's; NULL: the same */
} template_folder;

static const char template_heavy_ball[] = {
#include "examples/heavy_ball/heavy_ball.c.inc"
};
static const char template_heavy_ball_cmake[] = {
#include "examples/heavy_ball/CMakeLists.txt.inc"
};
static const char template_heavy_ball_test[] = {
#include "examples/heavy_ball/test.cmake.inc"
};
static const char template_heavy_ball_readme[] = {
#include "examples/heavy_ball/README.md.inc"
};
static const char template_moving_inner[] = {
#include "examples/views/moving_inner.c.inc"
};
static const char template_penalty_steps[] = {
#include "examples/views/penalty_steps.c.inc"
};
static const char template_exp_weights[] = {
#include "examples/views/exp_weights.c.inc"
};
static const char template_two_players[] = {
#include "examples/views/two_players.c.inc"
};
static const char template_one_loop[] = {
#include "examples/views/one_loop.c.inc"
};
static const char template_huber[] = {
#include "examples/huber/huber.c.inc"
};
static const char template_huber_cmake[] = {
#include "examples/huber/CMakeLists.txt.inc"
};
static const char template_huber_test[] = {
#include "examples/huber/test_huber.c.inc"
};
static const char template_huber_readme[] = {
#include "examples/huber/README.md.inc"
};

/* A method differs from heavy_ball in its file and in where it is tried. */
#define TEMPLATE_METHOD(example, ...)                                                              \
    {                                                                                              \
        {{#example ".c", template_##example, #example},                                            \
         {"CMakeLists.txt", template_heavy_ball_cmake, "heavy_ball"},                              \
         {"test.cmake", template_heavy_ball_test, "heavy_ball"},                                   \
         {"README.md", template_heavy_ball_readme, "heavy_ball"}},                                 \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

/* Problem, baselines, budget, metric and its bound after 2000 steps of b = 8, cost of a step. */
#define TEMPLATE_TRIAL                                                                             \
    "auc", "sgd --algorithm adagrad", "1e5:gradient.objective", "(metric ce)", "(most 0.5)",       \
        "samples.objective=8 gradient.objective=8"

static const template_folder template_methods[LF_VIEWS] = {
    [LF_VIEW_PLAIN] = TEMPLATE_METHOD(heavy_ball, TEMPLATE_TRIAL),
    [LF_VIEW_COMPOSITION] =
        TEMPLATE_METHOD(moving_inner, "cvar_dro", "sonx --algorithm sonex", "1e5:gradient.inner",
                        "(metric cvar)", "(most 0.68)", "value.inner=32 gradient.inner=32"),
    [LF_VIEW_CONSTRAINED] =
        TEMPLATE_METHOD(penalty_steps, "dp_scad", "ssg --algorithm 3secon", "100:passes.constraint",
                        "(metric FV)", "(most 0.95)", "gradient.objective=8 value.constraint=8"),
    [LF_VIEW_GROUP_MINIMAX] =
        TEMPLATE_METHOD(exp_weights, "group_dro", "smd --algorithm mpvr", "2e5:gradient.inner",
                        "(metric max_risk)", "(most 0.68)", "value.inner=200 gradient.inner=200"),
    [LF_VIEW_SADDLE] =
        TEMPLATE_METHOD(two_players, "auc", "pga --algorithm ppd_sg", "1e5:gradient.objective",
                        "(metric P)", "(most 0.5)", "samples.objective=8 gradient.objective=8"),
    [LF_VIEW_BILEVEL] = TEMPLATE_METHOD(
        one_loop, "bilevel_quadratic", "soba --algorithm ttsa", "1e5:calls", "(metric F)",
        "(most 0.06)", "gradient.upper=16 gradient.lower=8 hvp.lower=8 jvp.lower=8"),
};

static const template_folder template_problem = {
    {{"huber.c", template_huber, "huber"},
     {"CMakeLists.txt", template_huber_cmake, "huber"},
     {"test_huber.c", template_huber_test, "huber"},
     {"README.md", template_huber_readme, "huber"}},
    {NULL},
};

/* The text with every `from` in it turned into `to`; NULL if memory is short. Caller frees. */
static char *template_rename(const char *text, const char *from, const char *to) {
    lf_text renamed = {0};
    lf_text_add(&renamed, ""); /* an empty text is a text */
    for (const char *at; (at = strstr(text, from)); text = at + strlen(from)) {
        char *before = strndup(text, (size_t)(at - text));
        if (!before) {
            free(renamed.bytes);
            return NULL;
        }
        lf_text_add(&renamed, before);
        lf_text_add(&renamed, to);
        free(before);
    }
    lf_text_add(&renamed, text);
    return renamed.bytes;
}

/* The text as it is for the folder's own words, under the new name; NULL if memory is short. */
static char *template_text(const template_folder *folder, const template_file *file,
                           const char *to) {
    static const char *const words[TEMPLATE_WORDS] = {TEMPLATE_TRIAL};
    char *text = strdup(file->text);
    for (size_t i = 0; i < TEMPLATE_WORDS && text && folder->word[i]; i++) {
        char *before = text;
        text = template_rename(before, words[i], folder->word[i]);
        free(before);
    }
    char *renamed = text ? template_rename(text, file->example, to) : NULL;
    free(text);
    return renamed;
}

static lf_status template_write_file(const template_folder *folder, size_t i, const char *to,
                                     const char *place) {
    const template_file *file = &folder->file[i];
    char path[LF_PATH_BYTES];
    char *name = template_rename(file->name, file->example, to);
    char *text = template_text(folder, file, to);
    lf_status status = name && text ? lf_path_format(path, "%s/%s", place, name)
                                    : lf_fail(LF_NO_MEMORY, "no memory to write '%s'", file->name);
    if (status == LF_OK) status = lf_file_write(path, text, strlen(text));
    free(name);
    free(text);
    return status;
}

/* Only what was written is removed; a folder that somebody put a file into stays. */
static void template_undo(const template_folder *folder, const char *name, const char *path) {
    for (size_t i = 0; i < TEMPLATE_FILES; i++) {
        char file[LF_PATH_BYTES];
        char *renamed = template_rename(folder->file[i].name, folder->file[i].example, name);
        if (renamed && lf_path_format(file, "%s/%s", path, renamed) == LF_OK) unlink(file);
        free(renamed);
    }
    rmdir(path);
}

/* Write the folder `path`, which is not there yet: a method of that view, or a problem for
 * LF_VIEWS. In names and texts of its files the example's own name has become `name`. After a
 * failure nothing of it is left. */
static lf_status template_write(lf_view view, const char *name, const char *path) {
    const template_folder *folder = view < LF_VIEWS ? &template_methods[view] : &template_problem;
    LF_TRY(lf_folder_make_new(path));
    lf_status status = LF_OK;
    for (size_t i = 0; i < TEMPLATE_FILES && status == LF_OK; i++)
        status = template_write_file(folder, i, name, path);
    if (status == LF_OK) return LF_OK;
    char why[1024]; /* undoing may fail as well, but this is the reason */
    strncpy(why, lf_message(), sizeof why - 1);
    why[sizeof why - 1] = '\0';
    template_undo(folder, name, path);
    return lf_fail(status, "%s", why);
}

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
    lf_status status = template_write(view, name, path);
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
