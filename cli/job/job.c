/* SPDX-License-Identifier: MIT
 *
 * Problem files from opening to closing; see job/job.h. */
#include "job/job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "job/sections.h"

bool job_is_file(const char *word)
{
    const char *dot = strrchr(word, '.');
    return dot != NULL && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

/* ---- reading -------------------------------------------------------------------------------- */

static int unknown_section(const job *j, const node *key)
{
    static const char *const sections[] = {"variables", "objective", "options"};
    if (args_library_option(key->text) != NULL)
        return job_refuse(j, job_at(key), "'%.60s' is an option: put it into the section options",
                          key->text);
    return job_unknown_key(j, key, "the section", sections, sizeof sections / sizeof *sections);
}

static int read_section(job *j, const node *key, const node *value)
{
    if (strcmp(key->text, "variables") == 0) return job_read_variables(j, value);
    if (strcmp(key->text, "objective") == 0) return job_read_objective(j, value);
    if (strcmp(key->text, "options") == 0) return job_read_options(j, value);
    return unknown_section(j, key);
}

static int read_sections(job *j, const node *root)
{
    int status = 0;
    if (root == NULL || tree_is_nothing(root))
        return text_error(EXIT_USAGE, "%s is empty; `nes init` writes a problem file to start from",
                          j->path);
    if (root->kind != NODE_MAP)
        return job_refuse(j, job_at(root),
                          "a problem file has the sections variables, objective and options");
    for (size_t i = 0; i < root->n && status == 0; i += 2)
        status = read_section(j, root->item[i], root->item[i + 1]);
    return status == 0 ? job_check_objective(j) : status;
}

static int read_text(job *j)
{
    tree_error e;
    if (j->path == NULL || j->text.failed) return text_error(EXIT_USAGE, "no memory for the file");
    if (tree_open(&j->tree, j->text.text, j->text.n, &e)) return read_sections(j, j->tree.root);
    if (e.line > 0) return job_refuse(j, (job_place){e.line, e.column}, "%s", e.text);
    return text_error(EXIT_USAGE, "%s: %s", j->path, e.text);
}

int job_open_text(job *j, const char *path, const char *text, size_t n)
{
    *j = (job){.path = strdup(path)};
    buffer_add(&j->text, text, n);
    return read_text(j);
}

int job_open(job *j, const char *path)
{
    *j = (job){.path = strdup(path), .here = true};
    const int error = file_read_most(path, TREE_MAX_BYTES, false, &j->text);
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
    return read_text(j);
}

void job_close(job *j)
{
    text_set_origin(NULL, NULL);
    tree_close(&j->tree);
    buffer_free(&j->text);
    words_close(&j->words);
    for (size_t i = 0; i < j->n_kept; i++) free(j->kept[i]);
    free(j->kept);
    free(j->entry);
    free(j->variable);
    free(j->path);
    *j = (job){.path = NULL};
}
