/**
 * @file carry_out.h
 * @brief What `run` and `reproduce` share: the options about how to run, and carrying runs out.
 */
#pragma once

#include "cli/command.h"
#include "harness/campaign/campaign.h"
#include "harness/campaign/forecast.h"
#include "harness/experiment/experiment.h"
#include "harness/registry/parameters.h"
#include "harness/store/shard.h"

/** The shared options. */
typedef struct {
    const char *out;       /**< folder; NULL: the command's own default */
    size_t jobs;           /**< runs at a time */
    double timeout;        /**< seconds per run; 0: none */
    double cpu;            /**< the same, of CPU time */
    size_t memory;         /**< bytes per run; 0: nine tenths of the machine's */
    double checkpoint;     /**< seconds from one checkpoint of a run to the next; 0: none */
    bool force;            /**< repeat finished runs */
    bool dry_run;          /**< say what would be done, and do nothing */
    const char *forecast;  /**< of a dry run: a line above it; NULL: none */
    bool forecast_again;   /**< what is left out was said above an earlier one */
    bool audit;            /**< methods have processes of their own */
    const char *vectors;   /**< LF_VECTORS_WORDS */
    bool quiet;            /**< no progress, no remarks */
    const char *engine;    /**< local or slurm; NULL: local */
    size_t task_runs;      /**< Slurm: runs of a task; 0: one */
    size_t tasks;          /**< Slurm: tasks at a time; 0: no limit */
    size_t attempts;       /**< Slurm: tasks that may end without progress, for a run; 0: three */
    lf_texts sbatch;       /**< Slurm: passed on */
    bool no_wait;          /**< Slurm: submit, and return */
    const char *bits;      /**< portable or fast; NULL: as the environment says */
    const char *blas_core; /**< OpenBLAS's CPU type; NULL: its own choice, or a better one */
} lf_session;

#define LF_SESSION_OPTION(type, field, letter, name, kind, value, standard, doc)                   \
    { name, letter, kind, offsetof(type, session.field), value, standard, doc }
/** The row for whose kernels make the numbers of runs. */
#define LF_BITS_OPTION(type, field)                                                                \
    {                                                                                              \
        "bits", 0, LF_OPTION_CHOICE, offsetof(type, field), "portable|fast", NULL,                 \
            "numbers with the same bits on every machine, or those of OpenBLAS's kernels for "     \
            "this one (default portable, or what LEVELFIELD_BITS says)"                            \
    }
/** Rows of an option table for a values struct `type` with an lf_session called `session`. */
#define LF_SESSION_OPTIONS(type, out_default, out_doc)                                             \
    LF_SESSION_OPTION(type, jobs, 'j', "jobs", LF_OPTION_COUNT, "N", "1",                          \
                      "how many runs at a time; results do not depend on it"),                     \
        LF_SESSION_OPTION(type, out, 'o', "out", LF_OPTION_TEXT, "DIR", out_default, out_doc),     \
        LF_SESSION_OPTION(type, timeout, 0, "timeout", LF_OPTION_SECONDS, "TIME", NULL,            \
                          "end a run that takes longer, in seconds or as 15m, 2h"),                \
        LF_SESSION_OPTION(type, cpu, 0, "cpu", LF_OPTION_SECONDS, "TIME", NULL,                    \
                          "end a run that takes more CPU time, of all its threads"),               \
        LF_SESSION_OPTION(type, memory, 0, "memory", LF_OPTION_BYTES, "SIZE", NULL,                \
                          "end a run that takes more, such as 2G (default nine tenths of the "     \
                          "machine's memory)"),                                                    \
        LF_SESSION_OPTION(type, checkpoint, 0, "checkpoint", LF_OPTION_PERIOD, "TIME", "60",       \
                          "save every run under way this often, so that it goes on from there "    \
                          "after a kill; 0: never"),                                               \
        LF_BITS_OPTION(type, session.bits),                                                        \
        LF_SESSION_OPTION(type, blas_core, 0, "blas-core", LF_OPTION_TEXT, "TYPE", NULL,           \
                          "make OpenBLAS use the kernels of this CPU type, such as Haswell, so "   \
                          "that fast bits repeat on other machines"),                              \
        LF_SESSION_OPTION(type, engine, 0, "engine", LF_OPTION_CHOICE, "local|slurm", "local",     \
                          "where the runs are made: here, or as tasks of Slurm job arrays"),       \
        LF_SESSION_OPTION(type, task_runs, 0, "task-runs", LF_OPTION_COUNT, "N", NULL,             \
                          "Slurm: how many runs make a task, -j of them at a time (default 1)"),   \
        LF_SESSION_OPTION(type, tasks, 0, "tasks", LF_OPTION_COUNT, "N", NULL,                     \
                          "Slurm: how many tasks at a time, if not as many as it lets"),           \
        LF_SESSION_OPTION(type, attempts, 0, "attempts", LF_OPTION_COUNT, "N", NULL,               \
                          "Slurm: give a run up when so many of its tasks ended without progress " \
                          "(default 3)"),                                                          \
        LF_SESSION_OPTION(type, sbatch, 0, "sbatch", LF_OPTION_TEXTS, "OPTION", NULL,              \
                          "Slurm: an option for sbatch, such as --partition=long"),                \
        LF_SESSION_OPTION(type, no_wait, 0, "no-wait", LF_OPTION_FLAG, NULL, NULL,                 \
                          "Slurm: submit, and return; the same command, or collect, takes the "    \
                          "results in"),                                                           \
        LF_SESSION_OPTION(type, force, 0, "force", LF_OPTION_FLAG, NULL, NULL,                     \
                          "repeat runs that are finished, and start from the beginning"),          \
        LF_SESSION_OPTION(type, dry_run, 'n', "dry-run", LF_OPTION_FLAG, NULL, NULL,               \
                          LF_DRY_RUN_DOC),                                                         \
        LF_SESSION_OPTION(type, audit, 0, "audit", LF_OPTION_FLAG, NULL, NULL,                     \
                          "run methods in processes of their own, cut off from data, meter and "   \
                          "machine; same results, slower"),                                        \
        LF_SESSION_OPTION(type, vectors, 0, "vectors", LF_OPTION_CHOICE, LF_VECTORS_WORDS, "auto", \
                          "vectors of the length of w: dense, or sparse, by which a step on "      \
                          "sparse rows costs their entries; auto: sparse from 65,536 entries on "  \
                          "where method and problem can"),                                         \
        LF_SESSION_OPTION(type, quiet, 'q', "quiet", LF_OPTION_FLAG, NULL, NULL,                   \
                          "show no progress")

