/**
 * @file cmd_track_history.c
 * @brief levelfield track history: a baseline's past as a page.
 */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/command.h"
#include "harness/track/git.h"
#include "reports/history.h"

typedef struct {
    const char *html, *url;
} track_history_values;

/* A range is told from a file by two dots that are no folder; a file may have such a name too. */
static bool track_history_is_range(const char *text) {
    const char *dots = strstr(text, "..");
    while (dots && (dots == text || dots[-1] == '/') && (dots[2] == '/' || !dots[2]))
        dots = strstr(dots + 1, "..");
    return dots && !lf_file_readable(text);
}

static lf_exit track_history_url(const char *url) {
    const bool web = !url || strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0;
    if (web && (!url || strstr(url, LF_HISTORY_COMMIT))) return LF_EXIT_DONE;
    return lf_message_usage(
        "track history: --url '%s': expected a web address with " LF_HISTORY_COMMIT
        " in it, such as https://github.com/me/mine/commit/" LF_HISTORY_COMMIT,
        url);
}

/* One baseline has its past in git; several are a past themselves. */
static lf_status track_history_get(const lf_texts *operands, lf_track_history *history) {
    const bool range = track_history_is_range(operands->text[0]);
    if (operands->n - range > 1) return lf_track_history_load(operands->text, operands->n, history);
    LF_TRY(
        lf_track_history_read(range ? operands->text[0] : "HEAD", operands->text[range], history));
    if (lf_git_is_shallow(operands->text[range]))
        lf_message_say("track history: the clone is shallow, so earlier commits are not there; git "
                       "fetch --unshallow brings them");
    return LF_OK;
}

static lf_exit track_history_run(const void *values, const lf_texts *operands) {
    const track_history_values *v = values;
    const bool range = track_history_is_range(operands->text[0]);
    lf_track_history history;
    if (!v->html)
        return lf_message_usage("track history: --html is missing, the folder of the page");
    if (range && operands->n != 2)
        return lf_message_usage("track history: %s: expected one baseline behind the range, whose "
                                "past that is, such as tests/baseline.txt",
                                operands->text[0]);
    const lf_exit code = track_history_url(v->url);
    if (code != LF_EXIT_DONE) return code;
    lf_status status = track_history_get(operands, &history);
    if (status != LF_OK) return lf_message_exit(status);
    if (history.left_out)
        lf_message_say("track history: %zu commit%s left out: %s", history.left_out,
                       history.left_out == 1 ? "" : "s", history.reason ? history.reason : "");
    status = lf_history_write(&history, v->url, v->html);
    lf_track_history_clear(&history);
    if (status != LF_OK) return lf_message_exit(status);
    printf("%s/index.html\n", v->html);
    return LF_EXIT_DONE;
}

static const lf_option track_history_options[] = {
    {"html", 0, LF_OPTION_TEXT, offsetof(track_history_values, html), "DIR", NULL,
     "write DIR/index.html, a page that needs nothing else"},
    {"url", 0, LF_OPTION_TEXT, offsetof(track_history_values, url), "ADDRESS", NULL,
     "where a commit can be looked at, with " LF_HISTORY_COMMIT " in place of its hash"},
    {0},
};

LF_COMMAND(
    track_history, track_history, .name = "track history", .operands = "[GIT-RANGE] BASELINE...",
    .doc = "a baseline's past as a page: curves over commits, and what changed them",
    .about = "Takes the baseline as it was in every commit that touched it (in HEAD's past, or in "
             "a range such as v1.0..HEAD), or several files as they are given, oldest first. Each "
             "is held against the one before: another trace is a change point, and whether it is "
             "better or worse is decided as by `track check`.",
    .example = "levelfield track history tests/baseline.txt --html site\n"
               "levelfield track history v1.0..HEAD tests/baseline.txt --html site \\\n"
               "  --url 'https://github.com/me/mine/commit/" LF_HISTORY_COMMIT "'\n"
               "levelfield track history v1.txt v2.txt v3.txt --html site",
    .least = 1, .most = 10000);
