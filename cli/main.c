/**
 * @file main.c
 * @brief The levelfield program; all of it is in the library.
 */
#include "cli/dispatch.h"

int main(int argc, char **argv) {
    return lf_command_main(argc, argv);
}
