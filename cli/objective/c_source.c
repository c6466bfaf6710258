/* SPDX-License-Identifier: MIT
 *
 * nes run --c FILE --cc-flags FLAGS --dim N: source in C or C++, compiled by the system's cc or c++
 * into a shared library and loaded.
 *
 * The library lies in a private folder only until it is loaded; the loader keeps it mapped. A
 * guardian removes the folder when this program is killed meanwhile. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "objective/objective.h"
#include "process/folder.h"
#include "process/process.h"

/* What is compiled together with C++: a declaration that gives the objective a plain name, so that
 * the user need not write extern "C", and a second source with a function that calls it and keeps
 * its exceptions. The source uses only what all standards of the language have in common, since the
 * user's flags choose one. The objective is weak there: a missing one is found once the library has
 * been loaded. */
static const char guard_declaration[] =
    "extern \"C\" double objective(__SIZE_TYPE__ n, const double *x);\n";

static const char guard_source[] =
    "#include <exception>\n"
    "#define NES_SHOWN extern \"C\" __attribute__((visibility(\"default\")))\n"
    "extern \"C\" __attribute__((weak)) double objective(__SIZE_TYPE__ n, const double *x);\n"
    "NES_SHOWN int nes_guard_record(__SIZE_TYPE__ n, const double *x, double *value);\n"
    "NES_SHOWN const char *nes_guard_said();\n"
    "static __thread char text[512];\n"
    "\n"
    "static int failed(const char *from)\n"
    "{\n"
    "    __SIZE_TYPE__ n = 0;\n"
    "    for (; from[n] != '\\0' && n + 1 < sizeof text; n++) text[n] = from[n];\n"
    "    text[n] = '\\0';\n"
    "    return 2;\n" /* NES_FAILED */
    "}\n"
    "\n"
    "int nes_guard_record(__SIZE_TYPE__ n, const double *x, double *value)\n"
    "{\n"
    "    text[0] = '\\0';\n"
    "#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)\n"
    "    try {\n"
    "        *value = objective(n, x);\n"
    "        return 1;\n" /* NES_MEASURED */
    "    } catch (const std::exception &e) {\n"
    "        return failed(e.what());\n"
    "    } catch (...) {\n"
    "        return failed(\"not a std::exception\");\n"
    "    }\n"
    "#else\n"
    "    (void)failed;\n"
    "    *value = objective(n, x);\n"
    "    return 1;\n"
    "#endif\n"
    "}\n"
    "\n"
    "const char *nes_guard_said()\n"
    "{\n"
    "    return text;\n"
    "}\n";

enum { FIXED_ARGUMENTS = 16, SHOWN = 1792, LINES_SHOWN = 12, NOT_FOUND = 127 };

typedef struct compilation {
    const char *file, *compiler, *language;
    bool cpp;
    words flags;
    char *folder; /* a private folder; owned, as these paths of files in it: */
    char *library, *declaration,
        *source;            /* the library to be made; declaration and source of the guard of C++ */
    char *path;             /* the path of the source, if its name looks like an option; owned */
    const char **arguments; /* the compiler's arguments, ended by null; owned */
} compilation;

static bool is_cpp(const char *file)
{
    static const char *const endings[] = {".cpp", ".cc", ".cxx", ".c++", ".C"};
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0) return true;
    return false;
}

/* Makes the arguments. Flags stand behind the source, where the linker wants its libraries. They
 * may name further sources and objects, whose language their endings tell. */
static void make_arguments(compilation *c)
{
    size_t n = 0;
    c->path = file_path(".", c->file);
    c->library = file_path(c->folder, "objective.so");
    c->declaration = file_path(c->folder, "objective.h");
    c->source = file_path(c->folder, "guard.cpp");
    c->arguments = memory_zeros(FIXED_ARGUMENTS + c->flags.n, sizeof *c->arguments);
    const char *const first[] = {c->compiler, "-O2", "-shared", "-fPIC", "-o", c->library};
    for (; n < sizeof first / sizeof *first; n++) c->arguments[n] = first[n];
    if (c->cpp) {
        c->arguments[n++] = "-include";
        c->arguments[n++] = c->declaration;
    }
    c->arguments[n++] = "-x";
    c->arguments[n++] = c->language;
    c->arguments[n++] = strchr("-@", c->file[0]) != NULL ? c->path : c->file;
    if (c->cpp) c->arguments[n++] = c->source;
    c->arguments[n++] = "-x";
    c->arguments[n++] = "none";
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

/* Writes the guard around C++ to the private folder. Returns 0 or errno. */
static int write_guard(const compilation *c)
{
    const int error =
        file_create(c->declaration, 0600, guard_declaration, sizeof guard_declaration - 1);
    if (error != 0) return error;
    return file_create(c->source, 0600, guard_source, sizeof guard_source - 1);
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
        if (c->cpp) error = write_guard(c);
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

static int compile_and_load(compilation *c, objective *o, library_patience patience)
{
    children *r = NULL;
    const int error = children_open(&r, 1);
    int status = error == 0
                     ? compile(c, r)
                     : text_error(EXIT_OBJECTIVE, "no process for compiling can be started: %s",
                                  strerror(error));
    if (status == 0) status = objective_library(o, c->library, "objective", c->file, patience);
    if (status == 0 && c->cpp) objective_library_guard(o, "nes_guard_record", "nes_guard_said");
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

int objective_c(objective *o, const char *file, const char *flags, size_t dim,
                library_patience patience)
{
    const bool cpp = is_cpp(file);
    compilation c = {
        .file = file, .compiler = cpp ? "c++" : "cc", .language = cpp ? "c++" : "c", .cpp = cpp};
    int status = objective_init(o, dim);
    if (status == 0) status = check_file(file);
    if (status != 0) return status;
    const char *wrong = words_split(&c.flags, flags != NULL ? flags : "");
    if (wrong == NULL) return compile_and_load(&c, o, patience);
    return text_error(EXIT_USAGE, "--cc-flags %s: %s", flags, wrong);
}
