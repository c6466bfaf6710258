/* SPDX-License-Identifier: MIT
 *
 * Files to be filled in; see objective/template.h. */
#include "objective/template.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

static bool is_taken(const templates *t, const char *name)
{
    if (strcmp(name, TEMPLATE_POINT_FILE) == 0) return true;
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->files[i].name, name) == 0) return true;
    return false;
}

static int read_text(template_file *f, const char *file, const variables *v)
{
    buffer content = {.n = 0};
    char where[300];
    struct stat s;
    char reason[FILE_REASON_SIZE];
    const int error =
        stat(file, &s) != 0 ? errno : file_read_most(file, TEMPLATE_MOST_BYTES, true, &content);
    snprintf(where, sizeof where, "template '%.256s'", file);
    int status = EXIT_OBJECTIVE;
    if (error != 0)
        text_error(0, "--template: '%s' cannot be read: %s", file,
                   file_reason(error, TEMPLATE_MOST_BYTES, reason));
    else
        status =
            placeholder_open(&f->text, content.n == 0 ? "" : content.text, content.n, v, where);
    f->mode = error == 0 ? (s.st_mode & 0777u) | S_IWUSR : 0;
    buffer_free(&content);
    return status;
}

static int read_file(templates *t, const char *file, const variables *v)
{
    template_file *f = &t->files[t->n];
    const char *slash = strrchr(file, '/'), *name = slash == NULL ? file : slash + 1;
    if (name[0] == '\0')
        return text_error(EXIT_USAGE, "--template: '%s' is no name of a file", file);
    if (is_taken(t, name))
        return text_error(
            EXIT_USAGE,
            "--template: there would be two files '%s' in the folder of an evaluation; "
            "rename '%s'",
            name, file);
    const int status = read_text(f, file, v);
    if (status != 0) return status;
    f->name = memory_text(name);
    t->n++;
    return 0;
}

int templates_open(templates *t, const char *list, const variables *v)
{
    char *copy = memory_text(list), *rest = copy, *part;
    size_t n = 1;
    int status = 0;
    if (list == NULL) return 0;
    for (const char *c = list; *c != '\0'; c++) n += *c == ',';
    t->files = memory_zeros(n, sizeof *t->files);
    while (status == 0 && (part = text_part(&rest, ',')) != NULL) status = read_file(t, part, v);
    free(copy);
    return status;
}

void templates_close(templates *t)
{
    for (size_t i = 0; i < t->n; i++) {
        placeholder_close(&t->files[i].text);
        free(t->files[i].name);
    }
    free(t->files);
    *t = (templates){.n = 0};
}

int templates_write(const templates *t, const placeholder_values *v, buffer *scratch)
{
    int error = 0;
    for (size_t i = 0; i < t->n && error == 0; i++) {
        const template_file *f = &t->files[i];
        scratch->n = 0;
        placeholder_fill(&f->text, v, scratch);
        char *path = file_path(v->dir, f->name);
        error = file_create(path, f->mode, scratch->n == 0 ? "" : scratch->text, scratch->n);
        free(path);
    }
    return error;
}
