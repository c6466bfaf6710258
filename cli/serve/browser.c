/* SPDX-License-Identifier: MIT
 *
 * See serve/browser.h. */
#include "serve/browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/text.h"

extern char **environ;

void browser_open(const char *address)
{
    static const char *const openers[] = {"xdg-open", "open"};
    posix_spawn_file_actions_t quiet;
    pid_t child;
    int error = 1;
    posix_spawn_file_actions_init(&quiet);
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        posix_spawn_file_actions_addopen(&quiet, i, "/dev/null", O_RDWR, 0);
    for (size_t i = 0; error != 0 && i < sizeof openers / sizeof *openers; i++) {
        char *arguments[] = {(char *)openers[i], (char *)address, NULL};
        error = posix_spawnp(&child, openers[i], &quiet, NULL, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&quiet);
    if (error != 0) text_print(stderr, "nes: no browser was found; open that address yourself\n");
}
