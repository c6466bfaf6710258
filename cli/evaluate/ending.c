/* SPDX-License-Identifier: MIT
 *
 * Values and failures of programs; see evaluate/ending.h. Texts for failures are the same for all
 * failures of a kind, since they are counted by them. */
#include "evaluate/ending.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/text.h"
#include "evaluate/lost.h"
#include "nes/nes.h"

void ending_succeed(ending *e, const output_set *o)
{
    const double seconds = e->record.seconds;
    if (o != NULL && outputs_complete(o, e->dim, e->x, e->values) != NES_MEASURED) {
        ending_fail(e, "", "a formula has the value failed");
        return;
    }
    e->failure[0] = e->said[0] = '\0';
    e->record = eval_measured(e->record.id, e->values[0]);
    e->record.seconds = seconds;
    if (o != NULL) e->record.outputs = e->values + 1;
}

/* A bad point, of which nothing else is known. */
static void be_worst(ending *e, const output_set *o, bool maximize)
{
    const size_t n = o == NULL ? 0 : outputs_constraints(o) + outputs_count(o);
    ending_succeed(e, NULL);
    e->record.f = maximize ? -INFINITY : INFINITY;
    for (size_t i = 0; i < n; i++) e->values[1 + i] = (double)NAN;
    if (o != NULL) e->record.outputs = e->values + 1;
}

/* Copies text without what a terminal would take for commands, and without blanks at its end. */
static void copy_clean(char *to, size_t size, const char *text)
{
    size_t n = 0;
    text += strspn(text, " \t\r\n");
    for (; n + 1 < size && text[n] != '\0'; n++) {
        const unsigned char c = (unsigned char)text[n];
        to[n] = (c < ' ' && c != '\n') || c == 127 ? ' ' : text[n];
    }
    while (n > 0 && strchr(" \n", to[n - 1]) != NULL) n--;
    to[n] = '\0';
}

void ending_fail(ending *e, const char *said, const char *failure, ...)
{
    va_list arguments;
    va_start(arguments, failure);
    vsnprintf(e->failure, sizeof e->failure, failure, arguments);
    va_end(arguments);
    copy_clean(e->said, sizeof e->said, said);
    e->record = (eval_record){.id = e->record.id,
                              .fate = NES_FAILED,
                              .f = NAN,
                              .seconds = e->record.seconds,
                              .failure = e->failure,
                              .said = e->said};
}

/* Whether an error is one of the system, such as a full disk, which says nothing of the point. */
static bool is_of_system(int error)
{
    static const int errors[] = {ENOSPC, EDQUOT, EIO, EROFS, EMFILE, ENFILE};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (error == errors[i]) return true;
    return false;
}

void ending_not_started(ending *e, int error)
{
    const bool homeless = error == ENOENT && file_here_is_gone();
    e->record.seconds = NAN;
    ending_fail(e, error == E2BIG ? "pass the point by {file} or a template" : "",
                "could not be started: %s",
                homeless ? "the folder that nes was started in has been removed" : strerror(error));
    e->record.stops = homeless || is_of_system(error);
}

void ending_describe(const process *of, const time_limit *l, char text[ENDING_FAILURE_SIZE])
{
    char name[64];
    if (of->timed_out) {
        time_limit_failure(l, text);
    } else if (!WIFSIGNALED(of->status)) {
        snprintf(text, ENDING_FAILURE_SIZE, "exit status %d", WEXITSTATUS(of->status));
    } else {
        const int number = WTERMSIG(of->status);
        snprintf(name, sizeof name, "%s", strsignal(number));
        if (name[0] >= 'A' && name[0] <= 'Z') name[0] = (char)(name[0] - 'A' + 'a');
        snprintf(text, ENDING_FAILURE_SIZE, "killed by signal %d (%s)", number, name);
    }
}

/* The last line is the one that reports show, so the time goes there. */
void ending_add_time(const time_limit *l, double seconds, char *said, size_t size)
{
    char had[TIME_LIMIT_TEXT];
    time_limit_had(l, seconds, had);
    if (had[0] == '\0') return;
    size_t n = strnlen(said, size - sizeof had - 2);
    if (n > 0) said[n++] = '\n';
    snprintf(said + n, size - n, "%s", had);
}

/* Copies what a program says of its failure: its errors, or else the last line of its output. */
static void take_words(const process *of, char *said, size_t size)
{
    size_t n;
    const char *output = process_output(of, &n);
    copy_clean(said, size, of->errors);
    if (said[0] != '\0') return;
    const char *line = text_last_line(output, &n);
    const size_t most = n < size ? n : size - 1; /* of a long line the end is kept */
    snprintf(said, size, "%.*s", (int)most, line + n - most);
}

