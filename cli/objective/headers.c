/* SPDX-License-Identifier: MIT
 *
 * The compiler's own list: `cc -MM` prints rules of make, "a.o: a.c a.h b\\ c.h \\", a rule for
 * each source; see objective/headers.h. */
#include "objective/headers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/words.h"
#include "objective/compile.h"
#include "process/process.h"

/* In a child: becomes the compiler. -MG: headers of this program, which are written for the
 * compilation only, are no errors. */
static int become_compiler(void *data)
{
    execvp(((char **)data)[0], data);
    return EXIT_FAILURE;
}

/* Runs a command, and takes all of its output. Returns whether it has succeeded. */
static bool take_output(char **command, buffer *output)
{
    const process_request request = {.body = become_compiler, .data = command, .talks = true};
    children *r = NULL;
    process *p = NULL;
    if (children_open(&r, 1) != 0) return false;
    bool good = children_start(r, &request, &p) == 0;
    for (process_event e = PROCESS_NOTHING; good && e != PROCESS_ENDED;) {
        size_t n;
        e = children_wait(r, 3600, &p);
        if (e == PROCESS_NOTHING) continue;
        const char *text = process_output(p, &n);
        buffer_print(output, "%.*s", (int)n, text);
        process_take(p, n);
        if (e == PROCESS_ENDED) good = p->status == 0;
    }
    children_close(r);
    return good;
}

/* Takes the next name, in place; null: there is none. A backslash stands in front of a blank or #
 * of a name and at the end of a line that goes on, and a dollar stands for itself when doubled. */
static char *next_name(char **rest)
{
    char *at = *rest;
    while ((*at == ' ' || *at == '\n') || (at[0] == '\\' && at[1] == '\n')) at++;
    char *const name = at, *to = at;
    while (*at != '\0' && *at != ' ' && *at != '\n') {
        if ((at[0] == '\\' && at[1] != '\0' && strchr(" #", at[1]) != NULL) ||
            (at[0] == '$' && at[1] == '$'))
            at++;
        *to++ = *at++;
    }
    *rest = *at == '\0' ? at : at + 1;
    *to = '\0';
    return to > name ? name : NULL;
}

static void visit_names(char *rules, void (*visit)(const char *name, void *data), void *data)
{
    const char *name;
    while ((name = next_name(&rules)) != NULL)
        if (name[strlen(name) - 1] != ':') visit(name, data); /* else it is what a rule makes */
}

void headers_find(const char *file, const char *flags, void (*visit)(const char *name, void *data),
                  void *data)
{
    const bool cpp = compile_is_cpp(file);
    words w = {.n = 0};
    buffer rules = {.text = NULL};
    if (flags != NULL && words_split(&w, flags) != NULL) return;
    char *path = strchr("-@", file[0]) != NULL ? file_path(".", file) : memory_text(file);
    const char *const first[] = {cpp ? "c++" : "cc", "-O2", "-fPIC", "-MM", "-MG", "-x",
                                 cpp ? "c++" : "c",  path,  "-x",    "none"};
    enum { FIRST = sizeof first / sizeof *first };
    const char **command = memory_zeros(FIRST + w.n + 1, sizeof *command);
    memcpy(command, first, sizeof first);
    for (size_t i = 0; i < w.n; i++) command[FIRST + i] = w.word[i];
    if (take_output((char **)command, &rules) && rules.n > 0) visit_names(rules.text, visit, data);
    buffer_free(&rules);
    free(command);
    free(path);
    words_close(&w);
}
