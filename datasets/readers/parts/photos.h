/**
 * @file photos.h
 * @brief The JPEG files of a folder, or of the .zip that unpacks to it; nothing is ever unpacked to
 * the disk.
 *
 * A photograph is a file whose name ends in .jpg. Hidden files and those of other names are passed
 * by; in FOLDER/x.zip so is every member but x/NAME.jpg, be it absolute, deeper or with "..".
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

/** Told of a photograph: its name without folder, and its bytes, which are gone afterwards. Any
 *  status but LF_OK ends the visits. */
typedef lf_status (*lf_photo_visit)(void *context, const char *name, const uint8_t *bytes,
                                    size_t size);

/** Visit the photographs at `path` in no particular order. LF_BAD_INPUT if the archive is damaged
 *  or unpacks to too much, or a photograph is no regular file or larger than 64 MiB. */
lf_status lf_photos_visit(const char *path, lf_photo_visit visit, void *context);
