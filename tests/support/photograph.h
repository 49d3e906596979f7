/**
 * @file photograph.h
 * @brief Small JPEG files, and .zip archives of them, for the readers' tests.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include <archive.h>
#include <archive_entry.h>
#include <jpeglib.h>

#include "scratch.h"

/** What a pixel shall be: its channels at (x, y). */
typedef void (*photograph_paint)(size_t x, size_t y, uint8_t rgb[3]);

/** A photograph under construction: the file's bytes, for free(). */
typedef struct {
    unsigned char *bytes;
    unsigned long size;
} photograph;

/** Encode at the best quality and without thinning out colour; `channels` 3 or 1 (only red), or 4
 *  for inks. */
static inline photograph photograph_make(size_t width, size_t height, int channels,
                                         photograph_paint paint) {
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    photograph made = {0};
    unsigned char *row = calloc(width + 1, 4);
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    jpeg_mem_dest(&codec, &made.bytes, &made.size);
    codec.image_width = (JDIMENSION)width;
    codec.image_height = (JDIMENSION)height;
    codec.input_components = channels;
    codec.in_color_space = channels == 3 ? JCS_RGB : channels == 1 ? JCS_GRAYSCALE : JCS_CMYK;
    jpeg_set_defaults(&codec);
    jpeg_set_quality(&codec, 100, TRUE);
    codec.comp_info[0].h_samp_factor = codec.comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(&codec, TRUE);
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            uint8_t rgb[3];
            paint(x, y, rgb);
            for (int c = 0; c < channels && c < 3; c++)
                row[x * (size_t)channels + (size_t)c] = rgb[c];
        }
        jpeg_write_scanlines(&codec, &row, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    free(row);
    return made;
}

/** A grey square, encoded in these scans. */
static inline photograph photograph_progressive(size_t width, size_t height,
                                                const jpeg_scan_info *scan, int scans) {
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    photograph made = {0};
    unsigned char *row = calloc(width, 1);
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    jpeg_mem_dest(&codec, &made.bytes, &made.size);
    codec.image_width = (JDIMENSION)width;
    codec.image_height = (JDIMENSION)height;
    codec.input_components = 1;
    codec.in_color_space = JCS_GRAYSCALE;
    jpeg_set_defaults(&codec);
    codec.scan_info = scan;
    codec.num_scans = scans;
    jpeg_start_compress(&codec, TRUE);
    for (size_t y = 0; y < height; y++)
        jpeg_write_scanlines(&codec, &row, 1);
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    free(row);
    return made;
}

/** A member of a .zip. */
typedef struct {
    const char *name;
    const void *bytes; /**< NULL: a symbolic link to /etc/hostname */
    size_t size;
} photograph_member;

/** Write n members as folder/name; the path, or NULL. */
static inline const char *photograph_zip(void **state, const char *name,
                                         const photograph_member *member, size_t n) {
    const char *path = scratch_path(state, name);
    struct archive *zip = archive_write_new();
    int wrong = archive_write_set_format_zip(zip) != ARCHIVE_OK;
    wrong |= archive_write_open_filename(zip, path) != ARCHIVE_OK;
    for (size_t i = 0; i < n; i++) {
        struct archive_entry *entry = archive_entry_new();
        archive_entry_set_pathname(entry, member[i].name);
        archive_entry_set_filetype(entry, member[i].bytes ? AE_IFREG : AE_IFLNK);
        archive_entry_set_perm(entry, 0644);
        if (member[i].bytes)
            archive_entry_set_size(entry, (la_int64_t)member[i].size);
        else
            archive_entry_set_symlink(entry, "/etc/hostname");
        wrong |= archive_write_header(zip, entry) != ARCHIVE_OK;
        if (member[i].bytes)
            wrong |= archive_write_data(zip, member[i].bytes, member[i].size) !=
                     (la_ssize_t)member[i].size;
        archive_entry_free(entry);
    }
    wrong |= archive_write_close(zip) != ARCHIVE_OK;
    archive_write_free(zip);
    return wrong ? NULL : path;
}
