/* SPDX-License-Identifier: MIT
 *
 * Values and failures of programs; see evaluate/ending.h. Texts for failures are the same for all
 * failures of a kind, since they are counted by them. */
#include "evaluate/ending.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "evaluate/lost.h"
#include "nes/nes.h"

void ending_succeed(ending *e, double f)
{
    const double seconds = e->record.seconds;
    e->failure[0] = e->said[0] = '\0';
    e->record = eval_measured(e->record.id, f);
    e->record.seconds = seconds;
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

/* A system that has no room, on the disk or elsewhere, says nothing of the point. */
static bool is_of_system(int error)
{
    static const int errors[] = {ENOSPC, EDQUOT, EIO, EROFS, EMFILE, ENFILE};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (error == errors[i]) return true;
    return false;
}

void ending_not_started(ending *e, int error)
{
    e->record.seconds = NAN;
    ending_fail(e, error == E2BIG ? "pass the point by {file} or a template" : "",
                "could not be started: %s", strerror(error));
    e->record.stops = is_of_system(error);
}

void ending_describe(const process *of, double timeout, char text[ENDING_FAILURE_SIZE])
{
    char name[64];
    if (of->timed_out) {
        snprintf(text, ENDING_FAILURE_SIZE, "timed out after %s s", text_number(timeout, name));
    } else if (!WIFSIGNALED(of->status)) {
        snprintf(text, ENDING_FAILURE_SIZE, "exit status %d", WEXITSTATUS(of->status));
    } else {
        const int number = WTERMSIG(of->status);
        snprintf(name, sizeof name, "%s", strsignal(number));
        if (name[0] >= 'A' && name[0] <= 'Z') name[0] = (char)(name[0] - 'A' + 'a');
        snprintf(text, ENDING_FAILURE_SIZE, "killed by signal %d (%s)", number, name);
    }
}

/* What a program has to say of its failure: its errors, or else the last line of its output. */
static void take_words(const process *of, char *said, size_t size)
{
    size_t n;
    const char *output = process_output(of, &n);
    copy_clean(said, size, of->errors);
    if (said[0] != '\0') return;
    const char *line = text_last_line(output, &n);
    const size_t most = n < size ? n : size - 1; /* the end of a long line */
    snprintf(said, size, "%.*s", (int)most, line + n - most);
}

static void fail_with_words(ending *e, const process *of, const char *failure)
{
    char said[ENDING_SAID_SIZE];
    take_words(of, said, sizeof said);
    lost_tidy(said);
    ending_fail(e, said, "%s", failure);
}

static void read_text(ending *e, const program *p, const process *of, char *text, size_t n)
{
    value_reading reading;
    if (value_read(p->value, text, n, &reading))
        ending_succeed(e, reading.f);
    else if (reading.reported || reading.said[0] != '\0')
        ending_fail(e, reading.reported ? of->errors : reading.said, "%s", reading.why);
    else
        fail_with_words(e, of, reading.why);
}

/* Reads up to n bytes of a file. Returns how many there were, or -1. */
static ssize_t read_part(int descriptor, char *text, size_t n, off_t from)
{
    size_t found = 0;
    while (found < n) {
        const ssize_t more = pread(descriptor, text + found, n - found, from + (off_t)found);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return -1;
        if (more == 0) break;
        found += (size_t)more;
    }
    return (ssize_t)found;
}

/* Reads the end of a file, as much as would be kept of an output. Returns the number of bytes, or
 * -1 with errno set. What is not a plain file could keep this program waiting, and is refused. */
static ssize_t read_end(const char *path, char text[PROCESS_OUTPUT_KEPT + 1])
{
    struct stat s;
    const off_t kept = PROCESS_OUTPUT_KEPT;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return -1;
    ssize_t n = -1;
    if (fstat(descriptor, &s) == 0 && S_ISREG(s.st_mode))
        n = read_part(descriptor, text, PROCESS_OUTPUT_KEPT,
                      s.st_size > kept ? s.st_size - kept : 0);
    else
        errno = EINVAL;
    const int error = errno;
    close(descriptor);
    errno = error;
    if (n >= 0) text[n] = '\0';
    return n;
}

static void read_file(ending *e, const program *p, const process *of, const char *file)
{
    char text[PROCESS_OUTPUT_KEPT + 1];
    const ssize_t n = read_end(file, text);
    const int error = errno;
    if (n >= 0) {
        read_text(e, p, of, text, (size_t)n);
        return;
    }
    fail_with_words(e, of,
                    error == ENOENT ? "wrote no value file" : "wrote an unreadable value file");
    e->record.stops = is_of_system(error);
}

static void read_output(ending *e, const program *p, const process *of)
{
    size_t n;
    buffer copy = {.n = 0};
    const char *output = process_output(of, &n);
    buffer_add(&copy, output, n);
    buffer_add(&copy, "", 1); /* an empty output has a text, too */
    read_text(e, p, of, copy.text, n);
    buffer_free(&copy);
}

void ending_lost(ending *e, const process *of, size_t times)
{
    char failure[ENDING_FAILURE_SIZE];
    e->record.seconds = process_seconds(of);
    snprintf(failure, sizeof failure, "lost before it had a value, %zu time%s in a row", times,
             times == 1 ? "" : "s");
    fail_with_words(e, of, failure);
    e->record.stops = true;
}

void ending_read(ending *e, const program *p, const process *of, const char *value_file,
                 bool maximize)
{
    char failure[ENDING_FAILURE_SIZE];
    const exit_meaning meaning = WIFEXITED(of->status) && !of->timed_out
                                     ? (exit_meaning)p->codes.meaning[WEXITSTATUS(of->status)]
                                     : EXIT_MEANS_FAIL;
    e->record.seconds = process_seconds(of);
    ending_describe(of, p->timeout, failure);
    if (meaning == EXIT_MEANS_OK && value_file != NULL)
        read_file(e, p, of, value_file);
    else if (meaning == EXIT_MEANS_OK)
        read_output(e, p, of);
    else if (meaning == EXIT_MEANS_WORST)
        ending_succeed(e, maximize ? -INFINITY : INFINITY);
    else
        fail_with_words(e, of, failure);
    if (meaning == EXIT_MEANS_STOP) e->record.stops = true;
}
