/* SPDX-License-Identifier: MIT
 *
 * Problem files: read, put into options, and made into a run where that needs no file and no
 * program. */
#include <string.h>

#include "problem_file/problem_file.h"
#include "support/fuzz.h"
#include "support/modest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char program[] = "run", *argv[] = {program, NULL};
    run_options options = {.json = false};
    nes_settings settings;
    const args_syntax syntax = run_setup_syntax(&options, &settings);
    problem_file j;
    fuzz_quiet();
    nes_settings_default(&settings);
    int status = problem_file_open_text(&j, "job.yaml", (const char *)data, size);
    if (status == 0) status = problem_file_apply(&j, &syntax, 1, argv);
    if (status == 0) modest_setup(&options, &settings);
    problem_file_close(&j);
    return 0;
}

static void seed_drafts(const fuzz_sink *to)
{
    static const char *const names[] = {NULL, "rate,depth", "a,b,c"};
    static const char *const programs[] = {NULL, "./sim.py --rate {rate}", "./sim"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        buffer b = {.text = NULL};
        if (problem_file_draft(&b, "job.yaml", names[i], programs[i]) == 0)
            fuzz_seed(to, b.text, b.n);
        buffer_free(&b);
    }
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const char *const texts[] = {
        "variables:\n  x: [0, 1]\n  y: {low: 1, high: 10, log: yes}\nobjective: {expr: x*y}\n",
        "variables: {n: {low: 1, high: 9, kind: integer}}\nobjective: {expr: n^2}\n",
        "variables:\n  a: {from: 1, to: 2, step: 0.25, unit: mm}\n  b: {values: [3, 2, 1], start: "
        "2.5}\n  c: {choices: [x, y], start: y}\n  d: [s, t]\nobjective: {expr: a + b + c + d}\n",
        "objective:\n  expr: x1\noptions:\n  dim: 1\n  seed: 1\n  popsize: 6\n",
        "variables: 3\nobjective: {problem: sphere}\noptions: {x0: [1, 2, 3], sigma: 0.5}\n",
        "objective: {problem: rosenbrock_d5}\noptions: &o {maximize: no}\n",
        "variables: {a: {values: 4}, b: &b [0, 2], c: *b}\nobjective: {expr: \"a+b+c\"}\n",
        "objective:\n  program: [./sim, \"{x}\", '{i}']\n  timeout: 3\n",
        "variables: {a: [1, 2]}\noutputs:\n  m: {pattern: 'm = (.*)'}\n  s: {file: o.txt, json: "
        "a.b[0]}\n"
        "  t: {line: last}\n  p: {expr: 2*m + a}\nminimise: m + p\nconstraints: [s <= 200, 1 <= a "
        "<= 2, p "
        "== 2 +- 0.1]\ncommand: ./sim {x}\n",
        "variables: {a: [1, 2]}\noutputs: [m, s]\nmaximize: m - s\nobjective: {c: model.c}\n",
        "variables: {a: , b: }\nminimize: a^2 + b\nconstraints: a + b >= 1\n",
        "? complex\n: key\n--- |\n  text\n...\n",
        "a: !tag b\n<<: *none\n",
    };
    seed_drafts(to);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        fuzz_seed(to, texts[i], strlen(texts[i]));
}
