/* A problem that describes itself otherwise when it is opened again: a file tells. */
#define lf_problem_toy early_problem_first
#include "toy.c"

#include <fcntl.h>

lf_problem_class lf_problem_early_problem;

__attribute__((constructor)) static void early_problem_early(void) {
    const int fd = open("early_problem.opened", O_WRONLY | O_CREAT | O_EXCL, 0600);
    lf_problem_early_problem = early_problem_first;
    lf_problem_early_problem.name = "early_problem";
    if (fd < 0)
        lf_problem_early_problem.doc = "something else";
    else
        close(fd);
}
