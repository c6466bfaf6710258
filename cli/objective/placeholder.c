/* SPDX-License-Identifier: MIT
 *
 * Texts are cut into pieces once, and filled in for every point; see objective/placeholder.h. */
#include "objective/placeholder.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "nes/by_name.h"
#include "objective/number_format.h"

typedef enum kind { PLAIN, ALL, ONE, ID, POINT_FILE, FOLDER, JOB } kind;

struct placeholder_piece {
    kind kind;
    const char *text; /* of PLAIN: n bytes, borrowed from the text */
    size_t n;
    size_t number;        /* of ONE: number of the variable, from 0 */
    number_format format; /* of ALL, ONE, ID and JOB */
};

static const struct {
    const char *word;
    kind kind;
} words[] = {{"x", ALL}, {"i", ID}, {"file", POINT_FILE}, {"dir", FOLDER}, {"job", JOB}};

enum { WORDS = sizeof words / sizeof *words };

static bool is_word_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The length in bytes of the word at text; 0: no word begins there. */
static size_t word_length(const char *text, const char *end)
{
    const char *at = text;
    while (at < end && (is_word_start(*at) || (at > text && *at >= '0' && *at <= '9'))) at++;
    return (size_t)(at - text);
}

/* The length in bytes of a colon and a format that begin at text; 0: something else stands there.
 */
static size_t format_length(const char *text)
{
    return strncmp(text, ":%", 2) == 0 ? strcspn(text, "{}\n") : 0;
}

/* The length in bytes of {word} or {word:%format} at text, or of {{word}} with depth 2; 0:
 * something else stands there. */
static size_t braced(const char *text, const char *end, size_t depth)
{
    const size_t left = (size_t)(end - text);
    if (left < depth || strspn(text, "{") < depth) return 0;
    size_t n = word_length(text + depth, end);
    if (n > 0) n += format_length(text + depth + n);
    if (n == 0 || left < n + 2 * depth) return 0;
    for (size_t i = 0; i < depth; i++)
        if (text[depth + n + i] != '}') return 0;
    return n + 2 * depth;
}

/* What the steps of reading a text share. */
typedef struct reading {
    placeholder_text *t;
    const char *end; /* end of the text */
    const variables *v;
    const char *where;
} reading;

static const char *name_at(size_t i, const void *data)
{
    static _Thread_local char text[VARIABLES_NAME_SIZE];
    const variables *v = data;
    if (i < WORDS) return words[i].word;
    return i - WORDS < v->n ? variables_name(v, i - WORDS, text) : NULL;
}

/* Whether a word has the form x0, x1, x12. */
static bool is_numbered(const char *word)
{
    return word[0] == 'x' && word[1] != '\0' && word[1 + strspn(word + 1, "0123456789")] == '\0';
}

/* Refuses what begins at `at`: the sentence says in which text that is, and in which line if the
 * text has several. */
