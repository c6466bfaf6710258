/* SPDX-License-Identifier: MIT
 *
 * The compiler in a process of its own; see objective/compile.h. */
#include "objective/compile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "process/folder.h"
#include "process/process.h"

enum { FIXED_ARGUMENTS = 20, SHOWN = 1792, LINES_SHOWN = 12, NOT_FOUND = 127 };

typedef struct compilation {
    const compile_request *request;
    const char *file, *compiler;
    bool cpp;
    words flags;
    char *folder; /* a private folder; owned, as these paths in it: */
    char *library, *declaration,
        *source;            /* the library to be made; declaration and source of the guard of C++ */
    char *path;             /* the path of the source, if its name looks like an option; owned */
    const char **arguments; /* the compiler's arguments, ended by null; owned */
} compilation;

bool compile_is_cpp(const char *file)
{
    static const char *const endings[] = {".cpp", ".cc", ".cxx", ".c++", ".C"};
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0) return true;
    return false;
}

bool compile_is_source(const char *file)
{
    const char *dot = strrchr(file, '.');
    return compile_is_cpp(file) || (dot != NULL && strcmp(dot, ".c") == 0);
}

/* Makes the arguments. Flags stand behind the source, where the linker wants its libraries. They
 * may name further sources and objects, whose language their endings tell. */
static void make_arguments(compilation *c)
{
    size_t n = 0;
    c->path = file_path(".", c->file);
    c->library = file_path(c->folder, "library.so");
    c->declaration = file_path(c->folder, "declaration.h");
    c->source = file_path(c->folder, "guard.cpp");
    c->arguments = memory_zeros(FIXED_ARGUMENTS + c->flags.n, sizeof *c->arguments);
    const char *const file = strchr("-@", c->file[0]) != NULL ? c->path : c->file;
    const char *const first[] = {c->compiler, "-O2",     "-shared", "-fPIC",
                                 "-I",        c->folder, "-o",      c->library};
    const char *const of_c[] = {"-x", "c", file, "-x", "none", NULL};
    const char *const of_cpp[] = {"-include", c->declaration, "-x", "c++", file, NULL};
    for (; n < sizeof first / sizeof *first; n++) c->arguments[n] = first[n];
    for (const char *const *at = c->cpp ? of_cpp : of_c; *at != NULL; at++) c->arguments[n++] = *at;
    if (c->cpp && c->request->guard != NULL) c->arguments[n++] = c->source;
    if (c->cpp) c->arguments[n++] = "-x", c->arguments[n++] = "none";
    for (size_t i = 0; i < c->flags.n; i++) c->arguments[n++] = c->flags.word[i];
    c->arguments[n] = "-lm";
}

/* In a child: becomes the compiler. The compiler's temporary files go with the folder, even when it
 * is killed. */
static int become_compiler(void *data)
{
    const compilation *c = data;
    setenv("TMPDIR", c->folder, 1);
    execvp(c->compiler, (char *const *)c->arguments);
    return NOT_FOUND;
}

/* Cuts the text behind its first lines, without a newline at the end. */
static void keep_first_lines(char *text)
{
    int lines = 0;
    for (char *c = text; *c; c++)
        if (*c == '\n' && (++lines == LINES_SHOWN || !c[1])) {
            *c = '\0';
            return;
        }
}

/* Says why the compiler failed, if it did. */
static int read_verdict(const compilation *c, const process *p)
{
    char text[SHOWN];
    const int status = p->status;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        return text_error(EXIT_OBJECTIVE,
                          "there is no %s compiler '%s'; install one (gcc or clang), or give "
                          "a compiled library with --plugin",
                          c->cpp ? "C++" : "C", c->compiler);
    snprintf(text, sizeof text, "%.*s", SHOWN - 1, p->errors);
    keep_first_lines(text);
    return text_error(EXIT_OBJECTIVE, "'%.200s' does not compile:\n%s", c->file,
                      text[0] != '\0' ? text : "the compiler was killed");
}

/* Writes a file and the folder that it is in. Returns 0 or errno. */
static int write_file(const char *path, const char *text)
{
    buffer above = {.text = NULL};
    buffer_print(&above, "%.*s", (int)(strrchr(path, '/') - path), path);
    int error = file_make_folders(above.text);
    if (error == 0) error = file_create(path, 0600, text, strlen(text));
    buffer_free(&above);
    return error;
}

/* Writes what is compiled with the source to the private folder. Returns 0 or errno. */
static int write_files(const compilation *c)
{
    const compile_request *r = c->request;
    int error = c->cpp ? write_file(c->declaration, r->declaration) : 0;
    if (error == 0 && c->cpp && r->guard != NULL) error = write_file(c->source, r->guard);
    for (size_t i = 0; error == 0 && i < r->n_more; i++) {
        char *path = file_path(c->folder, r->more[i].name);
        error = write_file(path, r->more[i].text);
        free(path);
    }
    return error;
}

/* Compiles in a private folder, by a child. */
static int compile(compilation *c, children *r)
{
    const process_request request = {.body = become_compiler, .data = c};
    process *p = NULL;
    int error = folder_make(NULL, "nes-", &c->folder);
    if (error == 0) error = children_guard_folder(r, c->folder);
    if (error == 0) {
        make_arguments(c);
        error = write_files(c);
    }
    if (error != 0)
        return text_error(EXIT_OBJECTIVE,
                          "no folder for compiling can be made in '%.200s': %s; set TMPDIR "
                          "to one that can be written",
                          folder_temporary(), strerror(error));
    error = children_start(r, &request, &p);
    if (error != 0)
        return text_error(EXIT_OBJECTIVE, "the compiler cannot be started: %s", strerror(error));
    while (children_wait(r, 3600, &p) != PROCESS_ENDED) continue;
    return read_verdict(c, p);
}

/* Frees the compilation and removes its folder. */
static void free_compilation(compilation *c)
{
    if (c->folder != NULL) folder_remove(c->folder);
    free(c->folder);
    free(c->library);
    free(c->declaration);
    free(c->source);
    free(c->path);
    free(c->arguments);
    words_close(&c->flags);
}

static int compile_and_take(compilation *c, compile_taker take, void *data)
{
    children *r = NULL;
    const int error = children_open(&r, 1);
    int status = error == 0
                     ? compile(c, r)
                     : text_error(EXIT_OBJECTIVE, "no process for compiling can be started: %s",
                                  strerror(error));
    if (status == 0) status = take(c->library, data);
    free_compilation(c);
    children_close(r);
    return status;
}

static int check_file(const char *file)
{
    struct stat info;
    if (stat(file, &info) != 0 || access(file, R_OK) != 0)
        return text_error(EXIT_OBJECTIVE, "'%s' cannot be read: %s", file, strerror(errno));
    if (S_ISREG(info.st_mode)) return 0;
    return text_error(EXIT_OBJECTIVE, "'%s' is not a file with C source", file);
}

int compile_source(const compile_request *r, compile_taker take, void *data)
{
    const bool cpp = compile_is_cpp(r->file);
    compilation c = {.request = r, .file = r->file, .compiler = cpp ? "c++" : "cc", .cpp = cpp};
    const int status = check_file(r->file);
    if (status != 0) return status;
    const char *wrong = words_split(&c.flags, r->flags != NULL ? r->flags : "");
    if (wrong == NULL) return compile_and_take(&c, take, data);
    return text_error(EXIT_USAGE, "--cc-flags %s: %s", r->flags, wrong);
}
