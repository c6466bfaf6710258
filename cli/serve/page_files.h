/* SPDX-License-Identifier: MIT
 *
 * The files of the page, which are inside the program: cli/serve/page, whose modules are joined to
 * one script at build time (cmake/join.cmake). */
#pragma once

#include <stddef.h>

typedef enum page_file { PAGE_INDEX, PAGE_SCRIPT, PAGE_STYLE, PAGE_ICON, PAGE_FILES } page_file;

extern const char *const page_names[PAGE_FILES]; /* paths without the slash in front */

const char *page_type(page_file f);  /* as the header Content-Type has it */
const char *page_bytes(page_file f); /* ended by a zero */
size_t page_size(page_file f);
