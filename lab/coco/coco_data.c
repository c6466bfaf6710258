/* SPDX-License-Identifier: MIT
 *
 * Data files of COCO: lines that begin with % separate runs, the others hold the evaluations in
 * column 1 and the precision reached in column 3. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "coco/read.h"

enum { SEEN_MOST = 10 * 1000 };

int coco_fail(char *message, const char *path, const char *what)
{
    snprintf(message, COCO_MESSAGE_SIZE, "%s: %s", path, what);
    return -1;
}

typedef struct seen_thing {
    dev_t device;
    ino_t number;
} seen_thing;

int seen_add(seen *s, const struct stat *info)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->things[i].device == info->st_dev && s->things[i].number == info->st_ino) return 0;
    if (s->n == SEEN_MOST) return -1;
    if ((s->n & (s->n + 1)) == 0) /* full at 0, 1, 3, 7, ... */
        s->things = memory_resize(s->things, 2 * s->n + 1, sizeof *s->things);
    s->things[s->n++] = (seen_thing){info->st_dev, info->st_ino};
    return 1;
}

void seen_free(seen *s)
{
    free(s->things);
    *s = (seen){.things = NULL};
}

void coco_run_add(coco_run *r, coco_step s)
{
    if ((r->n & (r->n + 1)) == 0) /* full at 0, 1, 3, 7, ... */
        r->steps = memory_resize(r->steps, 2 * r->n + 1, sizeof *r->steps);
    r->steps[r->n++] = s;
}

/* Reads columns 1 and 3 of a line. Returns whether they are numbers. */
static bool read_columns(const char *line, coco_step *s)
{
    char *end;
    s->evaluations = strtod(line, &end);
    bool good = end != line && s->evaluations >= 1 && s->evaluations < INFINITY;
    for (int column = 2; good && column <= 3; column++) {
        const char *from = end;
        s->precision = strtod(from, &end);
        good = end != from;
    }
    return good && !isnan(s->precision);
}

/* Adds a step, or nothing if it brings no progress: a .tdat file repeats many. The length of the
 * run is the last evaluation number of either file. */
static void add_step(coco_run *r, const coco_step *s)
{
    if (s->evaluations > r->evaluations) r->evaluations = s->evaluations;
    if (!(s->precision < r->precision)) return;
    coco_run_add(r, *s);
    r->precision = s->precision;
}

static int bad_line(const char *path, size_t number, const char *what, char *message)
{
    snprintf(message, COCO_MESSAGE_SIZE, "%s, line %zu: %s", path, number, what);
    return -1;
}

static int bad_file(const char *path, const char *why, char *message)
{
    snprintf(message, COCO_MESSAGE_SIZE, "%s cannot be read: %s", path, why);
    return -1;
}

static int read_lines(char *text, const char *path, coco_run *runs, size_t n, char *message)
{
    size_t number = 0, found = 0;
    bool inside = false; /* the run has had a line */
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        number++;
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        coco_step s;
        if (line[0] == '%') inside = false;
        if (line[0] == '%' || line[strspn(line, " \t\r")] == '\0') continue;
        if (!inside && found++ == n)
            return bad_line(path, number, "more runs than the .info file lists", message);
        inside = true;
        if (!read_columns(line, &s))
            return bad_line(path, number, "not a line of numbers as COCO writes them", message);
        add_step(&runs[found - 1], &s);
    }
    if (found == n) return 0;
    snprintf(message, COCO_MESSAGE_SIZE, "%s: %zu run%s, but the .info file lists %zu", path, found,
             text_s(found), n);
    return -1;
}

/* Refuses a file that has been read before: an .info file could name one a thousand times. */
static int meet(coco_files *files, const char *path, char *message)
{
    struct stat info;
    if (stat(path, &info) != 0) return 0; /* reading the file will say why it cannot be read */
    const int is_new = seen_add(&files->read, &info);
    if (is_new < 0)
        return bad_file(path, "there are more than 10000 data files; give a part", message);
    if (is_new > 0) return 0;
    return coco_fail(message, path,
                     "the .info files name it more than once; name every data file once");
}

static int read_data(const char *path, coco_run *runs, size_t n, coco_files *files,
                     char message[COCO_MESSAGE_SIZE])
{
    const size_t most = files->bytes_left < COCO_DATA_BYTES ? files->bytes_left : COCO_DATA_BYTES;
    char reason[FILE_REASON_SIZE];
    if (meet(files, path, message) != 0) return -1;
    buffer content;
    const int error = file_read_most(path, most, false, &content);
    if (error == FILE_TOO_LONG && most < COCO_DATA_BYTES)
        return bad_file(path, "the data files of this folder have more than 1000 MB", message);
    if (error != 0) return bad_file(path, file_reason(error, most, reason), message);
    files->bytes_left -= content.n;
    buffer_add(&content, "", 0); /* an empty file has no text */
    const int status = read_lines(content.text, path, runs, n, message);
    buffer_free(&content);
    return status;
}

/* Whether a name leads out of its folder by "..". */
static bool leads_out(const char *name)
{
    for (const char *part = name; *part != '\0';) {
        const size_t n = strcspn(part, "/");
        if (n == 2 && strncmp(part, "..", 2) == 0) return true;
        part += n + strspn(part + n, "/");
    }
    return false;
}

int coco_read_pair(const char *folder, const char *name, coco_run *runs, size_t n,
                   coco_files *files, char message[COCO_MESSAGE_SIZE])
{
    char *path = file_path(folder, name);
    buffer companion = {.text = NULL};
    struct stat info;
    /* The name may have been written on Windows. */
    for (char *s = path + strlen(folder); (s = strchr(s, '\\')) != NULL;) *s = '/';
    const char *ending = strrchr(path, '.');
    buffer_print(&companion, "%.*s.tdat", (int)(ending == NULL ? 0 : ending - path), path);
    int status = leads_out(path + strlen(folder) + 1)
                     ? bad_file(path, "it is outside of the folder that names it", message)
                     : read_data(path, runs, n, files, message);
    if (status == 0 && strcmp(companion.text, path) != 0 &&
        (stat(companion.text, &info) == 0 || errno != ENOENT))
        status = read_data(companion.text, runs, n, files, message);
    buffer_free(&companion);
    free(path);
    return status;
}

coco_run *coco_runs(size_t n)
{
    coco_run *runs = memory_zeros(n, sizeof *runs);
    for (size_t i = 0; i < n; i++) runs[i].precision = INFINITY;
    return runs;
}

void coco_set_free(coco_set *s)
{
    for (size_t i = 0; s->runs != NULL && i < s->n; i++) free(s->runs[i].steps);
    free(s->runs);
    s->runs = NULL;
    s->n = 0;
}

double coco_hit(const coco_run *run, double precision)
{
    for (size_t i = 0; i < run->n; i++)
        if (run->steps[i].precision <= precision) return run->steps[i].evaluations;
    return INFINITY;
}
