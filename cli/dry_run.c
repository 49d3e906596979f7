/**
 * @file dry_run.c
 * @brief The forecast of a command, for people.
 *
 * Memory is the most that any child of this process has had so far: by now each problem was built
 * by one of its own, and what has no history made a few steps.
 */
#include "cli/carry_out.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>

/* "45 s", "12 min", "3.4 h": no forecast is better than that. */
static void dry_run_time(double seconds, char text[32]) {
    if (seconds < 1)
        snprintf(text, 32, "a second");
    else if (seconds < 100)
        snprintf(text, 32, "%.0f s", seconds);
    else if (seconds < 6000)
        snprintf(text, 32, "%.0f min", seconds / 60);
    else if (seconds < 3.6e9)
        snprintf(text, 32, "%.1f h", seconds / 3600);
    else
        snprintf(text, 32, "a lifetime or more");
}

static void dry_run_size(double bytes, char text[32]) {
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    size_t unit = 0;
    for (bytes /= 1000; bytes >= 1000 && unit < 3; unit++)
        bytes /= 1000;
    snprintf(text, 32, "%.*f %s", bytes < 10 ? 1 : 0, bytes, units[unit]);
}

/* "12 of 45 runs, 3 of them finished before". */
static void dry_run_count(const char *what, size_t n, size_t reused) {
    printf("  %-8s %zu", what, n);
    if (reused) printf(", %zu of them finished before: %zu to make", reused, n - reused);
    printf("\n");
}

/* As many at a time as there are jobs; the longest one may hold up the end. */
static void dry_run_takes(const lf_forecast *f, size_t jobs) {
    const size_t n = f->recalled + f->tried + f->blind;
    const double at_once = (double)(jobs < n ? jobs : n);
    char together[32], alone[32];
    if (n == f->blind) {
        printf("  time     not known: no run like these is stored, and none could be tried\n");
        return;
    }
    dry_run_time(fmax(f->seconds / at_once, f->longest), together);
    dry_run_time(f->seconds, alone);
    printf("  time     about %s", together);
    if (at_once > 1) printf(" with -j %zu; %s one after the other", jobs, alone);
    const char *separator = " (";
    if (f->recalled)
        printf("%s%zu runs like stored ones", separator, f->recalled), separator = ", ";
    if (f->tried) printf("%s%zu runs tried for a few steps", separator, f->tried), separator = ", ";
    if (f->blind) printf("%s%zu runs not known and left out", separator, f->blind);
    printf(")\n");
}

static void dry_run_needs(const lf_campaign *campaign, const lf_forecast *f) {
    struct rusage children;
    char size[32], all[32];
    getrusage(RUSAGE_CHILDREN, &children);
    const double bytes = 1024 * (double)children.ru_maxrss;
    dry_run_size(bytes, size);
    dry_run_size(bytes * (double)campaign->limits.jobs, all);
    printf("  memory   about %s a run", size);
    if (campaign->limits.jobs > 1) printf(", %s with -j %zu", all, campaign->limits.jobs);
    dry_run_size(f->bytes, size);
    printf("\n  disk     about %s more\n", size);
}

lf_status lf_dry_run_add(const lf_campaign *campaign, const lf_experiment *experiment,
                         const char *above, lf_forecast *all) {
    const lf_forecast before = *all;
    LF_TRY(lf_forecast_add(campaign, experiment, all));
    if (above) printf("%s\n", above);
    printf("%s, scale %s\n", campaign->name, campaign->scale);
    if (all->trials > before.trials)
        dry_run_count("trials", all->trials - before.trials,
                      all->trials_reused - before.trials_reused);
    if (all->later > before.later)
        dry_run_count("later", all->later - before.later, all->later_reused - before.later_reused);
    if (all->perhaps > before.perhaps)
        printf("  perhaps  %zu trials more, where the first choice does not stand\n",
               all->perhaps - before.perhaps);
    if (!campaign->tune_only)
        dry_run_count("runs", all->runs - before.runs, all->reused - before.reused);
    return LF_OK;
}

void lf_dry_run_print(const lf_campaign *campaign, const lf_forecast *all) {
    const char *separator = "  cost     at most ";
    printf("together\n");
    for (size_t i = 0; i < all->units; i++, separator = ", ")
        printf("%s%.6g %s", separator, all->unit[i].most, all->unit[i].name);
    if (all->units) printf("\n");
    if (all->recalled + all->tried + all->blind > 0) {
        dry_run_takes(all, campaign->limits.jobs);
        dry_run_needs(campaign, all);
    }
    printf("nothing was stored\n");
}
