/* SPDX-License-Identifier: MIT
 *
 * A folder of its own for a test that writes files: the working folder while it is open. */
#ifndef NES_TEST_FOLDER_H
#define NES_TEST_FOLDER_H

/* For the set-up and tear-down of a test: makes a folder and goes there; goes back and removes it.
 */
int folder_open(void **state);
int folder_close(void **state);

/* Writes text to a file, making the folder it is in. */
void folder_write(const char *path, const char *text);

/* All of a file, ended by a zero; to be freed. Fails the test if it cannot be read. */
char *folder_read(const char *path);

#endif
