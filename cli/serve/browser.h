/* SPDX-License-Identifier: MIT
 *
 * The browser of the user. */
#pragma once

/* Asks the desktop to show an address. Says so where nobody does. */
void browser_open(const char *address);