static int refuse(const reading *r, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int refuse(const reading *r, const char *at, const char *format, ...)
{
    char sentence[1024], line[32] = "";
    size_t number = 1;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    for (const char *c = r->t->text; c < at; c++) number += *c == '\n';
    if (memchr(r->t->text, '\n', (size_t)(r->end - r->t->text)) != NULL)
        snprintf(line, sizeof line, ", line %zu", number);
    return text_error(EXIT_USAGE, "%s%s: %s", r->where, line, sentence);
}

static int unknown(const reading *r, const char *at, const char *word)
{
    char hint[256];
    const size_t n = r->v->n;
    if (is_numbered(word))
        return refuse(r, at, "there is no {%s}; the %zu variable%s from {x1} to {x%zu}", word, n,
                      n == 1 ? " goes" : "s go", n);
    nes_nearest(word, name_at, r->v, "",
                "; there are x, x1, ..., i, file, dir, job and the --names", hint, sizeof hint);
    return refuse(r, at, "unknown placeholder {%s}, and {{%s}} would stand for itself%s", word,
                  word, hint);
}

static int find(const char *word, const variables *v, placeholder_piece *piece)
{
    for (size_t i = 0; i < WORDS; i++)
        if (strcmp(word, words[i].word) == 0) {
            piece->kind = words[i].kind;
            return 0;
        }
    piece->kind = ONE;
    piece->number = variables_find(v, word);
    return piece->number < v->n ? 0 : EXIT_USAGE;
}

/* Whether a brace and perhaps blanks begin at `at`, then a word that would be a placeholder if a
 * brace followed at once, then something else, which is at *behind. */
static bool is_almost(const reading *r, const char *at, char word[VARIABLES_NAME_SIZE],
                      const char **behind)
{
    placeholder_piece piece;
    if (*at != '{') return false;
    const char *start = at + 1 + strspn(at + 1, " \t");
    const size_t n = word_length(start, r->end);
    if (n == 0 || n >= VARIABLES_NAME_SIZE) return false;
    snprintf(word, VARIABLES_NAME_SIZE, "%.*s", (int)n, start);
    *behind = start + n;
    return find(word, r->v, &piece) == 0 && (start > at + 1 || **behind != '}');
}

/* Refuses slips such as {x1 or { x1 } or {x1:.3f}, which would reach the program as they are. */
static int check_slip(const reading *r, const char *at)
{
    char word[VARIABLES_NAME_SIZE];
    const char *behind;
    if (!is_almost(r, at, word, &behind)) return 0;
    const bool ends = behind == r->end || *behind == '\n';
    const int n = (int)(behind - at) + (ends ? 0 : 1);
    if (*behind == ':')
        return refuse(r, at,
                      "'%.*s' is no placeholder; write {%s} or, with a format, {%s:%%8.3f}, or "
                      "{%.*s for the text itself",
                      n, at, word, word, n, at);
    return refuse(r, at,
                  "'%.*s' is no placeholder; write {%s} with nothing else between the braces, or "
                  "{%.*s for the text itself",
                  n, at, word, n, at);
}

static void note(placeholder_text *t, kind k)
{
    t->has_number = t->has_number || k == ALL || k == ONE;
    t->has_id = t->has_id || k == ID;
    t->has_file = t->has_file || k == POINT_FILE;
    t->has_dir = t->has_dir || k == FOLDER;
    t->has_job = t->has_job || k == JOB;
}

static void add_plain(placeholder_text *t, const char *text, size_t n)
{
    if (n > 0) t->pieces[t->n++] = (placeholder_piece){.kind = PLAIN, .text = text, .n = n};
}

/* Reads the format of the placeholder of n bytes at text; it begins with a colon at `at`. */
static int read_format(const reading *r, const char *text, size_t n, const char *at,
                       placeholder_piece *piece)
{
    const char *wrong = "a path has no format";
    const bool named =
        piece->kind == ALL
            ? variables_have_choices(r->v)
            : piece->kind == ONE && variables_kind(r->v, piece->number) == SCALE_CHOICES;
    if (piece->kind == ALL || piece->kind == ONE)
        wrong = number_format_read(&piece->format, at + 1, (size_t)(text + n - at) - 2, named);
    if (piece->kind == ID || piece->kind == JOB) {
        wrong = number_format_read(&piece->format, at + 1, (size_t)(text + n - at) - 2, false);
        if (wrong == NULL && !piece->format.whole)
            wrong = "this is a whole number, whose format ends in d, such as %04d";
    }
    if (wrong == NULL) return 0;
    return refuse(r, text, "%.*s: %s", (int)n, text, wrong);
}

/* Adds the placeholder of n bytes, braces included, at text. */
static int add_braced(const reading *r, const char *text, size_t n)
{
    char word[VARIABLES_NAME_SIZE];
    placeholder_piece *piece = &r->t->pieces[r->t->n];
    const size_t length = word_length(text + 1, r->end);
    snprintf(word, sizeof word, "%.*s", (int)length, text + 1);
    if (length >= sizeof word || find(word, r->v, piece) != 0) return unknown(r, text, word);
    if (length + 2 < n && read_format(r, text, n, text + 1 + length, piece) != 0) return EXIT_USAGE;
    note(r->t, piece->kind);
    r->t->n++;
    return 0;
}

/* The length of what would be a slip but for doubled braces: {{x1:d}}, or {{x1: with other text
 * behind; 0 if it is something else. */
static size_t escaped(const reading *r, const char *at)
{
    char word[VARIABLES_NAME_SIZE];
    const char *behind;
    if (!is_almost(r, at + 1, word, &behind)) return 0;
    behind += strcspn(behind, "{}\n");
    return (size_t)(behind - at) + (strncmp(behind, "}}", 2) == 0 ? 2 : 0);
}

/* Reads what begins at a brace. Plain text in front of it begins at *plain. Returns the bytes that
 * were read, and sets *status. */
static size_t read_brace(const reading *r, const char *at, const char **plain, int *status)
{
    const size_t twice = braced(at, r->end, 2), once = twice > 0 ? 0 : braced(at, r->end, 1);
    const size_t itself = twice + once > 0 ? twice : escaped(r, at), n = itself + once;
    if (n == 0) {
        *status = check_slip(r, at);
        return 1;
    }
    add_plain(r->t, *plain, (size_t)(at - *plain));
    if (itself > 0)
        add_plain(r->t, at + 1, itself - (at[itself - 1] == '}' ? 2 : 1));
    else
        *status = add_braced(r, at, once);
    *plain = at + n;
    return n;
}

/* Cuts the copy into pieces. */
static int cut(const reading *r)
{
    placeholder_text *t = r->t;
    const char *plain = t->text, *at = t->text;
    int status = 0;
    while (at < r->end && status == 0) at += *at == '{' ? read_brace(r, at, &plain, &status) : 1;
    add_plain(t, plain, (size_t)(r->end - plain));
    t->is_all = t->n == 1 && t->pieces[0].kind == ALL;
    return status;
}

int placeholder_open(placeholder_text *t, const char *text, size_t n, const variables *v,
                     const char *where)
{
    size_t braces = 0;
    for (size_t i = 0; i < n; i++) braces += text[i] == '{';
    *t = (placeholder_text){.text = memory_zeros(n + 1, 1)};
    t->pieces = memory_zeros(2 * braces + 1, sizeof *t->pieces);
    memcpy(t->text, text, n);
    const reading r = {t, t->text + n, v, where};
    const int status = cut(&r);
    if (status != 0) placeholder_close(t);
    return status;
}

void placeholder_open_plain(placeholder_text *t, const char *text)
{
    *t =
        (placeholder_text){.text = memory_text(text), .pieces = memory_zeros(1, sizeof *t->pieces)};
    add_plain(t, t->text, strlen(text));
}

void placeholder_close(placeholder_text *t)
{
    free(t->text);
    free(t->pieces);
    *t = (placeholder_text){.n = 0};
}

void placeholder_numbers(const double *x, size_t dim, const scale *scales, char separator,
                         buffer *to)
{
    for (size_t i = 0; i < dim; i++) {
        if (i > 0) buffer_add(to, &separator, 1);
        scale_put(scales == NULL ? NULL : &scales[i], x[i], to);
    }
}

/* Appends n numbers from the first on in the format of a piece. */
static void fill_numbers(const placeholder_piece *p, const placeholder_values *v, size_t first,
                         size_t n, char separator, buffer *to)
{
    for (size_t i = first; i < first + n; i++) {
        const char *name = v->scale == NULL ? NULL : scale_name(&v->scale[i], v->x[i]);
        if (i > first) buffer_add(to, &separator, 1);
        number_format_put(&p->format, v->x[i], name, to);
    }
}

static void fill_piece(const placeholder_piece *p, const placeholder_values *v, buffer *to)
{
    switch (p->kind) {
    case PLAIN:
        buffer_add(to, p->text, p->n);
        break;
    case ALL:
        fill_numbers(p, v, 0, v->dim, ',', to);
        break;
    case ONE:
        fill_numbers(p, v, p->number, 1, ',', to);
        break;
    case POINT_FILE:
    case FOLDER:
        buffer_print(to, "%s", p->kind == FOLDER ? v->dir : v->file);
        break;
    case ID:
    case JOB:
        number_format_put(&p->format, (double)(p->kind == ID ? v->id : v->job), NULL, to);
        break;
    }
}

void placeholder_fill_all(const placeholder_text *t, const placeholder_values *v, char separator,
                          buffer *to)
{
    fill_numbers(&t->pieces[0], v, 0, v->dim, separator, to);
}

size_t placeholder_rounded(const placeholder_text *t, const bool *whole, size_t dim)
{
    for (size_t i = 0; i < t->n; i++) {
        const placeholder_piece *p = &t->pieces[i];
        if (!p->format.whole || (p->kind != ALL && p->kind != ONE)) continue;
        size_t k = p->kind == ONE ? p->number : 0, end = p->kind == ONE ? k + 1 : dim;
        while (k < end && whole[k]) k++;
        if (k < end) return k;
    }
    return dim;
}

void placeholder_fill(const placeholder_text *t, const placeholder_values *v, buffer *to)
{
    for (size_t i = 0; i < t->n; i++) fill_piece(&t->pieces[i], v, to);
}
