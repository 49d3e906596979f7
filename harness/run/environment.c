#include "harness/run/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <Clp_C_Interface.h>
#include <archive.h>
#include <cblas.h>
#include <curl/curl.h>
#include <cyaml/cyaml.h>
#include <gnu/libc-version.h>
#include <jansson.h>
#include <jpeglib.h>
#include <libdeflate.h>
#include <oneapi/dnnl/dnnl.h>
#include <oneapi/dnnl/dnnl_debug.h>
#include <openssl/crypto.h>
#include <sqlite3.h>
#include <zlib.h>
#include <zstd.h>

#include "base/blas.h"
#include "harness/run/libm.h"
#include "numeric/bits.h"
#include "version.h"

/* libjpeg-turbo tells its version, a bare 2.1.5, only to the preprocessor. */
#define ENVIRONMENT_TEXT_OF(token) #token
#define ENVIRONMENT_TEXT(macro) ENVIRONMENT_TEXT_OF(macro)

/* name <- the processor's own name for itself, or the kernel's for its architecture. */
static void environment_cpu(char *name, size_t size, const char *machine) {
    char line[512];
    snprintf(name, size, "%s", machine);
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL) return;
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "model name", 10) != 0) continue;
        const char *colon = strchr(line, ':');
        if (colon == NULL) continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
        break;
    }
    fclose(file);
}

/* "OpenBLAS 0.3.21 DYNAMIC_ARCH ..." -> "0.3.21 DYNAMIC_ARCH ..." */
static const char *environment_blas(void) {
    const char *config = openblas_get_config();
    return strncmp(config, "OpenBLAS ", 9) == 0 ? config + 9 : config;
}

static void environment_set(json_t *object, const char *name, const char *value) {
    json_object_set_new(object, name, json_string(value ? value : "unknown"));
}

/* "libarchive 3.6.2" -> "3.6.2" */
static const char *environment_archive(void) {
    const char *version = archive_version_string();
    return strncmp(version, "libarchive ", 11) == 0 ? version + 11 : version;
}

/* "2.6.3 avx512_core": the version, and the instructions that it works with. */
static void environment_onednn(json_t *libraries) {
    char text[128];
    lf_bits_pin(); /* what follows is a first use */
    const dnnl_version_t *version = dnnl_version();
    const char *isa = dnnl_cpu_isa2str(dnnl_get_effective_cpu_isa()); /* cpu_isa_avx512_core */
    snprintf(text, sizeof text, "%d.%d.%d %s", version->major, version->minor, version->patch,
             strncmp(isa, "cpu_isa_", 8) == 0 ? isa + 8 : isa);
    environment_set(libraries, "onednn", text);
}

static json_t *environment_libraries(void) {
    json_t *libraries = json_object();
    environment_set(libraries, "openblas", environment_blas());
    environment_onednn(libraries);
    environment_set(libraries, "clp", Clp_Version());
    environment_set(libraries, "sqlite", sqlite3_libversion());
    environment_set(libraries, "zlib", zlibVersion());
    environment_set(libraries, "libarchive", environment_archive());
    environment_set(libraries, "libdeflate", LIBDEFLATE_VERSION_STRING);
    environment_set(libraries, "libzstd", ZSTD_versionString());
    environment_set(libraries, "libjpeg-turbo", ENVIRONMENT_TEXT(LIBJPEG_TURBO_VERSION));
    environment_set(libraries, "curl", curl_version_info(CURLVERSION_NOW)->version);
    environment_set(libraries, "openssl", OpenSSL_version(OPENSSL_VERSION_STRING));
    environment_set(libraries, "cyaml", cyaml_version_str);
    environment_set(libraries, "jansson", jansson_version_str());
    return libraries;
}

/* What the CPU has, what the C library makes of it, and who told it to. */
static void environment_mathematics(json_t *object) {
    char features[LF_CPU_WORDS], variants[9];
    const char *tunables = getenv("GLIBC_TUNABLES");
    lf_cpu_words(false, features);
    environment_set(object, "cpu_features", features);
    lf_cpu_words(true, features);
    environment_set(object, "glibc", gnu_get_libc_version());
    environment_set(object, "glibc_features", features);
    environment_set(object, "glibc_tunables", tunables ? tunables : "");
    lf_libm_variants(variants);
    environment_set(object, "libm", variants);
}

char *lf_environment_json(void) {
    struct utsname system;
    char cpu[512], kernel[256];
    if (uname(&system) != 0) return NULL;
    environment_cpu(cpu, sizeof cpu, system.machine);
    snprintf(kernel, sizeof kernel, "%s %s %s", system.sysname, system.release, system.machine);
    json_t *object = json_object();
    environment_set(object, "version", LF_VERSION);
    environment_set(object, "commit", LF_COMMIT);
    environment_set(object, "compiler", LF_COMPILER);
    environment_set(object, "flags", LF_FLAGS);
    environment_set(object, "build_type", LF_BUILD_TYPE);
    environment_set(object, "cpu", cpu);
    environment_mathematics(object);
    json_object_set_new(object, "cores", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    environment_set(object, "kernel", kernel);
    json_object_set_new(object, "libraries", environment_libraries());
    environment_set(object, "bits", lf_bits_name());
    environment_set(object, "blas_core", lf_blas_core());
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return text;
}

bool lf_environment_is_ours(const char *json) {
    json_t *object = json_loads(json ? json : "", 0, NULL);
    const char *version = json_string_value(json_object_get(object, "version"));
    const char *commit = json_string_value(json_object_get(object, "commit"));
    const bool same = (!version || strcmp(version, LF_VERSION) == 0) &&
                      (!commit || strcmp(commit, LF_COMMIT) == 0);
    json_decref(object);
    return same;
}
