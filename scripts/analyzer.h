/**
 * @file analyzer.h
 * @brief What the analyzer of scripts/analyse.sh is told: a failure returns the status that it is
 * given, so that no path goes on after one.
 */
#pragma once

#include <levelfield/status.h>

#define lf_fail(status, ...) ((void)lf_fail(status, __VA_ARGS__), (status))
#define lf_fail_within(status, ...) ((void)lf_fail_within(status, __VA_ARGS__), (status))
