/**
 * @file levelfield.h
 * @brief Everything public, for those who do not want to choose.
 */
#pragma once

#include <levelfield/algorithm.h>
#include <levelfield/math.h>
#include <levelfield/problem.h>
#include <levelfield/wide.h>
