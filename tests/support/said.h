/* SPDX-License-Identifier: MIT
 *
 * What is printed to standard error or output, for tests of refusals. */
#ifndef NES_TEST_SAID_H
#define NES_TEST_SAID_H

/* From here on what is printed to the descriptor (1 or 2) goes to a file without a name. */
void said_begin(int descriptor);

/* It goes where it went before; all that was printed meanwhile, good until the next call. */
const char *said_end(void);

#endif
