/* SPDX-License-Identifier: MIT
 *
 * Reading a folder for somebody who must not be printed at. */
#pragma once

#include "store/store.h"

/* Opens the folder, calls read() and closes it again. Errors and remarks are appended to `said`,
 * and nothing is printed. Returns 0 or an exit status. */
int reading_do(const char *folder, int (*read)(store *s, void *data), void *data, buffer *said);

/* Appends ,"error":"..." where something was said, and the brace that ends the object. */
void reading_end(buffer *to, buffer *said);
