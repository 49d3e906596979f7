/**
 * @file cmd_doctor.c
 * @brief levelfield doctor: what is installed, what is missing, and how to mend it.
 *
 * Two parts: what levelfield itself needs, where something missing is an error with its remedy, and
 * data sets, which are only listed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>
#include <seccomp.h>

#include "base/blas.h"
#include "base/file.h"
#include "cli/columns.h"
#include "cli/command.h"
#include "cli/data_place.h"
#include "harness/process/sandbox.h"
#include "harness/run/environment.h"
#include "numeric/bits.h"
#include "numeric/dense.h"
#include "version.h"

/* One line of the diagnosis: "ok" or "MISSING", what, and a remark. Returns `good`. */
static bool doctor_line(bool good, const char *what, const char *remark) {
    printf("%-8s %-16s %s\n", good ? "ok" : "MISSING", what, remark);
    return good;
}

/* What the program itself is made of. The libraries are there, or it would not have started; their
 * versions are what a question about results begins with. */
static bool doctor_environment(const json_t *environment) {
    const char *key;
    json_t *value;
    const char *core = json_string_value(json_object_get(environment, "blas_core"));
    const char *cpu = json_string_value(json_object_get(environment, "cpu"));
    char text[256];
    snprintf(text, sizeof text, "%s (%s, %s, %s)", LF_VERSION, LF_COMMIT, LF_COMPILER,
             LF_BUILD_TYPE);
    doctor_line(true, "levelfield", text);
    snprintf(text, sizeof text, "%ld (%s)", sysconf(_SC_NPROCESSORS_ONLN), cpu ? cpu : "unknown");
    doctor_line(true, "cores", text);
    json_object_foreach(json_object_get(environment, "libraries"), key, value) {
        const char *version = json_string_value(value);
        doctor_line(true, key, version ? version : "");
    }
    doctor_line(true, "Random123", "headers, compiled in");
    snprintf(text, sizeof text, "%s, by %s kernels", lf_bits_name(),
             lf_bits_mode() == LF_BITS_FAST ? "OpenBLAS's" : lf_dense_build_name());
    doctor_line(true, "bits of runs", text);
    if (lf_blas_better()) doctor_line(true, "kernels of runs", lf_blas_better());
    if (lf_blas_check() != LF_OK) return doctor_line(false, "OpenBLAS kernels", lf_message());
    return doctor_line(core != NULL, "OpenBLAS kernels",
                       core ? core : "unknown: install libopenblas-dev and build again");
}

/* The same of what all else works without. */
static void doctor_choice(bool there, const char *what, const char *remark) {
    printf("%-8s %-16s %s\n", there ? "ok" : "none", what, remark);
}

/* line <- the first that a command prints; "" if it fails, or the shell does not find it. */
static void doctor_ask(const char *command, char line[128]) {
    FILE *pipe = popen(command, "r");
    line[0] = '\0';
    if (!pipe) return;
    if (!fgets(line, 128, pipe)) line[0] = '\0';
    if (pclose(pipe) != 0) line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
}

/* gnuplot is run, because it draws every figure. */
static bool doctor_gnuplot(void) {
    char line[128];
    doctor_ask("gnuplot --version 2>/dev/null", line);
    return doctor_line(line[0] != '\0', "gnuplot",
                       line[0] ? line : "no figures without it: apt-get install gnuplot-nox");
}

/* The Python package has nothing to stand on without NumPy. Of several interpreters another one may
 * have it, so that the one that was asked is named. */
static void doctor_python(void) {
    char line[128], asked[128], text[320];
    doctor_ask("python3 -c 'import numpy, sys; print(sys.version.split()[0], \"with NumPy\", "
               "numpy.__version__)' 2>/dev/null",
               line);
    doctor_ask("command -v python3", asked);
    snprintf(text, sizeof text,
             "optional: %s%sapt-get install python3-numpy%s for methods in Python", asked,
             asked[0] ? " has no NumPy; " : "", asked[0] ? ", of /usr/bin/python3," : "");
    doctor_choice(line[0] != '\0', "Python", line[0] ? line : text);
}

/* What `--audit` needs is part of the kernel, and all else works without. */
static void doctor_audit(void) {
    char text[64];
    const struct scmp_version *version = seccomp_version();
    snprintf(text, sizeof text, "possible, with Landlock and libseccomp %u.%u.%u", version->major,
             version->minor, version->micro);
    const bool possible = lf_sandbox_look() == LF_OK;
    doctor_choice(possible, "--audit", possible ? text : lf_message());
}

/* Optional, and only looked for, as these take a while to start: `found` is what a shell says yes
 * to where they are. */
static void doctor_optional(const char *what, const char *found, const char *packages,
                            const char *use) {
    char text[256];
    snprintf(text, sizeof text, "{ %s; } >/dev/null 2>&1", found);
    const bool there = system(text) == 0;
    snprintf(text, sizeof text, "%s%s, for %s", there ? "" : "optional: apt-get install ", packages,
             use);
    doctor_choice(there, what, text);
}

