/**
 * @file saving.h
 * @brief Checkpoint files: which there are, who may write them, and when.
 *
 * A run under way keeps one file, FOLDER/KEY.lfc, with all that its next step depends on. Writing
 * is atomic, so that a kill at any moment leaves the last whole one. Only the run's own process
 * writes or reads it; whoever has stored the run's result removes it. The format is in
 * checkpoint.h.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>

#include "base/file.h"
#include "harness/run/record.h"

typedef struct {
    const char *folder;  /**< NULL: no run is saved */
    double seconds;      /**< from one checkpoint of a run to the next; 0: after every step */
    bool fresh;          /**< start from the beginning, whatever is there */
    uint64_t pause_step; /**< save and end after this many steps, as LF_RUN_KILLED; 0: never */
} lf_saving;

/** The signal that asked this process's run to save and end; 0: none. */
extern volatile sig_atomic_t lf_saving_asked;

/** path <- where the checkpoint of the run with this key is. */
lf_status lf_saving_path(const lf_saving *saving, const char *key, char path[LF_PATH_BYTES]);

/** Remove the checkpoint of a run whose result is stored, also one that was set aside. */
void lf_saving_remove(const lf_saving *saving, const char *key);

/** Remove what killed writers left half written, and the folder if nothing is in it. Nobody else
 *  may be writing there. */
void lf_saving_tidy(const lf_saving *saving);
