#include "harness/run/saving.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

volatile sig_atomic_t lf_saving_asked;

lf_status lf_saving_path(const lf_saving *saving, const char *key, char path[LF_PATH_BYTES]) {
    return lf_path_format(path, "%s/%s.lfc", saving->folder, key);
}

void lf_saving_remove(const lf_saving *saving, const char *key) {
    char path[LF_PATH_BYTES], aside[LF_PATH_BYTES];
    if (!saving->folder || lf_saving_path(saving, key, path) != LF_OK) return;
    unlink(path);
    if (lf_path_format(aside, "%s.aside", path) == LF_OK) unlink(aside);
}

/* Is this the name of a draft (base/file.h) of a checkpoint? */
static bool saving_is_draft(const char *name) {
    const char *middle = strstr(name, ".lfc."), *end = strrchr(name, '.');
    return name[0] == '.' && middle && end > middle && strcmp(end, ".tmp") == 0;
}

void lf_saving_tidy(const lf_saving *saving) {
    char path[LF_PATH_BYTES];
    DIR *folder = saving->folder ? opendir(saving->folder) : NULL;
    if (!folder) return;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        if (saving_is_draft(entry->d_name) &&
            lf_path_format(path, "%s/%s", saving->folder, entry->d_name) == LF_OK)
            unlink(path);
    closedir(folder);
    rmdir(saving->folder); /* refused while there is a checkpoint */
}
