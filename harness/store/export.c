/**
 * @file export.c
 * @brief Stored runs as CSV and as JSON Lines.
 */
#include "harness/store/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/text.h"
#include "harness/store/export_parts.h"

/* A damaged store is a matter of the one run, as long as somebody hears of it. */
static lf_status export_lose(const lf_export_losses *losses, const char *key, lf_status status) {
    if (status != LF_BAD_INPUT || !losses) return status;
    if (losses->lost) losses->lost(losses->context, key, lf_message());
    return LF_OK;
}

static lf_status export_one(lf_store *store, const char *key, void *context,
                            lf_status (*visit)(void *context, const lf_record *record),
                            const lf_export_losses *losses) {
    lf_record record;
    lf_status status = lf_store_get(store, key, &record);
    if (status != LF_OK) return export_lose(losses, key, status);
    status = lf_store_check(&record);
    status = status == LF_OK ? visit(context, &record) : export_lose(losses, key, status);
    lf_record_clear(&record);
    return status;
}

/* Keys in order, or as many as a damaged store gives. */
static lf_status export_keys(lf_store *store, const lf_export_losses *losses, char ***keys,
                             size_t *n) {
    const lf_status status = lf_store_keys(store, keys, n);
    if (status == LF_OK) return LF_OK;
    LF_TRY(export_lose(losses, NULL, status));
    return lf_store_salvage_keys(store, keys, n);
}

/* Call `visit` for every record of the store, one at a time, in the store's order. */
static lf_status export_each(lf_store *store, void *context,
                             lf_status (*visit)(void *context, const lf_record *record),
                             const lf_export_losses *losses) {
    char **keys;
    size_t n;
    LF_TRY(export_keys(store, losses, &keys, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = export_one(store, keys[i], context, visit, losses);
    lf_text_list_free(keys, n);
    return status;
}

typedef struct {
    FILE *out;
    char **metric; /* every metric of every run, in the order in which they turn up */
    size_t metrics;
} export_table;

/* Problems differ in their metrics: the header has the union. */
static lf_status export_add_metric(export_table *table, const char *name) {
    for (size_t i = 0; i < table->metrics; i++)
        if (strcmp(table->metric[i], name) == 0) return LF_OK;
    LF_TRY(lf_grow(&table->metric, table->metrics, sizeof *table->metric, "the metrics of runs"));
    table->metric[table->metrics] = strdup(name);
    if (!table->metric[table->metrics]) return lf_fail(LF_NO_MEMORY, "no memory to export");
    table->metrics++;
    return LF_OK;
}

/* First pass: only the names of metrics. */
static lf_status export_collect(void *context, const lf_record *record) {
    for (size_t i = 0; i < record->metrics; i++)
        LF_TRY(export_add_metric(context, record->metric[i].name));
    return LF_OK;
}

/* A field of RFC 4180: quoted where a reader would take it for something else. */
static void export_field(FILE *out, const char *text) {
    if (!text) text = "";
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/* Nothing between the commas for what was not evaluated. */
static void export_number(FILE *out, double value) {
    fputc(',', out);
    if (!isnan(value)) fprintf(out, "%.17g", value);
}

/* Columns are named as counters and metrics are, so the file explains itself. */
static void export_header(const export_table *table) {
    fputs("key,problem,algorithm,seed,budget,code,status,cause,point", table->out);
    for (size_t i = 0; i < LF_COUNTERS; i++)
        fprintf(table->out, ",%s", lf_counter_name(i));
    fputs(",seconds.oracle,seconds.algorithm,seconds.evaluation", table->out);
    for (size_t i = 0; i < table->metrics; i++) {
        fputc(',', table->out);
        export_field(table->out, table->metric[i]);
    }
    fputc('\n', table->out);
}

/* What is the same in every row of a run. */
static void export_run_fields(FILE *out, const lf_record *record) {
    const char *text[] = {record->key, record->spec.problem, record->spec.algorithm};
    for (size_t i = 0; i < 3; i++) {
        export_field(out, text[i]);
        fputc(',', out);
    }
    fprintf(out, "%llu,", (unsigned long long)record->spec.seed);
    export_field(out, record->spec.budget);
    fputc(',', out); /* two runs of one seed may differ in their code alone, as a nudged one does */
    export_field(out, record->spec.code);
    fprintf(out, ",%s,", lf_run_status_name(record->status));
    export_field(out, record->cause);
}

/* Second pass: a row for each point of the trace. */
static lf_status export_rows(void *context, const lf_record *record) {
    const export_table *table = context;
    for (size_t i = 0; i < record->points; i++) {
        const lf_trace_point *point = &record->point[i];
        export_run_fields(table->out, record);
        fprintf(table->out, ",%zu", i);
        for (size_t c = 0; c < LF_COUNTERS; c++)
            fprintf(table->out, ",%llu", (unsigned long long)point->count[c]);
        export_number(table->out, point->oracle_seconds);
        export_number(table->out, point->algorithm_seconds);
        export_number(table->out, point->evaluation_seconds);
        for (size_t m = 0; m < table->metrics; m++)
            export_number(table->out, lf_record_value(record, i, table->metric[m]));
        fputc('\n', table->out);
    }
    return LF_OK;
}

/* Output may go to a full disk or a closed pipe; only the stream knows. */
static lf_status export_finish(FILE *out, lf_status status) {
    if (status != LF_OK) return status;
    if (fflush(out) == 0 && !ferror(out)) return LF_OK;
    return lf_fail(LF_IO, "cannot write the export: is the disk full?");
}

lf_status lf_export_csv(lf_store *store, FILE *out, const lf_export_losses *losses) {
    const lf_export_losses unheard = {0}; /* the second pass tells */
    export_table table = {.out = out};
    lf_status status = export_each(store, &table, export_collect, losses ? &unheard : NULL);
    if (status == LF_OK) {
        export_header(&table);
        status = export_each(store, &table, export_rows, losses);
    }
    lf_text_list_free(table.metric, table.metrics);
    return export_finish(out, status);
}

/* One run is one line: a reader can stop, or split the file, anywhere. */
static lf_status export_line(void *context, const lf_record *record) {
    json_t *object = lf_export_object(record, NULL);
    if (object && json_object_set_new(object, "trace", lf_export_trace(record)) != 0) {
        json_decref(object);
        object = NULL;
    }
    if (!object) return lf_fail(LF_NO_MEMORY, "no memory to export");
    int failed = json_dumpf(object, context, LF_EXPORT_JSON);
    json_decref(object);
    if (failed || fputc('\n', context) == EOF)
        return lf_fail(LF_IO, "cannot write the export: is the disk full?");
    return LF_OK;
}

lf_status lf_export_jsonl(lf_store *store, FILE *out, const lf_export_losses *losses) {
    return export_finish(out, export_each(store, out, export_line, losses));
}
