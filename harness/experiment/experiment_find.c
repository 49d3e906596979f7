/**
 * @file experiment_find.c
 * @brief Where experiment files are: REPORTS/PAPER/ITEM.yaml in a list of folders.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/grow.h"
#include "base/installed.h"
#include "base/suggest.h"
#include "base/text.h"
#include "harness/experiment/experiment_parts.h"

/* Folders are asked in this order: each of $LEVELFIELD_REPORTS, then the installed or the source
 * tree's own. */
static char *find_folders(void) {
    const char *set = getenv("LEVELFIELD_REPORTS");
    char *list = NULL, own[LF_PATH_BYTES];
    if (lf_installed("reports", own) != LF_OK) return NULL;
    if (asprintf(&list, "%s:%s", set ? set : "", own) < 0) return NULL;
    return list;
}

typedef struct {
    char **name;
    size_t n;
} find_list;

/* "PAPER/ITEM" of "ITEM.yaml"; five bytes are the suffix. */
static lf_status find_add(find_list *list, const char *paper, const char *file) {
    LF_TRY(lf_grow(&list->name, list->n, sizeof *list->name, "a list of experiments"));
    if (asprintf(&list->name[list->n], "%s/%.*s", paper, (int)(strlen(file) - 5), file) < 0)
        return lf_fail(LF_NO_MEMORY, "no memory to list experiments");
    list->n++;
    return LF_OK;
}

/* Items of one paper's folder. A file that starts with '_' is a base, and '.' is hidden. */
static lf_status find_items(find_list *list, const char *folder, const char *paper) {
    char path[LF_PATH_BYTES];
    LF_TRY(lf_path_format(path, "%s/%s", folder, paper));
    DIR *dir = opendir(path);
    if (!dir) return LF_OK;
    lf_status status = LF_OK;
    for (struct dirent *entry; status == LF_OK && (entry = readdir(dir));)
        if (lf_path_ends(entry->d_name, ".yaml") && !strchr("_.", entry->d_name[0]))
            status = find_add(list, paper, entry->d_name);
    closedir(dir);
    return status;
}

/* Every paper in one report folder, or only the one that is asked for. No folder, no papers. */
static lf_status find_papers(find_list *list, const char *folder, const char *only) {
    DIR *dir = opendir(folder);
    if (!dir) return LF_OK;
    lf_status status = LF_OK;
    for (struct dirent *entry; status == LF_OK && (entry = readdir(dir));)
        if (entry->d_name[0] != '.' && (!only || strcmp(only, entry->d_name) == 0))
            status = find_items(list, folder, entry->d_name);
    closedir(dir);
    return status;
}

/* For qsort over texts. */
static int find_compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The same item in two folders is listed once: the first folder hides the second. */
static void find_sort(find_list *list) {
    if (list->n == 0) return;
    qsort(list->name, list->n, sizeof *list->name, find_compare);
    size_t kept = 1;
    for (size_t i = 1; i < list->n; i++) {
        if (strcmp(list->name[i], list->name[kept - 1]) == 0)
            free(list->name[i]);
        else
            list->name[kept++] = list->name[i];
    }
    list->n = kept;
}

lf_status lf_experiment_list(const char *paper, char ***names, size_t *n) {
    *names = NULL;
    *n = 0;
    find_list list = {0};
    char *folders = find_folders(), *rest = folders;
    if (!folders) return lf_fail(LF_NO_MEMORY, "no memory to list experiments");
    lf_status status = LF_OK;
    while (rest && status == LF_OK) {
        const char *folder = strsep(&rest, ":");
        if (folder[0]) status = find_papers(&list, folder, paper);
    }
    free(folders);
    if (status != LF_OK) {
        lf_text_list_free(list.name, list.n);
        return status;
    }
    find_sort(&list);
    *names = list.name;
    *n = list.n;
    return LF_OK;
}

/* What there is instead: the nearest name, else the items of that paper. */
static lf_status find_missing(const char *name) {
    char **names;
    size_t n, used = 0;
    LF_TRY(lf_experiment_list(NULL, &names, &n));
    char text[1024];
    const char *nearest = lf_suggest_among(name, n, (const char *const *)names);
    const size_t paper = strcspn(name, "/");
    for (size_t i = 0; i < n && used < sizeof text; i++)
        if (strncmp(names[i], name, paper) == 0 && names[i][paper] == '/')
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "",
                                     names[i]);
    if (nearest)
        lf_fail(LF_NOT_FOUND, "no experiment '%s'; did you mean '%s'?", name, nearest);
    else if (used > 0)
        lf_fail(LF_NOT_FOUND, "no experiment '%s'; there are: %s", name, text);
    else
        lf_fail(LF_NOT_FOUND,
                "no experiment '%s'; `levelfield list experiments` names them, and a file "
                "of yours ends in .yaml",
                name);
    lf_text_list_free(names, n);
    return LF_NOT_FOUND;
}

/* The name goes into the store, and from there into reports and archives. */
lf_status lf_experiment_find(const char *name, char *path) {
    if (!lf_text_is_utf8(name))
        return lf_fail(LF_BAD_INPUT, "%s: the path is not UTF-8; rename the file or its folder",
                       name);
    if (lf_path_ends(name, ".yaml")) return lf_path_format(path, "%s", name);
    char *folders = find_folders(), *rest = folders;
    if (!folders) return lf_fail(LF_NO_MEMORY, "no memory to find '%s'", name);
    lf_status status = LF_NOT_FOUND;
    while (rest && status == LF_NOT_FOUND && strchr(name, '/')) {
        const char *folder = strsep(&rest, ":");
        if (!folder[0]) continue;
        status = lf_path_format(path, "%s/%s.yaml", folder, name);
        if (status == LF_OK && !lf_file_readable(path)) status = LF_NOT_FOUND;
    }
    free(folders);
    return status == LF_NOT_FOUND ? find_missing(name) : status;
}
