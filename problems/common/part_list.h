/**
 * @file part_list.h
 * @brief Which rows of the data play which part in a problem.
 */
#pragma once

#include "oracle/problem.h"
#include "problems/common/group_table.h"

/** Zero: empty. Rows belong to the problem and outlive the list. */
typedef struct {
    size_t n;
    lf_part *part;
    char **name;
} lf_part_list;

/** "train", and "test" if the split keeps rows for it. After a failure, here as below, free is
 *  fine. */
lf_status lf_part_list_split(lf_part_list *list, const lf_task *task);
/** The rows of a group or class. One that is called "train", as one of CIFAR-100's classes is,
 * "test" or "test ..." gets a quote: "'train". So no other part is called as a group. */
lf_status lf_part_list_group(lf_part_list *list, const char *name, size_t n, const uint32_t *row);
/** The parts of a table of groups: "train", group after group; if the split keeps test rows,
 * "test", which has those of no group too, and "test NAME" of each group that has some. */
lf_status lf_part_list_groups(lf_part_list *list, const lf_group_table *table);
void lf_part_list_describe(const lf_part_list *list, lf_problem_info *info);
void lf_part_list_free(lf_part_list *list);
