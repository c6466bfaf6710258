/* SPDX-License-Identifier: MIT
 *
 * nes tell: takes values for points that `nes ask` printed. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/json_values.h"
#include "base/lines.h"
#include "base/text.h"
#include "command.h"
#include "objective/value.h"
#include "session/by_hand.h"

static const args_option table[] = {{NULL, NULL, 0, NULL}};

static int help(void)
{
    puts("usage: nes tell DIR < VALUES\n"
         "\n"
         "Takes values for points that `nes ask DIR` printed. It reads them from standard\n"
         "input, one per line: the id, a blank or a comma, and the value; or\n"
         "{\"id\":17,\"f\":0.5}. The word failed in the place of the value says that the\n"
         "evaluation did not happen. Lines may come in any order. Empty lines, lines that\n"
         "begin with # and a first line of names are skipped. If one line is wrong, none\n"
         "is taken.\n"
         "\n"
         "Examples:\n"
         "  echo 17 0.25 | nes tell DIR\n"
         "  nes tell DIR < measured.csv");
    return EXIT_OK;
}

typedef struct told {
    size_t line;
    uint64_t id;
    double f;
} told;

/* All that was read. Nothing is locked while somebody types. */
typedef struct told_list {
    told *v; /* owned */
    size_t n;
} told_list;

/* The word failed, or a number; nan and inf are numbers. */
static bool read_value(const char *text, double *f)
{
    value_reading reading;
    const bool valued = value_take(text, strlen(text), "no number", &reading);
    *f = reading.f;
    return valued || reading.reported;
}

static bool read_json(const char *line, told *t)
{
    cJSON *object = cJSON_Parse(line);
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    const cJSON *f = cJSON_GetObjectItemCaseSensitive(object, "f");
    const bool good = cJSON_IsNumber(id) && id->valuedouble >= 0 && id->valuedouble < 0x1p53 &&
                      (cJSON_IsNumber(f) || cJSON_IsString(f));
    bool valued = good;
    if (good) {
        t->id = (uint64_t)id->valuedouble;
        if (cJSON_IsNumber(f))
            t->f = f->valuedouble;
        else
            valued = read_value(f->valuestring, &t->f);
    }
    cJSON_Delete(object);
    return valued;
}

static bool read_pair(const char *line, told *t)
{
    char *end;
    if (*line < '0' || *line > '9') return false;
    errno = 0;
    t->id = strtoull(line, &end, 10);
    const size_t blanks = strspn(end, " \t,;");
    return errno == 0 && blanks > 0 && read_value(end + blanks, &t->f);
}

/* Whether the first line has names in the place of numbers. */
static bool is_header(const char *line)
{
    return strncmp(line, "id", 2) == 0;
}

static int take_line(told_list *l, size_t number, const char *line)
{
    told t = {.line = number};
    if (!(*line == '{' ? read_json(line, &t) : read_pair(line, &t)))
        return text_error(EXIT_USAGE,
                          "line %zu: '%.60s' is not an id and a value; write them as in: 17 0.25",
                          number, line);
    told *v = realloc(l->v, (l->n + 1) * sizeof *v);
    if (v == NULL) return text_error(EXIT_USAGE, "no memory for %zu values", l->n + 1);
    l->v = v;
    l->v[l->n++] = t;
    return 0;
}

static int read_lines(told_list *l)
{
    lines in;
    const char *line;
    size_t number = 0;
    int status = 0;
    lines_open(&in, STDIN_FILENO);
    while (status == 0 && (line = lines_next(&in)) != NULL) {
        line += strspn(line, " \t\r");
        number++;
        if (*line == '\0' || *line == '#' || (number == 1 && is_header(line))) continue;
        status = take_line(l, number, line);
    }
    if (in.error != 0)
        status = text_error(EXIT_USAGE, "standard input cannot be read: %s", strerror(in.error));
    lines_close(&in);
    return status;
}

static int tell(by_hand *h, const told_list *l)
{
    for (size_t i = 0; i < l->n; i++) {
        const int status = by_hand_tell(h, l->v[i].id, l->v[i].f);
        if (status != 0)
            return text_error(status, "this was line %zu; no value of this input was taken",
                              l->v[i].line);
    }
    return by_hand_keep(h);
}

static int count(const store_evaluation *e, void *data)
{
    (void)e;
    ++*(size_t *)data;
    return 0;
}

static void report_state(by_hand *h, size_t taken)
{
    size_t waiting = 0;
    nes_result r;
    char best[TEXT_NUMBER_SIZE];
    by_hand_each(h, count, &waiting);
    nes_get_result(h->opt, &r);
    printf("%zu value%s taken", taken, taken == 1 ? "" : "s");
    if (r.evaluations > 0 && r.best_x != NULL)
        printf("; best value so far %s", text_number(r.best_f, best));
    if (r.stop != NES_RUNNING)
        printf("; the run has ended: %s\n", r.stop_text);
    else
        printf("; %zu point%s wait%s for a value in generation %" PRIu64 "\n", waiting,
               waiting == 1 ? "" : "s", waiting == 1 ? "s" : "", r.generations + 1);
}

static int tell_folder(const char *folder, const told_list *l)
{
    by_hand h;
    int status = by_hand_open(&h, folder, NULL);
    if (status == 0) status = tell(&h, l);
    if (status == 0) report_state(&h, l->n);
    by_hand_close(&h);
    return status;
}

int command_tell(int argc, char **argv)
{
    const char *folder = NULL;
    told_list l = {.n = 0};
    args_syntax syntax = {.command = "tell", .options = table, .words = &folder, .max_words = 1};
    const args_outcome outcome = args_parse(&syntax, argc, argv);
    if (outcome != ARGS_OK) return outcome == ARGS_HELP ? help() : EXIT_USAGE;
    if (folder == NULL) return text_error(EXIT_USAGE, "which run? give its folder: nes tell DIR");
    int status = read_lines(&l);
    if (status == 0) status = tell_folder(folder, &l);
    free(l.v);
    return status;
}
