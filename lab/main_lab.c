/* SPDX-License-Identifier: MIT
 *
 * nes-lab: the commands of nes that serve research. `nes bench` and the like start it in place of
 * nes with the same arguments (cli/sister.c). */
#include <string.h>

#include "base/json_values.h"
#include "base/plain_locale.h"
#include "base/stack.h"
#include "base/streams.h"
#include "base/text.h"
#include "lab.h"

static int dispatch(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "bench") == 0) return command_bench(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "compare") == 0) return command_compare(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "experiment") == 0)
        return command_experiment(argc - 1, argv + 1);
    return text_error(EXIT_USAGE,
                      "this is a part of nes: write nes bench, nes compare or nes experiment");
}

static int run(int argc, char **argv)
{
    streams_fill();
    plain_locale_keep();
    json_begin();
    return streams_finish(dispatch(argc, argv));
}

int main(int argc, char **argv)
{
    return stack_call(run, argc, argv);
}
