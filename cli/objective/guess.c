/* SPDX-License-Identifier: MIT
 *
 * See objective/guess.h. */
#include "objective/guess.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "objective/executable.h"
#include "objective/program.h"

static const char *const options[] = {"cmd",     "command",    "objective", "exec",
                                      "program", "executable", "script"};

/* The guessed option that the argument is, or null; *value: the text behind "=", or null. */
static const char *guessed_option(const char *text, const char **value)
{
    if (strncmp(text, "--", 2) != 0) return NULL;
    const size_t n = strcspn(text + 2, "=");
    *value = text[2 + n] == '=' ? text + 3 + n : NULL;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strlen(options[i]) == n && strncmp(text + 2, options[i], n) == 0) return options[i];
    return NULL;
}

int guess_program(int argc, char **argv)
{
    char way[512];
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value = NULL, *option = guessed_option(argv[i], &value);
        if (option != NULL) {
            if (value == NULL && i + 1 < argc && argv[i + 1][0] != '-') value = argv[i + 1];
            return text_error(EXIT_USAGE, "there is no option --%s; %s", option,
                              program_way(value == NULL ? "./sim.py" : value, way, sizeof way));
        }
        const bool may_be_value = i > 1 && strncmp(argv[i - 1], "--", 2) == 0;
        if (argv[i][0] == '-' || may_be_value || !executable_is_likely(argv[i])) continue;
        return text_error(EXIT_USAGE, "unexpected argument '%s'; %s", argv[i],
                          program_way(argv[i], way, sizeof way));
    }
    return 0;
}
