/* SPDX-License-Identifier: MIT
 *
 * Command lines of `nes run`, an argument a line: read, and made into a run where that needs no
 * file and no program. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/fuzz.h"
#include "support/modest.h"

enum { ARGUMENTS = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char program[] = "run", *argv[ARGUMENTS + 2] = {program};
    int argc = 1;
    run_options options = {.json = false};
    nes_settings settings;
    const char *words[2];
    args_syntax syntax = run_setup_syntax(&options, &settings);
    syntax.words = words;
    syntax.max_words = 2;
    fuzz_quiet();
    char *text = fuzz_text(data, size), *rest = text;
    while (argc <= ARGUMENTS && (argv[argc] = text_part(&rest, '\n')) != NULL) argc++;
    argv[argc] = NULL;
    nes_settings_default(&settings);
    if (args_parse(&syntax, argc, argv) == ARGS_OK) modest_setup(&options, &settings);
    free(text);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char *const lines[] = {
        "--problem\nrosenbrock_d10\n--seed\n1\n--precision\n1e-8",
        "--problem\nbbob-noisy_f101_i01_d02\n--noise\nreference\n--popsize\n6",
        "--problem\nsphere\n--dim\n3\n--x0\nuniform:-5:5\n--sigma\n1,2,3",
        "--expr\nsum(x^2)\n--dim=3\n--maximize\n--no-maximize\n--bits",
        "--expr\na*b\n--names\na,b\n--lower\n-1\n--upper\n1,2\n--log\n0,0\n--integer=1,0",
        "--expr\nx1\n--dim\n1\n--noise\nauto\n--restarts\nbipop\n--method\nsnes",
        "--by-hand\n--dim\n2\n--x0\n1 2\n--max-evals\n1e3\n--on-fail\nresample",
        "--value-json\nresult.loss\n--exit-codes\n3=worst,10-19=ok\n--timeout\n2\n--\n./a\n{x}",
        "--help",
        "job.yaml\n--json\n--quiet",
        "--problem\nlennard_jones_n3\n--x0\nnormal:0:1\n--keep-evals\nno\n--history\nh.csv",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        fuzz_seed(to, lines[i], strlen(lines[i]));
}
