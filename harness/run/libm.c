#include "harness/run/libm.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sha256.h"

#ifdef __x86_64__
#include <sys/platform/x86.h>

/* What glibc's own choices, OpenBLAS's and oneDNN's are made by; not avx512vl, whose bit glibc's
 * header shifts out of an int. */
static const struct {
    const char *word;
    unsigned bit;
} libm_features[] = {
    {"sse4.1", x86_cpu_SSE4_1},
    {"avx", x86_cpu_AVX},
    {"avx2", x86_cpu_AVX2},
    {"fma", x86_cpu_FMA},
    {"fma4", x86_cpu_FMA4},
    {"avx512f", x86_cpu_AVX512F},
    {"avx512dq", x86_cpu_AVX512DQ},
    {"avx512bw", x86_cpu_AVX512BW},
    {"avx512_vnni", x86_cpu_AVX512_VNNI},
    {"avx512_bf16", x86_cpu_AVX512_BF16},
};

void lf_cpu_words(bool used, char words[LF_CPU_WORDS]) {
    words[0] = '\0';
    for (size_t i = 0; i < sizeof libm_features / sizeof *libm_features; i++) {
        const unsigned bit = libm_features[i].bit;
        if (!(used ? x86_cpu_active(bit) : x86_cpu_present(bit))) continue;
        const size_t at = strlen(words);
        snprintf(words + at, LF_CPU_WORDS - at, "%s%s", at ? " " : "", libm_features[i].word);
    }
}
#else /* elsewhere nothing that numbers depend on is chosen by such features */
void lf_cpu_words(bool used, char words[LF_CPU_WORDS]) {
    (void)used;
    words[0] = '\0';
}
#endif

/* All of C's that are not exact by definition, and of those that are, the ones that have variants.
 */
static const char *const libm_names[] = {
    "acos",   "acosf", "acosh",     "asin",  "asinf",  "asinh",   "atan", "atan2",     "atan2f",
    "atanf",  "atanh", "cbrt",      "ceil",  "cos",    "cosf",    "cosh", "erf",       "erfc",
    "exp",    "exp2",  "exp2f",     "expf",  "expm1",  "floor",   "fma",  "fmaf",      "hypot",
    "lgamma", "log",   "log10",     "log1p", "log2",   "log2f",   "logf", "nearbyint", "pow",
    "powf",   "rint",  "roundeven", "sin",   "sincos", "sincosf", "sinf", "sinh",      "tan",
    "tanf",   "tanh",  "tgamma",    "trunc",
};

/* Values of two variants differ in the last bit, for about one argument in a thousand; with and
 * without fused multiply-add exp() does at the 247th of these, tanh() at the 71st. */
enum { LIBM_ARGUMENTS = 1024 };

/* A function that is chosen as the library is loaded is at another place in it. The library itself
 * is asked: a program may have places of its own for what it calls, as Python's interpreter has. */
static void libm_add_places(lf_sha256 *hash) {
    void *libm =
        dlopen(LIBM_SO, RTLD_LAZY | RTLD_NOLOAD); /* NULL, where all is one: RTLD_DEFAULT */
    for (size_t i = 0; i < sizeof libm_names / sizeof *libm_names; i++) {
        const char *at = dlsym(libm, libm_names[i]);
        Dl_info object;
        ptrdiff_t place = 0;
        if (at && dladdr(at, &object)) place = at - (const char *)object.dli_fbase;
        lf_sha256_add(hash, &place, sizeof place);
    }
    if (libm) dlclose(libm);
}

/* These look the same from outside, and choose within. The argument is kept from the compiler,
 * which would compute values itself. */
static void libm_add_values(lf_sha256 *hash) {
    for (int i = 0; i < LIBM_ARGUMENTS; i++) {
        const volatile double x = 0.37 + 0.01234567 * i;
        const double value[] = {exp(0.5 * x), log(x), pow(x, 1.1), tanh(0.1 * x)};
        lf_sha256_add(hash, value, sizeof value);
    }
}

/* Once a process, and the runs' processes have it from the pool's: they cannot change. */
lf_status lf_libm_variants(char hex[9]) {
    static char text[LF_SHA256_TEXT];
    lf_sha256 hash = {0};
    lf_status status = LF_OK;
    if (text[0] == '\0') {
        lf_sha256_start(&hash);
        libm_add_places(&hash);
        libm_add_values(&hash);
        status = lf_sha256_finish(&hash, text);
    }
    snprintf(hex, 9, "%.8s", text);
    return status;
}