/* A client without a cluster is found all the same, and may wait for one. */
static void doctor_slurm(void) {
    static const char found[] = "command -v sbatch && command -v squeue";
    char text[128];
    snprintf(text, sizeof text, "{ %s && ! timeout 5 squeue -h; } >/dev/null 2>&1", found);
    if (system(text) == 0)
        doctor_choice(false, "Slurm", "found, but squeue does not answer here");
    else
        doctor_optional("Slurm", found, "slurm-client", "--engine slurm");
}

static void doctor_extras(void) {
    doctor_slurm();
    doctor_optional("git", "command -v git", "git", "track history, track bisect");
    doctor_optional("documentation", "command -v mkdocs && command -v doxygen && command -v dot",
                    "mkdocs doxygen graphviz", "scripts/docs.sh");
    doctor_optional("analysis", "command -v clang-tidy && command -v cppcheck",
                    "clang-tidy cppcheck", "scripts/analyse.sh");
    doctor_optional("memcheck", "command -v valgrind", "valgrind", "scripts/valgrind.sh");
    doctor_optional("coverage", "command -v gcovr", "gcovr", "scripts/coverage.sh");
    doctor_optional("gallery", "/usr/bin/python3 -c 'import yaml, PIL'", "python3-yaml python3-pil",
                    "scripts/findings.py");
    doctor_optional("accuracy", "pkg-config --exists mpfr", "libmpfr-dev",
                    "tests of elementary functions");
    doctor_optional("other machines", "command -v qemu-aarch64 && command -v aarch64-linux-gnu-gcc",
                    "qemu-user gcc-aarch64-linux-gnu", "scripts/bits_matrix.sh");
    doctor_optional("peers",
                    "/usr/bin/python3 -c 'from importlib.util import find_spec as f;"
                    "exit(not (f(\"scipy\") and f(\"sklearn\") and f(\"torch\")))'",
                    "python3-scipy python3-sklearn python3-torch", "benchmarks/peers.py");
    doctor_optional("tests of Python", "/usr/bin/python3 -c 'import pandas, mypy'",
                    "python3-pandas mypy", "tests/python");
    doctor_optional("decimal commas", "locale -a | grep -q de_DE.utf8", "locales",
                    "tests of numbers: scripts/setup.sh test");
    doctor_optional("papers", "command -v pdflatex",
                    "texlive-latex-recommended texlive-pictures lmodern",
                    "main.tex of report --latex, scripts/article.py");
    doctor_optional("browser", "command -v chromium || command -v chromium-browser", "chromium",
                    "tests of reports, scripts/screenshots.sh");
    doctor_optional("fuzzing", "ls $(clang -print-runtime-dir)/libclang_rt.fuzzer-*",
                    "clang libclang-rt-dev", "scripts/build.sh fuzz");
}

/* A cache that cannot be written only costs time, but `data fetch` needs it. */
static bool doctor_cache(void) {
    char path[LF_PATH_BYTES], probe[LF_PATH_BYTES], remark[LF_PATH_BYTES + 128];
    lf_draft draft;
    bool good = lf_cache_folder(path) == LF_OK && lf_folder_make(path) == LF_OK &&
                lf_path_format(probe, "%s/doctor", path) == LF_OK &&
                lf_draft_open(&draft, probe) == LF_OK;
    if (!good)
        snprintf(remark, sizeof remark, "%s; set XDG_CACHE_HOME to a folder that can be written",
                 lf_message());
    else
        lf_draft_discard(&draft);
    return doctor_line(good, "cache folder", good ? path : remark);
}

/* Data sets are listed, never needed: everything but the real data works without them. */
static void doctor_data(void) {
    const char *folders = getenv("LEVELFIELD_DATA");
    const lf_dataset *const *list;
    size_t n = lf_dataset_list(&list);
    bool missing = false;
    printf("\ndata sets (LEVELFIELD_DATA is %s)\n", folders && *folders ? folders : "not set");
    lf_table table = {.columns = 3};
    for (size_t i = 0; i < n; i++) {
        const char *state = lf_catalogue_state(list[i]);
        missing |= strcmp(state, "missing") == 0;
        LF_TABLE_ROW(&table, state, list[i]->name, list[i]->doc);
    }
    lf_table_print(&table, 2, stdout);
    if (missing)
        printf("for the missing ones: levelfield data fetch NAME, or set LEVELFIELD_DATA to a "
               "folder that has them\n");
}

/* Everything is looked at before the verdict, so that one visit names all that is wrong. */
static lf_exit doctor_run(const void *values, const lf_texts *operands) {
    (void)values;
    (void)operands;
    char *text = lf_environment_json();
    json_t *environment = text ? json_loads(text, 0, NULL) : NULL;
    bool good = doctor_environment(environment);
    good &= doctor_gnuplot();
    doctor_python();
    doctor_audit();
    doctor_extras();
    good &= doctor_cache();
    doctor_data();
    json_decref(environment);
    free(text);
    return good ? LF_EXIT_DONE : LF_EXIT_CHECK;
}

LF_COMMAND_PLAIN(
    doctor, doctor, .name = "doctor", .operands = "",
    .doc = "what is installed, what is missing, and how to mend it",
    .about = "Prints the version of everything levelfield is built on, runs gnuplot, tries the "
             "cache folder, and lists the data sets that are found. Exits with 1 if something "
             "needed is missing; data sets are not.",
    .example = "levelfield doctor");
