/* SPDX-License-Identifier: MIT
 *
 * Problem files from opening to closing; see problem_file/problem_file.h. */
#include "problem_file/problem_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "problem_file/sections.h"

bool problem_file_is_file(const char *word)
{
    const char *dot = strrchr(word, '.');
    return dot != NULL && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

/* ---- reading -------------------------------------------------------------------------------- */

static int read_section(problem_file *p, const node *key, const node *value)
{
    static const char *const sections[] = {"variables", "objective",   "command", "outputs",
                                           "minimise",  "constraints", "options"};
    if (strcmp(key->text, "variables") == 0) return section_read_variables(p, value);
    if (strcmp(key->text, "objective") == 0) return section_read_objective(p, value);
    if (strcmp(key->text, "command") == 0) return section_read_command(p, key, value);
    if (strcmp(key->text, "outputs") == 0) return section_read_outputs(p, value);
    if (section_is_aim(key->text)) return section_read_aim(p, key, value);
    if (strcmp(key->text, "constraints") == 0) return section_read_constraints(p, value);
    if (strcmp(key->text, "options") == 0) return section_read_options(p, value);
    if (args_library_option(key->text) != NULL)
        return section_refuse(p, key, "'%.60s' is an option: put it into the section options",
                              key->text);
    return section_unknown_key(p, key, "the section", sections, sizeof sections / sizeof *sections);
}

static int read_sections(problem_file *p, const node *root)
{
    int status = 0;
    if (root == NULL || tree_is_nothing(root))
        return text_error(EXIT_USAGE, "%s is empty; `nes init` writes a problem file to start from",
                          p->path);
    if (root->kind != NODE_MAP)
        return section_refuse(p, root,
                              "a problem file has the sections variables, objective and options");
    for (size_t i = 0; i < root->n && status == 0; i += 2)
        status = read_section(p, root->item[i], root->item[i + 1]);
    return status == 0 ? section_check_objective(p) : status;
}

static int read_text(problem_file *p)
{
    tree_error e;
    if (tree_open(&p->tree, p->text.text, p->text.n, &e)) return read_sections(p, p->tree.root);
    if (e.line > 0)
        return section_refuse(p, &(node){.line = e.line, .column = e.column}, "%s", e.text);
    return text_error(EXIT_USAGE, "%s: %s", p->path, e.text);
}

int problem_file_open_text(problem_file *p, const char *path, const char *text, size_t n)
{
    *p = (problem_file){.path = memory_text(path)};
    buffer_add(&p->text, text, n);
    return read_text(p);
}

int problem_file_open(problem_file *p, const char *path)
{
    *p = (problem_file){.path = memory_text(path), .here = true};
    const int error = file_read_most(path, TREE_MAX_BYTES, false, &p->text);
    if (error == FILE_NOT_REGULAR || error == EISDIR)
        return text_error(EXIT_USAGE, "%s is not a file", path);
    if (error == FILE_TOO_LONG)
        return text_error(EXIT_USAGE, "%s: a problem file has at most %d MB", path,
                          TREE_MAX_BYTES / 1000000);
    if (error == ENOENT)
        return text_error(EXIT_USAGE,
                          "%s: there is no such file; `nes init %s` writes one to "
                          "start from",
                          path, path);
    if (error != 0) return text_error(EXIT_USAGE, "%s: %s", path, strerror(error));
    return read_text(p);
}

void problem_file_close(problem_file *p)
{
    text_set_origin(NULL, NULL);
    tree_close(&p->tree);
    buffer_free(&p->text);
    words_close(&p->words);
    for (size_t i = 0; i < p->n_kept; i++) free(p->kept[i]);
    free(p->kept);
    free(p->entry);
    free(p->variable);
    free(p->path);
    *p = (problem_file){.path = NULL};
}
