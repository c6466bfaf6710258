/* SPDX-License-Identifier: MIT
 *
 * The index of a result folder: .info files, found at any depth, with entries of three lines,
 *     key = value, key = 'text', ...
 *     % comment
 *     data_f1/bbobexp_f1_DIM2.dat, instance:evaluations|precision, ...
 * Several entries of one function and dimension are one set. */
#include "coco/read.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/order.h"

/* More than any real folder has. */
enum { NUMBER_MOST = 1000 * 1000, SETS_MOST = 4096, RUNS_MOST = 1000 * 1000 };

/* What the visitor of the folders carries along. */
typedef struct reading {
    coco_folder *folder;
    char *message;
    size_t runs; /* in all sets */
    coco_files files;
} reading;

/* The text behind "key = " in a header line, into value without quotes; whether it is there. */
static bool find_value(const char *line, const char *key, char *value, size_t size)
{
    const size_t n = strlen(key);
    for (const char *s = strstr(line, key); s != NULL; s = strstr(s + 1, key)) {
        const bool begins = s == line || s[-1] == ' ' || s[-1] == ',';
        const char *v = s + n + strspn(s + n, " \t");
        if (!begins || *v != '=') continue;
        v += 1 + strspn(v + 1, " \t");
        const bool quoted = *v == '\'' || *v == '"';
        const size_t length = quoted ? strcspn(v + 1, "'\"") : strcspn(v, ", \t\r");
        snprintf(value, size, "%.*s", (int)length, quoted ? v + 1 : v);
        return true;
    }
    return false;
}

static size_t find_number(const char *line, const char *key)
{
    char text[32];
    return find_value(line, key, text, sizeof text) ? (size_t)strtoull(text, NULL, 10) : 0;
}

/* Fills what the header line says. */
static int read_header(const char *line, coco_set *s, const char *path, char *message)
{
    char text[64];
    s->function = find_number(line, "funcId");
    s->dim = find_number(line, "DIM");
    if (s->function == 0 || s->dim == 0)
        return coco_fail(message, path,
                         "an entry lacks funcId or DIM; this is not a result of COCO");
    if (s->function > NUMBER_MOST || s->dim > NUMBER_MOST)
        return coco_fail(message, path,
                         "a funcId or DIM is above 1000000; this is not a result of COCO");
    if (find_value(line, "data_format", text, sizeof text) && strcmp(text, "bbob-new2") != 0 &&
        strcmp(text, "bbob") != 0)
        return coco_fail(message, path,
                         "the data_format is not bbob-new2, nor the older one of bbob");
    if (find_value(line, "indicator", text, sizeof text))
        return coco_fail(message, path, "these are results of a suite with two objectives");
    s->precision = find_value(line, "Precision", text, sizeof text) ? strtod(text, NULL) : 1e-8;
    if (!(s->precision > 0 && s->precision < INFINITY))
        return coco_fail(message, path, "the Precision of an entry is not a number above 0");
    if (!find_value(line, "suite", s->suite, sizeof s->suite))
        snprintf(s->suite, sizeof s->suite, "%s", s->function > 100 ? "bbob-noisy" : "bbob");
    return 0;
}

/* The set of that function and dimension, made if there is none. */
static coco_set *set_of(coco_folder *f, const coco_set *header)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->sets[i].function == header->function && f->sets[i].dim == header->dim)
            return &f->sets[i];
    f->sets = memory_resize(f->sets, f->n + 1, sizeof *f->sets);
    f->sets[f->n] = *header;
    return &f->sets[f->n++];
}

/* The next of the elements separated by commas, without blanks around it; null at the end. */
static char *next_element(char **rest)
{
    if (*rest == NULL) return NULL;
    char *element = *rest + strspn(*rest, " \t"), *comma = strchr(element, ',');
    *rest = comma == NULL ? NULL : comma + 1;
    element[strcspn(element, ", \t\r")] = '\0';
    return element;
}

/* The runs from first on are those of the file; null: there was none yet. */
static int read_file(const char *folder, const char *file, coco_set *s, size_t first, reading *r)
{
    if (file == NULL || s->n == first) return 0;
    return coco_read_pair(folder, file, s->runs + first, s->n - first, &r->files, r->message);
}

