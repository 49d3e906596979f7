/* Leaves a process and a thread behind, with all descriptors, while it is opened. */
#include "early.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *early_child_spin(void *unused) {
    for (;;)
        pause();
    return unused;
}

EARLY_PLUGIN(early_child, "leaves a process behind while it is opened") {
    pthread_t thread;
    pthread_create(&thread, NULL, early_child_spin, NULL);
    const pid_t child = fork();
    if (child == 0) early_child_spin(NULL);
    const int fd = open("early_child.pids", O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (fd >= 0) dprintf(fd, "%d\n", (int)child);
    close(fd);
}
