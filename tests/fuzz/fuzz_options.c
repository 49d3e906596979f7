/**
 * @file fuzz_options.c
 * @brief Command lines: the first byte chooses the command, each line after it is a word.
 */
#include "fuzz.h"

#include <math.h>

#include "cli/option.h"

enum { OPTIONS_WORDS = 32 };

static void options_hear(const char *line) {
    fuzz_require(line[0] != '\0' && !strchr(line, '\n'));
}

/* Numbers are what their kinds say. */
static void options_check(const lf_option *option, const void *values) {
    for (; option->name; option++) {
        const char *field = (const char *)values + option->offset;
        double seconds = 0;
        if (option->kind == LF_OPTION_SECONDS || option->kind == LF_OPTION_PERIOD)
            memcpy(&seconds, field, sizeof seconds);
        fuzz_require(isfinite(seconds) && seconds >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_piece rest = {data, size};
    size_t commands = 0;
    while (lf_command_table[commands])
        commands++;
    const lf_command *command = lf_command_table[fuzz_byte(&rest) % commands];
    char *text = fuzz_text(rest), *left = text, *argv[OPTIONS_WORDS + 1] = {(char *)command->name};
    int argc = 1;
    while (argc < OPTIONS_WORDS && left)
        argv[argc++] = strsep(&left, "\n");
    void *values = calloc(1, command->values_size + 1);
    fuzz_require(values != NULL);
    lf_texts operands = {0};
    lf_message_listen(options_hear);
    if (lf_option_read(command, argc, argv, values, &operands) == LF_OPTION_READY)
        options_check(command->options, values);
    lf_option_release(command, values, &operands);
    free(values);
    free(text);
    return 0;
}