/* The third line of an entry: a data file and its runs, once or more often. */
static int read_files(char *line, const char *folder, coco_set *s, reading *r)
{
    const char *file = NULL;
    size_t first = s->n;
    for (char *element; (element = next_element(&line)) != NULL;) {
        const size_t n = strlen(element);
        if (n > 3 && strcmp(element + n - 3, "dat") == 0) {
            if (read_file(folder, file, s, first, r) != 0) return -1;
            file = element;
            first = s->n;
        } else if (*element >= '0' && *element <= '9') {
            if (file == NULL)
                return coco_fail(r->message, folder, "runs without a data file in an entry");
            if (r->runs++ == RUNS_MOST)
                return coco_fail(r->message, folder,
                                 "there are more than a million runs; give a part");
            s->runs = memory_resize(s->runs, s->n + 1, sizeof *s->runs);
            s->runs[s->n++] =
                (coco_run){.instance = (size_t)strtoull(element, NULL, 10), .precision = INFINITY};
        }
    }
    return read_file(folder, file, s, first, r);
}

/* The next line that is not blank, ended by a zero; null at the end. */
static char *next_line(char **text)
{
    while (*text != NULL && **text != '\0') {
        char *line = *text, *end = strchr(line, '\n');
        *text = end == NULL ? NULL : end + 1;
        if (end != NULL) *end = '\0';
        if (line[strspn(line, " \t\r")] != '\0') return line;
    }
    return NULL;
}

static int read_info(char *text, const char *folder, const char *path, reading *r)
{
    for (char *line; (line = next_line(&text)) != NULL;) {
        coco_set header = {.n = 0};
        if (read_header(line, &header, path, r->message) != 0) return -1;
        const char *comment = next_line(&text);
        if (comment == NULL || *comment != '%')
            return coco_fail(r->message, path, "the second line of an entry does not begin with %");
        char *files = next_line(&text);
        coco_set *s = set_of(r->folder, &header);
        if (files == NULL)
            return coco_fail(r->message, path, "the last entry lacks its third line");
        if (r->folder->n > SETS_MOST)
            return coco_fail(
                r->message, path,
                "there are more than 4096 pairs of function and dimension; give a part");
        if (read_files(files, folder, s, r) != 0) return -1;
    }
    return 0;
}

/* An .info file in a folder. */
static int take_info(const char *folder, const char *path, void *data)
{
    reading *r = data;
    char reason[FILE_REASON_SIZE];
    buffer content;
    int status = 0;
    const int error = file_read_most(path, COCO_INFO_BYTES, false, &content);
    if (error == 0 && content.n > 0) status = read_info(content.text, folder, path, r);
    if (error != 0)
        status = coco_fail(r->message, path, file_reason(error, COCO_INFO_BYTES, reason));
    buffer_free(&content);
    return status;
}

static int by_dim_and_function(const void *a, const void *b)
{
    const coco_set *x = a, *y = b;
    return x->dim != y->dim ? ORDER(x->dim, y->dim) : ORDER(x->function, y->function);
}

int coco_read(const char *path, coco_folder *folder, char message[COCO_MESSAGE_SIZE])
{
    reading r = {.folder = folder, .message = message, .files = {.bytes_left = COCO_FOLDER_BYTES}};
    *folder = (coco_folder){.sets = NULL};
    message[0] = '\0';
    int status = walk_info(path, take_info, &r, message);
    seen_free(&r.files.read);
    if (status == 0 && folder->n == 0)
        status =
            coco_fail(message, path, "no .info file there or below; give a folder with results");
    if (status != 0) coco_folder_free(folder);
    if (folder->n > 0) qsort(folder->sets, folder->n, sizeof *folder->sets, by_dim_and_function);
    return status;
}

void coco_folder_free(coco_folder *folder)
{
    for (size_t i = 0; i < folder->n; i++) coco_set_free(&folder->sets[i]);
    free(folder->sets);
    *folder = (coco_folder){.sets = NULL};
}

const coco_set *coco_find(const coco_folder *folder, size_t function, size_t dim)
{
    for (size_t i = 0; i < folder->n; i++)
        if (folder->sets[i].function == function && folder->sets[i].dim == dim)
            return &folder->sets[i];
    return NULL;
}
