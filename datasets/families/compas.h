/**
 * @file compas.h
 * @brief ProPublica's COMPAS table: its customary 6,172 rows, from which the compas* sets take
 * theirs.
 *
 * Kept are rows whose screening was at most 30 days from the arrest (empty: dropped), is_recid is
 * not -1, the charge degree is not O and score_text is not N/A. Label: two_year_recid, 1 as +1 and
 * 0 as -1. Attributes: race (6), sex (Female, Male), caucasian (no, yes) and race4, in which Asian,
 * Native American and Other are one, since a sex of theirs may have two people.
 */
#pragma once

#include "datasets/readers/parts/encode.h"

/** Rows kept, in file order. */
enum { LF_COMPAS_ROWS = 6172 };

/** One person, as far as any of the sets uses it. */
typedef struct {
    double age, priors, juv_fel, juv_misd, juv_other; /**< counts but for the age in years */
    double days, decile, is_recid;                    /**< days from arrest to screening; score */
    double v_decile, jail; /**< score of violence; whole days in jail after the arrest */
    size_t age_cat, race, male, felony; /**< codes, in the orders below */
} lf_compas_person;

/** Less than 25, 25 - 45, Greater than 45; as filed, where people aged 45 are in the last one. */
extern const lf_categories lf_compas_age_cat;
/** African-American, Asian, Caucasian, Hispanic, Native American, Other. */
extern const lf_categories lf_compas_race;

/** x[0 .. features) is zeroed; fill in a person's features. */
typedef void (*lf_compas_features)(const lf_compas_person *person, double *x);

/** Read the file into a dense table with the attributes. */
lf_status lf_compas_read(const char *path, lf_compas_features features, lf_builder *builder);

/** Where a row goes. */
typedef enum { LF_COMPAS_NOWHERE, LF_COMPAS_TRAIN, LF_COMPAS_TEST } lf_compas_place;
/** The same, with the rows divided: place (LF_COMPAS_ROWS) says for each row kept, in file order,
 *  an lf_compas_place; the training rows come first. */
lf_status lf_compas_read_divided(const char *path, lf_compas_features features,
                                 const uint8_t *place, lf_builder *builder);

/** The file, its licence and its source, the same for all sets. */
extern const lf_dataset_file lf_compas_files[];
#define LF_COMPAS_SET                                                                              \
    .licence =                                                                                     \
        "no licence file; public records published by ProPublica, with names and dates of birth",  \
    .citation = "Larson, Mattu, Kirchner and Angwin, ProPublica, 2016", .files = lf_compas_files
