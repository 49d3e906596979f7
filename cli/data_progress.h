/**
 * @file data_progress.h
 * @brief How far the reading of a large data file is, on a terminal.
 */
#pragma once

/** From now on say it, in this process and those that it starts, if standard error is a terminal.
 */
void lf_data_progress_begin(void);
