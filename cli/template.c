/**
 * @file template.c
 * @brief What `levelfield new` writes is what examples/ holds: code that is built and run by tests.
 */
#include "cli/template.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

enum { TEMPLATE_FILES = 4 };

typedef struct {
    const char *name, *text;
} template_file;

typedef struct {
    const char *name; /* to be replaced */
    template_file file[TEMPLATE_FILES];
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

static const template_folder template_folders[] = {
    [LF_TEMPLATE_ALGORITHM] = {"heavy_ball",
                               {{"heavy_ball.c", template_heavy_ball},
                                {"CMakeLists.txt", template_heavy_ball_cmake},
                                {"test.cmake", template_heavy_ball_test},
                                {"README.md", template_heavy_ball_readme}}},
    [LF_TEMPLATE_PROBLEM] = {"huber",
                             {{"huber.c", template_huber},
                              {"CMakeLists.txt", template_huber_cmake},
                              {"test_huber.c", template_huber_test},
                              {"README.md", template_huber_readme}}},
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

static lf_status template_write_file(const template_file *file, const char *from, const char *to,
                                     const char *folder) {
    char path[LF_PATH_BYTES];
    char *name = template_rename(file->name, from, to);
    char *text = template_rename(file->text, from, to);
    lf_status status = name && text ? lf_path_format(path, "%s/%s", folder, name)
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
        char *renamed = template_rename(folder->file[i].name, folder->name, name);
        if (renamed && lf_path_format(file, "%s/%s", path, renamed) == LF_OK) unlink(file);
        free(renamed);
    }
    rmdir(path);
}

lf_status lf_template_write(lf_template which, const char *name, const char *path) {
    const template_folder *folder = &template_folders[which];
    LF_TRY(lf_folder_make_for(path));
    /* mkdir and not a look before it: whoever makes the folder in between keeps it. */
    if (mkdir(path, 0777) != 0)
        return lf_fail(LF_IO, "%s: %s%s", path, strerror(errno),
                       errno == EEXIST ? "; nothing is overwritten: choose another name, or --out"
                                       : "");
    lf_status status = LF_OK;
    for (size_t i = 0; i < TEMPLATE_FILES && status == LF_OK; i++)
        status = template_write_file(&folder->file[i], folder->name, name, path);
    if (status == LF_OK) return LF_OK;
    char why[1024]; /* undoing may fail as well, but this is the reason */
    strncpy(why, lf_message(), sizeof why - 1);
    why[sizeof why - 1] = '\0';
    template_undo(folder, name, path);
    return lf_fail(status, "%s", why);
}
