/* SPDX-License-Identifier: MIT
 *
 * The points of runs in C. Every line of the input is a run: its settings, the word "from" and the
 * start, separated by blanks. A setting is name=value, or name:numbers with commas for an array.
 * Output: a line per point, in hexadecimal, and an empty line after each run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nes/async.h"
#include "nes/by_name.h"

enum { MOST = 64, LINE = 4096 };

static size_t read_numbers(char *text, const char *separators, double *to)
{
    size_t n = 0;
    char *rest = NULL;
    for (char *t = strtok_r(text, separators, &rest); t != NULL && n < MOST;
         t = strtok_r(NULL, separators, &rest))
        to[n++] = strtod(t, NULL);
    return n;
}

static int set(nes_settings *s, char *word)
{
    double numbers[MOST];
    char *end = word + strcspn(word, "=:");
    const int is_array = *end == ':';
    *end++ = 0;
    const nes_status status = is_array
                                  ? nes_set_array(s, word, read_numbers(end, ",", numbers), numbers)
                                  : nes_set(s, word, end);
    if (status != NES_OK) fprintf(stderr, "%s\n", nes_settings_message(s));
    return status == NES_OK;
}

static double weighted(size_t dim, const double *x)
{
    double total = 0;
    for (size_t i = 0; i < dim; i++) total += (double)(i + 1) * x[i] * x[i];
    return total;
}

/* The value and the outputs at x: 1 - x1, 1 - x2, ... */
static void evaluate(size_t dim, const double *x, size_t outputs, double *values)
{
    values[0] = weighted(dim, x);
    for (size_t j = 0; j < outputs; j++) values[1 + j] = 1 - x[j];
}

static int run(nes_opt *o)
{
    const int single = nes_get_settings(o)->asynchronous;
    nes_points p;
    while (nes_stopped(o) == NES_RUNNING) {
        if ((single ? nes_ask_one(o, &p) : nes_ask(o, &p)) != NES_OK) return 0;
        for (size_t i = 0; i < p.n; i++) {
            for (size_t k = 0; k < p.dim; k++) printf("%a ", p.x[i * p.dim + k]);
            printf("\n");
            evaluate(p.dim, p.x + i * p.dim, p.outputs, p.f + i * (1 + p.outputs));
        }
        if (nes_tell_records(o, p.n, single ? p.id : NULL, NULL, p.f) != NES_OK) return 0;
    }
    printf("\n");
    return 1;
}

int main(void)
{
    char line[LINE], *rest = NULL;
    double start[MOST];
    while (fgets(line, sizeof line, stdin) != NULL) {
        nes_settings *s = nes_settings_new();
        char *word = strtok_r(line, " \n", &rest);
        for (; word != NULL && strpbrk(word, "=:") != NULL; word = strtok_r(NULL, " \n", &rest))
            if (!set(s, word)) return 1;
        const size_t dim = read_numbers(rest, " \n", start);
        nes_opt *o = NULL;
        if (nes_create(&o, dim, start, s) != NES_OK || !run(o)) return 2;
        nes_destroy(o);
        nes_settings_free(s);
    }
    return 0;
}
