/* SPDX-License-Identifier: MIT
 *
 * Lines of values; see session/told.h. */
#include "session/told.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"
#include "objective/value.h"

enum { TOLD_MOST = 10 * 1000 * 1000 }; /* most values at a time */

static const char BLANKS[] = " \t\r";
static const char REASON_GAP[] = " \t\r,;:"; /* between the word failed and its reason */
static const char SEPARATORS[] = ",;";       /* separators of the columns of a table */

/* ---- values --------------------------------------------------------------------------------- */

/* A copy without blanks at the ends; null where nothing is left. */
static char *copy_reason(const char *text)
{
    text += strspn(text, REASON_GAP);
    size_t n = strlen(text);
    while (n > 0 && strchr(BLANKS, text[n - 1]) != NULL) n--;
    if (n == 0) return NULL;
    char *copy = memory_text(text);
    copy[n] = '\0';
    return copy;
}

/* Reads a value: the word failed, perhaps with a reason, or a number, as nan and inf are, too. */
static bool read_value(const char *text, told *t)
{
    value_reading reading;
    text += strspn(text, BLANKS);
    const size_t word = strcspn(text, REASON_GAP);
    const bool good = value_take(text, word, "no number", &reading) &&
                      word + strspn(text + word, BLANKS) == strlen(text);
    if (reading.reported) t->said = copy_reason(text + word);
    t->record.f = reading.f;
    t->record.fate = reading.reported ? NES_FAILED : NES_MEASURED;
    return good || reading.reported;
}

static bool read_digits(const char *text, uint64_t *id, const char **behind)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    errno = 0;
    *id = strtoull(text, &end, 10);
    *behind = end;
    return errno == 0;
}

/* Finds the digits of an id in the line, which are exact: JSON has doubles, which round large ids.
 */
static bool read_json_id(const char *line, double rounded, uint64_t *id)
{
    static const char key[] = "\"id\"";
    static const char gap[] = " \t\r:";
    for (const char *at = strstr(line, key); at != NULL; at = strstr(at + 1, key)) {
        const char *digits = at + strlen(key), *behind;
        digits += strspn(digits, gap);
        if (read_digits(digits, id, &behind) && strspn(behind, ".eE") == 0 &&
            (double)*id == rounded)
            return true;
    }
    return false;
}

static bool read_json(const output_set *o, const char *line, told *t)
{
    cJSON *object = cJSON_Parse(line);
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    const cJSON *f = cJSON_GetObjectItemCaseSensitive(object, "f");
    bool good = cJSON_IsNumber(id) && read_json_id(line, id->valuedouble, &t->record.id);
    if (good && o != NULL)
        good = told_take_json(o, object, t);
    else if (good && cJSON_IsNumber(f))
        t->record.f = f->valuedouble;
    else
        good = good && cJSON_IsString(f) && read_value(f->valuestring, t);
    cJSON_Delete(object);
    return good;
}

static bool read_pair(const output_set *o, const char *line, told *t)
{
    const char *behind;
    if (!read_digits(line, &t->record.id, &behind)) return false;
    const size_t blanks = strspn(behind, " \t,;");
    if (blanks == 0) return false;
    return o != NULL ? told_take_words(o, behind + blanks, t) : read_value(behind + blanks, t);
}

/* ---- tables --------------------------------------------------------------------------------- */

/* The last column of a line, and the number of its columns. */
static const char *last_column(const char *line, size_t *columns)
{
    const char *last = line;
    for (*columns = 1; *line != '\0'; line++)
        if (strchr(SEPARATORS, *line) != NULL) {
            last = line + 1;
            ++*columns;
        }
    return last;
}

/* Reads a row of a table: the first column is the id, the last one the value, those in between the
 * point. */
static bool read_row(const output_set *o, const told_list *l, const char *line, told *t)
{
    size_t n;
    const char *behind, *last = last_column(line, &n);
    if (n != l->columns || !read_digits(line, &t->record.id, &behind) ||
        strcspn(behind, SEPARATORS) != strspn(behind, BLANKS))
        return false;
    return o != NULL ? told_take_columns(o, l, line, t) : read_value(last, t);
}

