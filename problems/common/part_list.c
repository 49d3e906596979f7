#include "problems/common/part_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char list_train[] = "train", list_test[] = "test";

/* What a group may be called, and is not: "train", "test", "test NAME", and the same with quotes.
 */
static bool list_reserved(const char *name) {
    name += strspn(name, "'");
    const size_t test = strlen(list_test);
    return strcmp(name, list_train) == 0 ||
           (strncmp(name, list_test, test) == 0 && (name[test] == '\0' || name[test] == ' '));
}

/* Room for one more. */
static bool list_grow(lf_part_list *list) {
    lf_part *part = realloc(list->part, (list->n + 1) * sizeof *part);
    if (part) list->part = part;
    char **name = realloc(list->name, (list->n + 1) * sizeof *name);
    if (name) list->name = name;
    return part && name;
}

/* Takes the name, malloc'ed; NULL: there was no memory for it. */
static lf_status list_add(lf_part_list *list, char *name, size_t n, const uint32_t *row) {
    if (!name || !list_grow(list)) {
        free(name);
        return lf_fail(LF_NO_MEMORY, "no memory for part %zu of the rows", list->n);
    }
    list->name[list->n] = name;
    list->part[list->n] = (lf_part){name, n, row};
    list->n++;
    return LF_OK;
}

static lf_status list_named(lf_part_list *list, const char *before, const char *name, size_t n,
                            const uint32_t *row) {
    lf_text text = {0};
    lf_text_format(&text, "%s%s", before, name);
    return list_add(list, text.bytes, n, row);
}

lf_status lf_part_list_group(lf_part_list *list, const char *name, size_t n, const uint32_t *row) {
    return list_named(list, list_reserved(name) ? "'" : "", name, n, row);
}

lf_status lf_part_list_split(lf_part_list *list, const lf_task *task) {
    LF_TRY(list_add(list, strdup(list_train), task->n_train, task->train));
    return task->n_rest > 0 ? list_add(list, strdup(list_test), task->n_rest, task->rest) : LF_OK;
}

/* Each group that has rows. */
static lf_status list_partition(lf_part_list *list, const lf_partition *rows, bool test) {
    lf_status status = LF_OK;
    for (size_t i = 0; i < rows->m && status == LF_OK; i++) {
        const size_t n = rows->start[i + 1] - rows->start[i];
        const uint32_t *row = rows->row + rows->start[i];
        if (n > 0)
            status = test ? list_named(list, "test ", rows->name[i], n, row)
                          : lf_part_list_group(list, rows->name[i], n, row);
    }
    return status;
}

lf_status lf_part_list_groups(lf_part_list *list, const lf_group_table *table) {
    const lf_partition *train = &table->train;
    const lf_task *task = &table->task;
    LF_TRY(list_add(list, strdup(list_train), train->start[train->m], train->row));
    LF_TRY(list_partition(list, train, false));
    if (task->n_rest == 0) return LF_OK;
    LF_TRY(list_add(list, strdup(list_test), task->n_rest, task->rest));
    return list_partition(list, &table->test, true);
}

void lf_part_list_describe(const lf_part_list *list, lf_problem_info *info) {
    info->parts = list->n;
    info->part = list->part;
}

void lf_part_list_free(lf_part_list *list) {
    for (size_t i = 0; i < list->n; i++)
        free(list->name[i]);
    free(list->name);
    free(list->part);
    *list = (lf_part_list){0};
}
