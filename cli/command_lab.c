/* SPDX-License-Identifier: MIT
 *
 * nes bench, nes compare and nes experiment: the commands for research are a program of their own,
 * nes-lab (lab/main.c), which takes the place of this one. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "command.h"
#include "sister.h"

int command_lab(int argc, char **argv)
{
    const size_t n = (size_t)argc;
    char *path = sister_find("nes-lab"), **words = calloc(n + 2, sizeof *words), name[] = "nes";
    if (path == NULL || words == NULL) {
        free(words);
        free(path);
        return text_error(EXIT_USAGE,
                          "nes %s is done by the program nes-lab, which is not where nes is: build "
                          "or install nes again, which brings it",
                          argv[0]);
    }
    words[0] = name;
    memcpy(words + 1, argv, n * sizeof *words);
    const int status = sister_start(path, argv[0], words);
    free(words);
    return status;
}
