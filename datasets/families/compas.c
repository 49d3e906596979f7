/**
 * @file compas.c
 * @brief Reads and filters compas-scores-two-years.csv.
 */
#include "datasets/families/compas.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const char *const compas_age_cat[] = {"Less than 25", "25 - 45", "Greater than 45"};
static const char *const compas_race[] = {"African-American", "Asian",           "Caucasian",
                                          "Hispanic",         "Native American", "Other"};
static const char *const compas_sex[] = {"Female", "Male"};
static const char *const compas_yes[] = {"no", "yes"};
static const char *const compas_race4[] = {"African-American", "Caucasian", "Hispanic", "other"};
static const size_t compas_race4_code[] = {0, 3, 1, 2, 3, 3}; /* of each race */
static const char *const compas_degree[] = {"M", "F"};

const lf_categories lf_compas_age_cat = LF_CATEGORIES("age_cat", compas_age_cat);
const lf_categories lf_compas_race = LF_CATEGORIES("race", compas_race);
static const lf_categories compas_sexes = LF_CATEGORIES("sex", compas_sex);
static const lf_categories compas_degrees = LF_CATEGORIES("c_charge_degree", compas_degree);

const lf_dataset_file lf_compas_files[] = {
    {"compas/compas-scores-two-years.csv.gz",
     "https://raw.githubusercontent.com/propublica/compas-analysis/master/"
     "compas-scores-two-years.csv",
     "c451db85908b2f7fef1d83203bedf6b71ecda0d5af468d82ae62178f91d0cc7d"},
    {0},
};

/* The columns used. Two of the names occur twice in the file; the first of each is meant. */
enum {
    AGE,
    PRIORS,
    JUV_FEL,
    JUV_MISD,
    JUV_OTHER,
    DAYS,
    DECILE,
    IS_RECID,
    LABEL,
    AGE_CAT,
    RACE,
    SEX,
    DEGREE,
    SCORE,
    V_DECILE,
    JAIL_IN,
    JAIL_OUT,
    COLUMNS
};
static const char *const compas_column[COLUMNS] = {"age",
                                                   "priors_count",
                                                   "juv_fel_count",
                                                   "juv_misd_count",
                                                   "juv_other_count",
                                                   "days_b_screening_arrest",
                                                   "decile_score",
                                                   "is_recid",
                                                   "two_year_recid",
                                                   "age_cat",
                                                   "race",
                                                   "sex",
                                                   "c_charge_degree",
                                                   "score_text",
                                                   "v_decile_score",
                                                   "c_jail_in",
                                                   "c_jail_out"};

/* One pass over the file. */
typedef struct {
    lf_csv *csv;
    size_t at[COLUMNS];
    const lf_csv_field *fields; /* of the current record */
    lf_builder *builder;
    lf_compas_features features;
    const uint8_t *place; /* LF_COMPAS_ROWS; NULL: every row is wanted */
    uint8_t wanted;
} compas_reader;

static const lf_csv_field *compas_field(const compas_reader *r, int column) {
    return &r->fields[r->at[column]];
}

/* *keep <- does the record pass the filter? The two numbers it tests go to the person. */
static lf_status compas_filter(const compas_reader *r, lf_compas_person *p, bool *keep) {
    *keep = false;
    if (compas_field(r, DAYS)->missing) return LF_OK;
    LF_TRY(lf_csv_number(r->csv, compas_field(r, DAYS), &p->days));
    LF_TRY(lf_csv_number(r->csv, compas_field(r, IS_RECID), &p->is_recid));
    *keep = p->days >= -30 && p->days <= 30 && p->is_recid != -1 &&
            strcmp(compas_field(r, DEGREE)->text, "O") != 0 &&
            strcmp(compas_field(r, SCORE)->text, "N/A") != 0;
    return LF_OK;
}

/* Seconds of the Gregorian calendar, of a time that has its day of the year. timegm would look at
 * time zones and check itself by going back, which takes longer than to read the text. */
static double compas_seconds(const struct tm *t) {
    const int past = t->tm_year + 1899; /* whole years */
    const int days = past * 365 + past / 4 - past / 100 + past / 400 + t->tm_yday;
    return days * 86400.0 + t->tm_hour * 3600 + t->tm_min * 60 + t->tm_sec;
}

/* "2013-08-13 06:03:42" */
static lf_status compas_time(const compas_reader *r, int column, double *seconds) {
    struct tm t = {0};
    const char *end = strptime(compas_field(r, column)->text, "%Y-%m-%d %H:%M:%S", &t);
    if (!end || *end)
        return lf_csv_refuse(r->csv, compas_field(r, column), "a time YYYY-MM-DD hh:mm:ss");
    *seconds = compas_seconds(&t);
    return LF_OK;
}

/* Whole days from in to out, rounded down: a few people were out first, and have -1. */
static lf_status compas_jail(const compas_reader *r, double *days) {
    double in = 0, out = 0;
    LF_TRY(compas_time(r, JAIL_IN, &in));
    LF_TRY(compas_time(r, JAIL_OUT, &out));
    *days = floor((out - in) / 86400);
    return LF_OK;
}

/* The columns that features are made of. Only rows that passed the filter come here; all their
 * fields are set in the published file, so an empty one is an error. */
