/**
 * @file dispatch.h
 * @brief The whole levelfield command as one function.
 *
 * It is the only symbol of the shared library that no installed header declares: the program is
 * this function and nothing else, so that program, plugins and bindings share one copy of
 * everything.
 */
#pragma once

#include <levelfield/public.h>

LF_PUBLIC_BEGIN

/** Carry out the command line; the exit code. */
int lf_command_main(int argc, char **argv);

LF_PUBLIC_END
