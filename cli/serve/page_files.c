/* SPDX-License-Identifier: MIT
 *
 * See serve/page_files.h. */
#include "serve/page_files.h"

#include "serve/page_icon.h"
#include "serve/page_index.h"
#include "serve/page_script.h"
#include "serve/page_style.h"

const char *const page_names[PAGE_FILES] = {"index.html", "page.js", "page.css", "icon.svg"};

static const struct {
    const char *type, *bytes;
    size_t size;
} FILES[PAGE_FILES] = {
    [PAGE_INDEX] = {"text/html; charset=utf-8", page_index, sizeof page_index - 1},
    [PAGE_SCRIPT] = {"text/javascript; charset=utf-8", page_script, sizeof page_script - 1},
    [PAGE_STYLE] = {"text/css; charset=utf-8", page_style, sizeof page_style - 1},
    [PAGE_ICON] = {"image/svg+xml", page_icon, sizeof page_icon - 1},
};

const char *page_type(page_file f)
{
    return FILES[f].type;
}

const char *page_bytes(page_file f)
{
    return FILES[f].bytes;
}

size_t page_size(page_file f)
{
    return FILES[f].size;
}