static lf_status compas_person(const compas_reader *r, lf_compas_person *p) {
    double *number[] = {&p->age,       &p->priors, &p->juv_fel, &p->juv_misd,
                        &p->juv_other, &p->decile, &p->v_decile};
    static const int column[] = {AGE, PRIORS, JUV_FEL, JUV_MISD, JUV_OTHER, DECILE, V_DECILE};
    for (size_t k = 0; k < sizeof column / sizeof *column; k++)
        LF_TRY(lf_csv_number(r->csv, compas_field(r, column[k]), number[k]));
    LF_TRY(compas_jail(r, &p->jail));
    LF_TRY(lf_encode_code(r->csv, compas_field(r, AGE_CAT), &lf_compas_age_cat, &p->age_cat));
    LF_TRY(lf_encode_code(r->csv, compas_field(r, RACE), &lf_compas_race, &p->race));
    LF_TRY(lf_encode_code(r->csv, compas_field(r, SEX), &compas_sexes, &p->male));
    return lf_encode_code(r->csv, compas_field(r, DEGREE), &compas_degrees, &p->felony);
}

static lf_status compas_add(const compas_reader *r, const lf_compas_person *p) {
    double x[32] = {0}, recid;
    size_t row = lf_builder_rows(r->builder), features = lf_builder_features(r->builder);
    const lf_csv_field *label = compas_field(r, LABEL);
    LF_TRY(lf_csv_number(r->csv, label, &recid));
    if (recid != 0 && recid != 1) return lf_csv_refuse(r->csv, label, "0 or 1");
    if (features > sizeof x / sizeof *x)
        return lf_fail(LF_UNSUPPORTED, "a compas set with %zu features", features);
    r->features(p, x);
    LF_TRY(lf_builder_cells(r->builder, x));
    bool caucasian = strcmp(compas_race[p->race], "Caucasian") == 0;
    LF_TRY(lf_builder_code(r->builder, 0, row, p->race));
    LF_TRY(lf_builder_code(r->builder, 1, row, p->male));
    LF_TRY(lf_builder_code(r->builder, 2, row, caucasian));
    LF_TRY(lf_builder_code(r->builder, 3, row, compas_race4_code[p->race]));
    return lf_builder_row(r->builder, recid == 1 ? 1 : -1);
}

/* *wanted <- does this pass take the row, the `kept`-th that the filter keeps? */
static lf_status compas_wanted(const compas_reader *r, size_t kept, bool *wanted) {
    if (r->place && kept >= LF_COMPAS_ROWS)
        return lf_fail(LF_BAD_INPUT, "compas: more than %d rows pass the filter", LF_COMPAS_ROWS);
    *wanted = !r->place || r->place[kept] == r->wanted;
    return LF_OK;
}

static lf_status compas_read_rows(compas_reader *r) {
    size_t kept = 0;
    /* By name, so that a file with reordered columns reads the same. */
    for (int c = 0; c < COLUMNS; c++)
        LF_TRY(lf_csv_column(r->csv, compas_column[c], &r->at[c]));
    for (;;) {
        lf_compas_person person = {0};
        bool keep, wanted = false;
        LF_TRY(lf_csv_next(r->csv, &r->fields));
        if (!r->fields) return LF_OK;
        LF_TRY(compas_filter(r, &person, &keep));
        if (!keep) continue;
        LF_TRY(compas_wanted(r, kept++, &wanted));
        if (!wanted) continue;
        LF_TRY(compas_person(r, &person));
        LF_TRY(compas_add(r, &person));
    }
}

static lf_status compas_attributes(lf_builder *builder) {
    LF_TRY(lf_builder_attribute(builder, "race", lf_compas_race.categories, compas_race));
    LF_TRY(lf_builder_attribute(builder, "sex", 2, compas_sex));
    LF_TRY(lf_builder_attribute(builder, "caucasian", 2, compas_yes));
    return lf_builder_attribute(builder, "race4", 4, compas_race4);
}

/* hex <- the digest of the whole file. */
static lf_status compas_pass(compas_reader *r, const char *path, char hex[LF_SHA256_TEXT]) {
    static const lf_csv_format format = {.missing = ""};
    LF_TRY(lf_csv_open(path, &format, &r->csv));
    lf_status status = compas_read_rows(r);
    if (status == LF_OK) status = lf_csv_digest(r->csv, hex);
    lf_csv_close(r->csv);
    return status;
}

lf_status lf_compas_read(const char *path, lf_compas_features features, lf_builder *builder) {
    compas_reader r = {.builder = builder, .features = features};
    char hex[LF_SHA256_TEXT];
    lf_builder_set_dense(builder);
    LF_TRY(compas_attributes(builder));
    LF_TRY(compas_pass(&r, path, hex));
    return lf_builder_source(builder, path, hex);
}

/* One pass for each part: a table only grows at its end. */
lf_status lf_compas_read_divided(const char *path, lf_compas_features features,
                                 const uint8_t *place, lf_builder *builder) {
    compas_reader r = {
        .builder = builder, .features = features, .place = place, .wanted = LF_COMPAS_TRAIN};
    char hex[LF_SHA256_TEXT];
    lf_builder_set_dense(builder);
    LF_TRY(compas_attributes(builder));
    LF_TRY(compas_pass(&r, path, hex));
    lf_builder_end_training(builder);
    r.wanted = LF_COMPAS_TEST;
    LF_TRY(compas_pass(&r, path, hex));
    return lf_builder_source(builder, path, hex);
}