/* The variable that a column is named for, at *name, which moves on; v->n: none. */
static size_t next_name(const char **name, const variables *v)
{
    char text[VARIABLES_NAME_SIZE];
    const char *start = *name + strspn(*name, BLANKS);
    const size_t n = strcspn(start, " \t\r,;");
    *name += strcspn(*name, SEPARATORS);
    if (**name != '\0') ++*name;
    snprintf(text, sizeof text, "%.*s", (int)n, start);
    return n < sizeof text ? variables_find(v, text) : v->n;
}

static int check_names(const told_list *l, const variables *v)
{
    if (l->header == NULL || l->columns < 2) return 0;
    const char *name = l->header;
    next_name(&name, v); /* the column of ids */
    if (l->columns == 2) {
        if (v->n > 1 || next_name(&name, v) == v->n) return 0;
    } else if (l->columns == v->n + 2) {
        size_t i = 0;
        while (i < v->n && next_name(&name, v) < v->n) i++;
        if (i == v->n) return 0;
    }
    return text_error(EXIT_USAGE,
                      "line 1: '%.60s' must name the id, the %zu variable%s and, behind them, a "
                      "column of values; or the id and the value alone",
                      l->header, v->n, text_s(v->n));
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* Whether rows have columns with names. */
static bool is_table(const told_list *l, const output_set *o)
{
    return o != NULL ? l->header != NULL && l->columns > 1 : l->columns > 2;
}

static int refuse_line(const told_list *l, const told *t, const output_set *o)
{
    buffer wanted = {.text = NULL};
    const bool table = is_table(l, o);
    for (size_t i = 0; o != NULL && i < told_width(o); i++)
        buffer_print(&wanted, "%s%s", i == 0 ? "" : ", ", told_name(o, i));
    if (o != NULL)
        text_error(0, "line %zu: '%.60s' is not an id with numbers for %.200s", t->line, t->text,
                   wanted.text);
    else
        text_error(0, "line %zu: '%.60s' is not %s", t->line, t->text,
                   table ? "a row of the table with a value at its end"
                         : "an id and a value; write them as in: 17 0.25");
    buffer_free(&wanted);
    return EXIT_USAGE;
}

int told_take(told_list *l, const variables *v, const output_set *o)
{
    int status = o == NULL ? check_names(l, v) : is_table(l, o) ? told_check_columns(o, l) : 0;
    for (size_t i = 0; status == 0 && i < l->n; i++) {
        told *t = &l->v[i];
        if (o != NULL)
            t->values =
                memory_zeros(1 + outputs_constraints(o) + outputs_count(o), sizeof *t->values);
        const bool good = t->text[0] == '{' ? read_json(o, t->text, t)
                          : is_table(l, o)  ? read_row(o, l, t->text, t)
                                            : read_pair(o, t->text, t);
        if (!good) status = refuse_line(l, t, o);
    }
    return status;
}

static int add_line(told_list *l, size_t number, const char *line)
{
    l->v = memory_resize(l->v, l->n + 1, sizeof *l->v);
    l->v[l->n++] =
        (told){.line = number, .text = memory_text(line), .record = eval_measured(0, (double)NAN)};
    if (l->n <= TOLD_MOST) return 0;
    return text_error(EXIT_USAGE, "there are %zu values; tell at most %d at a time", l->n,
                      TOLD_MOST);
}

int told_read(told_list *l, int descriptor)
{
    lines in;
    const char *line;
    size_t number = 0;
    int status = 0;
    *l = (told_list){.n = 0};
    lines_open(&in, descriptor);
    while (status == 0 && (line = lines_next(&in)) != NULL) {
        line += strspn(line, BLANKS);
        number++;
        if (*line == '\0' || *line == '#') continue;
        if (number == 1 && strncmp(line, "id", 2) == 0) {
            l->header = memory_text(line);
            l->header[strcspn(line, "\r")] = '\0';
            last_column(line, &l->columns);
        } else
            status = add_line(l, number, line);
    }
    if (in.error != 0)
        status = text_error(EXIT_USAGE, "standard input cannot be read: %s", lines_reason(&in));
    lines_close(&in);
    return status;
}

void told_close(told_list *l)
{
    for (size_t i = 0; i < l->n; i++) {
        free(l->v[i].text);
        free(l->v[i].values);
        free(l->v[i].said);
    }
    free(l->v);
    free(l->header);
    *l = (told_list){.n = 0};
}