/** The row of such a table for what lf_session_load loads, an lf_texts called `plugins`. */
#define LF_PLUGIN_OPTION(type)                                                                     \
    {                                                                                              \
        "plugin", 0, LF_OPTION_TEXTS, offsetof(type, plugins), "FILE.so", NULL,                    \
            "load a method or a problem from a shared object"                                      \
    }

/** The memory limit of a run, in bytes, where none was given: nine tenths of the machine's. */
size_t lf_session_memory(void);

/** What a run may take: as asked for, or nearly all memory. */
lf_pool_limits lf_session_limits(const lf_session *session);

/** Merge the shards of the folder, which is claimed, and say what was set aside. */
lf_status lf_session_collect(const char *out, lf_collection *collection);

/** Are its runs made here, and not by a cluster? Commands without the option run here. */
bool lf_session_is_local(const lf_session *session);
/** To be called first: may start the program again with another BLAS core type. */
lf_exit lf_session_begin(const lf_session *session);
/** Under a limit on address space, start the program again without OpenBLAS's idle threads: they
 * may ask for room without end, and a process waits for them as it ends. */
void lf_begin_limited(void);

/** Load what --plugin names, before anything is looked up by name: plugins bring names. The first
 *  that is refused ends the command with LF_EXIT_INPUT, whatever is wrong with it. */
lf_exit lf_session_load(const lf_texts *plugins);
/** The same where problems and algorithms are named one by one. A plugin that is refused costs its
 *  own runs and one line: what it would bring is taken out of both lists, which are the command
 *  line's. *refused <- how many; LF_EXIT_INPUT if that leaves nothing to be run, or if nothing is
 *  named that it would bring: that is a slip. */
lf_exit lf_session_load_some(const lf_texts *plugins, lf_texts *problems, lf_texts *algorithms,
                             size_t *refused);

/** One experiment to be run. */
typedef struct {
    const char *name;  /**< under which it is stored: "run", "3secon/table2" */
    const char *scale; /**< one that it has */
    const lf_experiment *experiment;
    bool tune_only; /**< trials, but not the runs that they are for */
    lf_slice slice; /**< what to run of it */
    bool typed;     /**< its words are those of a command line, and not of a file */
} lf_session_item;

/**
 * Check problems, budgets and the output folder, then carry out every item into `out`. Adds up the
 * outcomes. Of several items those whose data is not here are named and left out. Whatever goes
 * wrong has been said when this returns: LF_EXIT_DONE also if runs failed.
 */
lf_exit lf_session_run(const lf_session *session, const char *out, const lf_session_item *items,
                       size_t n, lf_campaign_outcome *outcome);

/** The option's line. */
#define LF_DRY_RUN_DOC                                                                             \
    "say what would be run, how much of it is there already, and what it would cost and take; "    \
    "store nothing"

/** all += the forecast of a campaign, one line or two of which are printed, below `above`, a line
 *  of text (NULL: none). Nothing is printed of one that fails. */
lf_status lf_dry_run_add(const lf_campaign *campaign, const lf_experiment *experiment,
                         const char *above, lf_forecast *all);
/** What they come to together; the campaign is any of them. */
void lf_dry_run_print(const lf_campaign *campaign, const lf_forecast *all);

/**
 * Build each problem of the plan once and read each budget for it, and each cost that the
 * experiment has of it, in a child process, so that a problem that crashes, or takes longer than a
 * run may (0: any time), costs nothing here: its runs will tell. The first fault found is returned
 * with its message.
 */
lf_status lf_preflight_check(const lf_experiment *experiment, const lf_planned_run *const *plan,
                             size_t n, double wall_seconds);
