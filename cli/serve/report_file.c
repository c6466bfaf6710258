/* SPDX-License-Identifier: MIT
 *
 * See serve/report_file.h. The index of the page has three lines that are replaced: the policy, the
 * style and the script. The data stands in front of the script, in an element that no browser
 * executes, and has no "<" that could end it. */
#include "serve/report_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "serve/answers.h"
#include "serve/page_files.h"
#include "store/store.h"

/* ---- data ------------------------------------------------------------------------------------ */

static void add_data(buffer *to, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] == '<')
            buffer_print(to, "\\u003c");
        else
            buffer_add(to, &text[i], 1);
}

/* Adds what the server would answer. */
static void add_answers(folders *f, buffer *to)
{
    static const asked all = {.most = ASKED_MOST};
    buffer text = {.text = NULL};
    const char *folder = f->run[0].folder;
    buffer_print(&text, "{\"/api/runs\":");
    answer_runs(f, false, &text);
    buffer_print(&text, ",\n\"/api/runs/1\":");
    answer_run(&f->run[0], 1, &text);
    buffer_print(&text, ",\n\"/api/runs/1/course\":");
    answer_course(folder, &all, &text);
    buffer_print(&text, ",\n\"/api/runs/1/points\":");
    answer_points(folder, &all, &text);
    buffer_print(&text, ",\n\"/api/runs/1/shape\":");
    answer_shape(folder, &text);
    buffer_print(&text, ",\n\"/api/runs/1/failures\":");
    answer_failures(folder, &text);
    buffer_print(&text, "}");
    add_data(to, text.text, text.n);
    buffer_free(&text);
}

/* ---- page ------------------------------------------------------------------------------------ */

/* Adds a digest as policies have it: 'sha256-...', in base 64. */
static void add_digest(buffer *to, const char *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char hex[DIGEST_SIZE], pair[3] = "";
    unsigned char raw[33] = {0}; /* 32 bytes, and a zero that fills the last group */
    digest_bytes("", bytes, n, hex);
    for (size_t i = 0; i < 32; i++) {
        memcpy(pair, hex + 2 * i, 2);
        raw[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    buffer_print(to, "'sha256-");
    for (size_t i = 0; i < 33; i += 3) {
        const unsigned v = (unsigned)(raw[i] << 16 | raw[i + 1] << 8 | raw[i + 2]);
        const char group[] = {digits[v >> 18 & 63], digits[v >> 12 & 63], digits[v >> 6 & 63],
                              i < 30 ? digits[v & 63] : '='};
        buffer_add(to, group, sizeof group);
    }
    buffer_print(to, "'");
}

static void add_policy(buffer *to)
{
    buffer_print(to, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "img-src data:; base-uri 'none'; form-action 'none'; script-src ");
    add_digest(to, page_bytes(PAGE_SCRIPT), page_size(PAGE_SCRIPT));
    buffer_print(to, "; style-src ");
    add_digest(to, page_bytes(PAGE_STYLE), page_size(PAGE_STYLE));
    buffer_print(to, "\">\n");
}

static void add_style(buffer *to)
{
    buffer_print(to, "<style>");
    buffer_add(to, page_bytes(PAGE_STYLE), page_size(PAGE_STYLE));
    buffer_print(to, "</style>\n");
}

static void add_script(folders *f, buffer *to)
{
    buffer_print(to, "<script type=\"application/json\" id=\"data\">");
    add_answers(f, to);
    buffer_print(to, "</script>\n<script>");
    buffer_add(to, page_bytes(PAGE_SCRIPT), page_size(PAGE_SCRIPT));
    buffer_print(to, "</script>\n");
}

/* Adds the index line by line, with those replaced that load a file. */
static void add_page(folders *f, buffer *to)
{
    const char *line = page_bytes(PAGE_INDEX), *end;
    for (; *line != '\0'; line = end) {
        end = strchr(line, '\n');
        end = end != NULL ? end + 1 : line + strlen(line);
        if (strncmp(line, "<link rel=\"icon\"", 16) == 0)
            add_policy(to);
        else if (strncmp(line, "<link rel=\"stylesheet\"", 22) == 0)
            add_style(to);
        else if (strncmp(line, "<script", 7) == 0)
            add_script(f, to);
        else
            buffer_add(to, line, (size_t)(end - line));
    }
}

int report_file_write(const char *folder, const char *path)
{
    store *s;
    int status = store_open(&s, folder, STORE_READ);
    if (status != 0) return status;
    store_close(s); /* a folder that cannot be read has no report */
    buffer page = {.text = NULL};
    served run = {.folder = memory_text(folder)};
    folders one = {.run = &run, .n = 1};
    add_page(&one, &page);
    const int error = file_replace(path, page.text, page.n);
    buffer_free(&page);
    free(run.folder);
    buffer_free(&run.whole.text);
    buffer_free(&run.brief.text);
    return error == 0 ? 0
                      : text_error(EXIT_FILES, "%s cannot be written: %s", path, strerror(error));
}
