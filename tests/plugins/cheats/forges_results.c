/* Writes the results of its run itself, into the pipe to the process that stores them: a last row
 * with a loss of 0, the end, and the hash that vouches for it. */
#include "cheat.h"

#include <dlfcn.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { POINT = 2, END = 4, RESULTS = 3, COUNTERS = 27, METRICS = 2, D = 4 };

typedef struct {
    uint64_t count[COUNTERS];
    double seconds[3], progress, metric[METRICS];
} forges_row;

static bool forges_results_send(uint32_t kind, const void *bytes, uint64_t size) {
    const struct {
        uint32_t mark, kind;
        uint64_t bytes;
    } header = {0x4c667731u, kind, size};
    return write(RESULTS, &header, sizeof header) > 0 && write(RESULTS, bytes, size) > 0;
}

/* The digits of the SHA-256 of counters and metrics of two rows. */
static void forges_results_vouch(const forges_row *row, char digits[65]) {
    unsigned char bytes[2 * (COUNTERS + METRICS) * 8], hash[32] = {0}, *to = bytes;
    void *library = dlopen("libcrypto.so.3", RTLD_NOW);
    unsigned char *(*sha256)(const void *, size_t, void *) = NULL;
    if (library) *(void **)&sha256 = dlsym(library, "SHA256");
    for (unsigned k = 0; k < 2; k++, to += METRICS * 8) {
        memcpy(to, row[k].count, sizeof row[k].count);
        to += sizeof row[k].count;
        memcpy(to, row[k].metric, METRICS * 8);
    }
    if (sha256) sha256(bytes, sizeof bytes, hash);
    for (unsigned k = 0; k < sizeof hash; k++)
        sprintf(digits + 2 * k, "%02x", hash[k]);
}

/* As wire_send.c lays them out. */
static lf_status forges_results_step(cheat_state *s, lf_oracle *o) {
    (void)o;
    forges_row row[2] = {{.metric = {2, NAN}}, {.seconds = {1, 1, 1}, .progress = 1}};
    row[1].count[COUNTERS - 1] = 1;
    row[1].count[5] = row[1].count[20] = s->p.b;
    const bool sent = forges_results_send(POINT, &row[1], sizeof row[1]);
    struct __attribute__((packed)) {
        uint64_t status, cause_bytes;
        char cause[12];
        uint64_t hash_bytes;
        char hash[64];
        uint64_t dim;
        double iterate[D];
    } end = {0, 12, "budget spent", 64, "", D, {0}};
    char digits[65];
    forges_results_vouch(row, digits);
    memcpy(end.hash, digits, 64);
    cheat_gained(s, sent && forges_results_send(END, &end, sizeof end), "results");
    _exit(0);
}

CHEAT_PLUGIN(forges_results, "pipe");