static void fail_with_words(ending *e, const process *of, const char *failure)
{
    char said[ENDING_SAID_SIZE];
    take_words(of, said, sizeof said);
    lost_tidy(said);
    ending_fail(e, said, "%s", failure);
}

/* Fails an evaluation that lacks a number. Returns false. */
static bool lack(ending *e, const process *of, const value_reading *reading)
{
    if (reading->reported || reading->said[0] != '\0')
        ending_fail(e, reading->reported ? of->errors : reading->said, "%s", reading->why);
    else
        fail_with_words(e, of, reading->why);
    return false;
}

/* What is wrong with a file. what: "value file" or "file". */
static void explain_file(int error, const char *what, char why[VALUE_WHY_SIZE])
{
    snprintf(why, VALUE_WHY_SIZE,
             error == ENOENT   ? "wrote no %s"
             : error == ESTALE ? "left the %s of an earlier time as it was"
                               : "wrote an unreadable %s",
             what);
}

static bool read_text(ending *e, const program *p, const process *of, char *text, size_t n)
{
    value_reading reading;
    return outputs_read(p->outputs, p->value, text, n, e->values, &reading) ||
           lack(e, of, &reading);
}

static bool read_value_file(ending *e, const program *p, const process *of, const value_file *file)
{
    char *text, why[VALUE_WHY_SIZE];
    size_t n;
    const int error = value_file_read(file, &text, &n);
    bool read = error == 0 && read_text(e, p, of, text, n);
    if (error != 0) {
        explain_file(error, "value file", why);
        fail_with_words(e, of, why);
        e->record.stops = is_of_system(error);
    }
    free(text);
    return read;
}

static bool read_output(ending *e, const program *p, const process *of)
{
    size_t n;
    buffer copy = {.n = 0};
    const char *output = process_output(of, &n);
    buffer_add(&copy, output, n);
    buffer_add(&copy, "", 1); /* so that the text of an empty output is not null */
    const bool read = read_text(e, p, of, copy.text, n);
    buffer_free(&copy);
    return read;
}

/* Reads output i, which has a file of its own. */
static bool read_own_file(ending *e, const output_set *o, size_t i, const process *of,
                          const value_file *file)
{
    char *text, why[VALUE_WHY_SIZE];
    size_t n;
    value_reading reading = {.f = NAN};
    const int error = value_file_read(file, &text, &n);
    bool read = error == 0 && outputs_read_file(o, i, text, n, e->values, &reading);
    if (error != 0) {
        explain_file(error, "file", why);
        outputs_say(o, i, why, &reading);
    }
    if (!read) lack(e, of, &reading);
    if (error != 0) e->record.stops = is_of_system(error);
    free(text);
    return read;
}

/* Reads everything that the program was to write. */
static void read_numbers(ending *e, const program *p, const process *of, const launched *made)
{
    const output_set *o = p->outputs;
    bool read =
        made->value.path != NULL ? read_value_file(e, p, of, &made->value) : read_output(e, p, of);
    for (size_t i = 0; read && o != NULL && o->files > 0 && i < o->names.n; i++)
        if (o->rule[i].has_file) read = read_own_file(e, o, i, of, &made->outputs[i]);
    if (read) ending_succeed(e, o);
}

void ending_lost(ending *e, const process *of, size_t times)
{
    char failure[ENDING_FAILURE_SIZE];
    e->record.seconds = process_seconds(of);
    snprintf(failure, sizeof failure, "lost before it had a value, %zu time%s in a row", times,
             text_s(times));
    fail_with_words(e, of, failure);
    e->record.stops = true;
}

static void fail_by_end(ending *e, const launcher *l, const process *of)
{
    char failure[ENDING_FAILURE_SIZE];
    ending_describe(of, l->limit, failure);
    fail_with_words(e, of, failure);
    if (of->timed_out) ending_add_time(l->limit, e->record.seconds, e->said, sizeof e->said);
}

void ending_read(ending *e, const launcher *l, const process *of, const launched *made,
                 bool maximize)
{
    const program *p = l->program;
    const exit_meaning meaning = WIFEXITED(of->status) && !of->timed_out
                                     ? (exit_meaning)p->codes.meaning[WEXITSTATUS(of->status)]
                                     : EXIT_MEANS_FAIL;
    e->record.seconds = process_seconds(of);
    if (meaning == EXIT_MEANS_OK)
        read_numbers(e, p, of, made);
    else if (meaning == EXIT_MEANS_WORST)
        be_worst(e, p->outputs, maximize);
    else
        fail_by_end(e, l, of);
    if (meaning == EXIT_MEANS_STOP) e->record.stops = true;
}
