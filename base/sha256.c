/**
 * @file sha256.c
 * @brief SHA-256 through libcrypto's EVP interface.
 */
#include "base/sha256.h"

#include <openssl/evp.h>

void lf_sha256_start(lf_sha256 *hash) {
    hash->context = EVP_MD_CTX_new();
    hash->failed = !hash->context || EVP_DigestInit_ex(hash->context, EVP_sha256(), NULL) != 1;
}

void lf_sha256_add(lf_sha256 *hash, const void *bytes, size_t size) {
    if (hash->failed) return;
    hash->failed = EVP_DigestUpdate(hash->context, bytes, size) != 1;
}

lf_status lf_sha256_finish(lf_sha256 *hash, char hex[LF_SHA256_TEXT]) {
    static const char digit[] = "0123456789abcdef";
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    int failed = hash->failed || !hash->context ||
                 EVP_DigestFinal_ex(hash->context, digest, &size) != 1 || size != 32;
    lf_sha256_drop(hash);
    hex[0] = '\0';
    if (failed) return lf_fail(LF_NO_MEMORY, "libcrypto could not compute a SHA-256 checksum");
    for (size_t i = 0; i < size; i++) {
        hex[2 * i] = digit[digest[i] >> 4];
        hex[2 * i + 1] = digit[digest[i] & 15];
    }
    hex[64] = '\0';
    return LF_OK;
}

void lf_sha256_drop(lf_sha256 *hash) {
    EVP_MD_CTX_free(hash->context); /* NULL is fine */
    hash->context = NULL;
}

lf_status lf_sha256_of(const void *bytes, size_t size, char hex[LF_SHA256_TEXT]) {
    lf_sha256 hash;
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, bytes, size);
    return lf_sha256_finish(&hash, hex);
}
