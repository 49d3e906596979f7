/**
 * @file locate.h
 * @brief Where the files of a data set are on this machine.
 */
#pragma once

#include "base/file.h"
#include "datasets/table/dataset.h"

/** The number of files of an entry; 0 for a generated set. */
size_t lf_dataset_files(const lf_dataset *entry);

/** path <- the entry's file in the first folder of $LEVELFIELD_DATA that has it, else in the cache,
 *  each with and without its .gz, and then as a member of its archive, where the path goes through
 *  the archive. LF_NOT_FOUND says where it was sought and how to get it. */
lf_status lf_dataset_locate(const lf_dataset *entry, const lf_dataset_file *file,
                            char path[LF_PATH_BYTES]);

/** path <- the file on the disk: what lf_dataset_locate found, or the archive that has it. */
void lf_dataset_disk_path(char path[LF_PATH_BYTES]);

/** path <- where a fetched file is kept: <cache>/files/<path without .gz>; an archive keeps its
 *  name. */
lf_status lf_dataset_kept(const lf_dataset_file *file, char path[LF_PATH_BYTES]);

/** names <- what a folder may have the file as, for a message: "libsvm/a9a (or, compressed,
 *  libsvm/a9a.gz)" where the publisher's is not compressed; returns it. */
const char *lf_dataset_names(const lf_dataset_file *file, char names[LF_PATH_BYTES]);

/** Bytes of what mends a file. */
enum { LF_MEND_BYTES = 128 };
/** mend <- what to do about a file that is not the published one, for a message; returns it. */
const char *lf_dataset_mend(const lf_dataset *entry, const lf_dataset_file *file,
                            char mend[LF_MEND_BYTES]);

/** LF_BAD_INPUT: the file at `path` has another checksum than the catalogue; says how to mend it.
 */
lf_status lf_dataset_refuse(const lf_dataset *entry, const lf_dataset_file *file, const char *path,
                            const char *found);
/** LF_OK: the file at `path` is the published one. One that is damaged is refused in the same way.
 */
lf_status lf_dataset_check(const lf_dataset *entry, const lf_dataset_file *file, const char *path);

/** The entry of that name; LF_NOT_FOUND names the nearest one. */
lf_status lf_dataset_require(const char *name, const lf_dataset **entry);
