/**
 * @file checkpoint.h
 * @brief The file of a run under way: head, parts, checksum.
 *
 * The parts lie one after the other in the order of lf_checkpoint_part, in native byte order: a
 * checkpoint is for the machine type and the program that wrote it. The last 64 bytes are the
 * SHA-256, in hex, of all before them.
 */
#pragma once

#include "base/sha256.h"
#include "harness/run/saving.h"

/** Room for the words of lf_program_words(). */
#define LF_PROGRAM_WORDS 256

/** words <- what a person would tell this program by, and what the same code may compute otherwise
 * with: "0.1.0 (9f33f65), OpenBLAS Haswell, oneDNN avx2, libm 5e1c7f02 (sse4.1 avx avx2 fma)". */
void lf_program_words(char words[LF_PROGRAM_WORDS]);

/* ---- checkpoints ---- */

#define LF_CHECKPOINT_MARK "LFCHKPT"
enum { LF_CHECKPOINT_VERSION = 1 };

typedef enum {
    LF_CHECKPOINT_BIRTH,  /**< the method's state as its init left it: which words are addresses */
    LF_CHECKPOINT_ARENA,  /**< state and blocks: lf_arena_visit() */
    LF_CHECKPOINT_ORACLE, /**< counters, draws, the problem's memory: lf_oracle_save() */
    LF_CHECKPOINT_POINTS, /**< lf_trace_point of every row */
    LF_CHECKPOINT_VALUES, /**< metrics of every row, as lf_record.value */
    LF_CHECKPOINT_PARTS
} lf_checkpoint_part;

/** The first bytes of the file; what is not used is zero. */
typedef struct {
    char mark[8];                        /**< LF_CHECKPOINT_MARK */
    uint64_t version;                    /**< LF_CHECKPOINT_VERSION */
    char key[72];                        /**< SHA-256 of the canonical configuration */
    char data_sha256[72];                /**< of the data set that was used */
    char program[72];                    /**< lf_program_id() */
    char words[LF_PROGRAM_WORDS];        /**< lf_program_words() */
    uint64_t bytes[LF_CHECKPOINT_PARTS]; /**< of each part */
    lf_trace_point now;                  /**< counters of the last whole step; CPU seconds so far */
    double share;                        /**< of the budget */
    double wall_seconds;                 /**< so far, of all sittings */
    uint64_t free_steps, next_row, last_row_is_expensive;
} lf_checkpoint_head;

/** A checkpoint being written. The first failure is kept and reported by the end. */
typedef struct {
    lf_draft draft;
    lf_sha256 hash;
    lf_status status;
} lf_checkpoint_out;

/** Begin the file; makes its folder. */
void lf_checkpoint_begin(lf_checkpoint_out *out, const char *path, const lf_checkpoint_head *head);
/** Add the bytes of the next part, in as many pieces as there are. Its type is lf_arena_visit()'s,
 *  and it fails when one before has failed. */
lf_status lf_checkpoint_add(void *out, const void *bytes, size_t size);
/** Add the checksum and give the file its name, or leave nothing behind. */
lf_status lf_checkpoint_end(lf_checkpoint_out *out);

/** A checkpoint being read: mapped, so that it is no memory of the run's own. */
typedef struct {
    const unsigned char *map;
    size_t size;
    lf_checkpoint_head head;
    const unsigned char *part[LF_CHECKPOINT_PARTS];
} lf_checkpoint_in;

/**
 * Open the file and check that it is whole. LF_NOT_FOUND if there is none; any other failure says
 * in half a sentence what is wrong with it: "torn: 100 bytes of 4096".
 */
lf_status lf_checkpoint_open(const char *path, lf_checkpoint_in *in);
/** The head alone, for looking how far a run is: nothing else of the file is read or checked. */
lf_status lf_checkpoint_peek(const char *path, lf_checkpoint_head *head);
/** Is it of this run, data set and program? Else a failure that says in half a sentence what
 *  differs. `want` has key, data_sha256, program and words. */
lf_status lf_checkpoint_fits(const lf_checkpoint_in *in, const lf_checkpoint_head *want);
/** Fine after a failed open. */
void lf_checkpoint_close(lf_checkpoint_in *in);
