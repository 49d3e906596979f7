/**
 * @file checksum.c
 * @brief SHA-256, or the MD5 that some publishers' files are known by.
 */
#include "datasets/obtain/checksum.h"

#include <stdio.h>

#include <openssl/evp.h>

#include "datasets/files/archive.h"
#include "datasets/files/bytes.h"

enum { CHECKSUM_CHUNK = 1 << 15 };

const char *lf_checksum_stated(const lf_dataset_file *file) {
    return file->sha256 ? file->sha256 : file->md5;
}

const char *lf_checksum_kind(const lf_dataset_file *file) {
    return file->md5 && !file->sha256 ? "MD5" : "SHA-256";
}

static lf_status checksum_add_all(lf_bytes *file, EVP_MD_CTX *hash) {
    char chunk[CHECKSUM_CHUNK];
    for (size_t got = sizeof chunk; got == sizeof chunk;) {
        LF_TRY(lf_bytes_read(file, chunk, sizeof chunk, &got));
        if (EVP_DigestUpdate(hash, chunk, got) != 1)
            return lf_fail(LF_UNSUPPORTED, "%s: libcrypto computes no MD5", lf_bytes_path(file));
    }
    return LF_OK;
}

static lf_status checksum_md5(const char *path, char hex[LF_SHA256_TEXT]) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    lf_bytes *file;
    LF_TRY(lf_bytes_open(path, &file));
    EVP_MD_CTX *hash = EVP_MD_CTX_new();
    lf_status status = LF_OK;
    if (!hash || EVP_DigestInit_ex(hash, EVP_md5(), NULL) != 1)
        status = lf_fail(LF_UNSUPPORTED, "%s: libcrypto computes no MD5", path);
    if (status == LF_OK) status = checksum_add_all(file, hash);
    if (status == LF_OK && EVP_DigestFinal_ex(hash, digest, &size) != 1)
        status = lf_fail(LF_UNSUPPORTED, "%s: libcrypto computes no MD5", path);
    for (size_t i = 0; status == LF_OK && i < size; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    EVP_MD_CTX_free(hash);
    lf_bytes_close(file);
    return status;
}

lf_status lf_checksum_of(const lf_dataset_file *file, const char *path,
                         char found[LF_SHA256_TEXT]) {
    if (file->md5 && !file->sha256) return checksum_md5(path, found);
    return lf_archive_named(file->path) ? lf_archive_hash(path, found) : lf_bytes_hash(path, found);
}
