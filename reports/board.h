/**
 * @file board.h
 * @brief A page that ranks the methods of several archives, suite by suite.
 */
#pragma once

#include "harness/results/results.h"

/** An archive that somebody wants on the board. */
typedef struct {
    char name[256];    /**< as it is called; plain text, from anywhere */
    char copy[80];     /**< the file beside the page that it is */
    char refused[400]; /**< why it is not on the board; "": it is */
    lf_results *results;
    size_t n; /**< results: experiments of suites, and no others */
} lf_board_archive;

/** Write DIR/index.html, which needs nothing else but the copies beside it, and make DIR.
 * `checked`: how far the archives were verified, and by whom. Problems of a suite are the same
 * ones, in the same order, in all archives. */
lf_status lf_board_write(const lf_board_archive *archive, size_t n, const char *checked,
                         const char *dir);
