#include "base/blas.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cblas.h>

#include "base/file.h"

enum { BLAS_WORDS = 4096 }; /* words of a command line that can be repeated */

/* What OpenBLAS maps in one piece (BUFFER_SIZE in its sources, 32 << 22 on x86-64 and ARM). */
static const size_t blas_room_bytes = (size_t)128 << 20;

const char *lf_blas_core(void) {
    return openblas_get_corename();
}

#ifdef __x86_64__
static bool blas_is_among(const char *core, const char *const *cores, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(core, cores[i]) == 0) return true;
    return false;
}

/* The kernels that use at least AVX2, or all that an AMD before Zen has. */
static bool blas_is_current(const char *core) {
    static const char *const current[] = {
        "Haswell",   "Zen",         "SkylakeX",   "Cooperlake", "Sapphirerapids",
        "Excavator", "Steamroller", "Piledriver", "Bulldozer"};
    return blas_is_among(core, current, sizeof current / sizeof *current);
}

/* What is forced by OPENBLAS_CORETYPE is used by OpenBLAS unseen, and ends by SIGILL. */
lf_status lf_blas_check(void) {
    static const char *const avx512[] = {"SkylakeX", "Cooperlake", "Sapphirerapids"};
    static const char *const avx2[] = {"Haswell", "Zen", "Excavator"};
    const char *core = lf_blas_core(), *lacks = NULL;
    if (blas_is_among(core, avx512, 3) && !__builtin_cpu_supports("avx512f")) lacks = "AVX-512";
    if (blas_is_among(core, avx2, 3) && !__builtin_cpu_supports("avx2")) lacks = "AVX2";
    if (!lacks) return LF_OK;
    return lf_fail(
        LF_UNSUPPORTED,
        "OpenBLAS was told to use its kernels for %s, and this processor has no %s: unset "
        "OPENBLAS_CORETYPE",
        core, lacks);
}

const char *lf_blas_widest(void) {
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    if (wide) return "SkylakeX";
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "Haswell" : "";
}

const char *lf_blas_better(void) {
    if (getenv("OPENBLAS_CORETYPE") || blas_is_current(lf_blas_core())) return NULL;
    const char *widest = lf_blas_widest();
    return *widest ? widest : NULL;
}
#else
lf_status lf_blas_check(void) {
    return LF_OK;
}

const char *lf_blas_widest(void) {
    return "";
}

const char *lf_blas_better(void) {
    return NULL; /* elsewhere OpenBLAS asks the CPU what it can, not what it is called */
}
#endif

static const char blas_threads[] = "OPENBLAS_NUM_THREADS";

/* The variable is asked too: where it has no effect, starting again would not end. */
bool lf_blas_has_idle_threads(void) {
    const char *said = getenv(blas_threads);
    return openblas_get_num_threads() > 1 && !(said && strcmp(said, "1") == 0);
}

lf_status lf_blas_restart(const char *core) {
    char *line;
    size_t size;
    LF_TRY(lf_file_read("/proc/self/cmdline", 1u << 22, &line, &size));
    char *words[BLAS_WORDS + 1];
    size_t n = 0;
    for (char *word = line; word < line + size && n < BLAS_WORDS; word += strlen(word) + 1)
        words[n++] = word;
    words[n] = NULL;
    if (core) setenv("OPENBLAS_CORETYPE", core, 1);
    setenv(blas_threads, "1", 1);
    execv("/proc/self/exe", words); /* the very same file, wherever it was found */
    free(line);
    return lf_fail(LF_IO, "the program cannot be started again with other OpenBLAS kernels");
}

/* The smallest product that is made in that memory, which is kept from then on: threads that work
 * at a time would need one each, but a run has one. */
lf_status lf_blas_prepare(void) {
    static bool prepared;
    openblas_set_num_threads(1);
    if (prepared) return LF_OK;
    void *room =
        mmap(NULL, blas_room_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return lf_fail(LF_NO_MEMORY,
                       "OpenBLAS needs %zu MiB of address space to work in, and there is less: a "
                       "higher limit (ulimit -v) gives it room",
                       blas_room_bytes >> 20);
    munmap(room, blas_room_bytes);
    const double one = 1;
    double x = 1;
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 1, 1, 1, &one, 1,
                &x, 1);
    prepared = true;
    return LF_OK;
}
