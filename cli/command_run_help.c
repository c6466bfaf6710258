/* SPDX-License-Identifier: MIT
 *
 * The text of `nes run --help`: what can be minimised, the options by subject, and the rules for
 * programs that evaluate. */
#include <stdio.h>

#include "command.h"
#include "formula/formula.h"
#include "options/args.h"
#include "setup/run_setup.h"

static const args_section sections[] = {
    {"The objective: one of these, or a program behind two dashes",
     "problem expr c plugin by-hand"},
    {"What is minimised of its outputs, and what must hold", "output minimise constraint evaluate"},
    {"Variables (a LIST is numbers separated by commas or blanks, or @FILE)",
     "dim names lower upper log integer values step choices unit bits"},
    {"Start", "x0 sigma std inject known design"},
    {"Programs", "worker worker-json template scratch keep-scratch value-json value-pattern "
                 "value-file exit-codes"},
    {"C source and plugins", "cc-flags isolate no-isolate"},
    {"When an evaluation fails", "timeout retries on-fail max-failed"},
    {"When to stop", "max-evals max-time target precision"},
    {"The search", "maximize seed jobs asynchronous threads method popsize restarts noise"},
    {"A search distribution of your own", "density radial"},
    {"Many machines", "mpi launch launch-tries straggler"},
    {"Folder and output", "out keep-evals cache history plot json covariance dry-run quiet"},
    {NULL, NULL},
};

static void print_beginning(void)
{
    puts("usage: nes run [options] -- PROGRAM ARGUMENT...\n"
         "       nes run OBJECTIVE [options]\n"
         "       nes run FILE.yaml [options]\n"
         "\n"
         "Minimises an objective, or with --maximize maximises it: what a program prints,\n"
         "a function in C, a formula, a built-in problem. Prints the best point, the mean\n"
         "and the standard deviations of the search, why it stopped, and how far the\n"
         "answer can be trusted.\n"
         "\n"
         "  nes run --dim 2 -- ./sim.py {x}\n"
         "  nes run --names width,height --jobs 4 --out wing -- ./sim {width} {height}\n"
         "  nes run --c model.c --dim 6 --lower -4 --upper 4 --max-time 60\n"
         "  nes run --expr '(x1-1)^2 + 10*abs(x2)' --dim 2 --x0 5,5 --sigma 2\n"
         "\n"
         "A problem file has the objective, variables with names and ranges, and options.\n"
         "Options on the command line win over it. `nes init` writes one with comments.");
}

static void print_programs(void)
{
    puts("\n"
         "Every option of the library can be given, `foo_bar` as --foo-bar VALUE and a\n"
         "flag as --maximize or --no-maximize; `nes options [WORD]` explains them all. A\n"
         "value that begins with two dashes needs the form --option=VALUE.\n"
         "\n"
         "How a program is called\n"
         "  It is started for every point, --jobs at a time. Its arguments and templates\n"
         "  may have placeholders:\n"
         "    {x}      all numbers: an argument each; within a longer argument, and in\n"
         "             templates, separated by commas\n"
         "    {x1}     one of them; {NAME} likewise\n"
         "    {i}      the number of the evaluation\n"
         "    {file}   the path of a file with the point, a number per line\n"
         "    {dir}    the path of a folder for this evaluation\n"
         "  {x1:%8.3f} writes the number by that format of printf: one of e, f, g, a, or d\n"
         "  for integers; without a format it reads back exactly.\n"
         "  {{x}} is the text {x}. Without placeholders the numbers are appended. The last\n"
         "  line of the output is the value, or the word failed. NES_ID, NES_NAMES,\n"
         "  NES_START (the folder of this command) and NES_DIR are in the environment.\n"
         "\n"
         "  With --worker the program reads a line per point (numbers separated by blanks)\n"
         "  and writes a line back: a number, `failed REASON`, or JSON, {\"f\":1.5} or\n"
         "  {\"error\":\"...\"}. It has to flush its output after every line. {job} in its\n"
         "  arguments is the number of the worker.");
}

static void print_failures(void)
{
    puts("\n"
         "What has failed\n"
         "  An evaluation that did not happen is not a bad value. A program fails by\n"
         "  an exit status other than 0, by a signal, or without a value. A formula says\n"
         "  failed. C source or a plugin that may fail has, in the place of objective(),\n"
         "  int objective_record(size_t n, const double *x, double *value); it returns 1\n"
         "  where it has written the value, and 2 where it failed. Failures count as\n"
         "  evaluations. The report has each kind with its number and what the program\n"
         "  wrote to standard error at the first of them.\n"
         "\n"
         "Interruptions\n"
         "  Ctrl-C finishes the generation, reports and ends; a second one ends at once.\n"
         "  Programs under way do not get it. SIGTERM, and SIGUSR1, which schedulers send\n"
         "  before the time is over, report and end without finishing the generation. In\n"
         "  all cases, also after kill -9, a run with --out goes on by `nes resume DIR`.\n"
         "\n"
         "Noise\n"
         "  With --noise yes, or where --noise auto has found that values of equal points\n"
         "  differ, the mean is the answer; it is evaluated ten times more, within the\n"
         "  budget. On problems with noise (bbob_noisy_...) --target and --precision are\n"
         "  judged on the values without noise, and one thread evaluates.\n"
         "\n"
         "The method\n"
         "  Without --method the program chooses method, population and restarts, and says\n"
         "  why. With a budget or a time it restarts until that is used, or until two runs\n"
         "  have ended at the same point (--restart-agree). Without, up to 20 variables,\n"
         "  further runs start far away, to see whether they lead to the same point; where\n"
         "  they do not, the answer is called local. --restarts none is one run alone.\n"
         "  `nes list methods` and `nes list restarts` show what else there is.\n"
         "\n"
         "Formulas");
    formula_help();
}

static void print_ranks(void)
{
    puts("\n"
         "Many machines\n"
         "  `mpirun -n 64 nes run --mpi --out DIR ...` runs one search on all ranks of an\n"
         "  MPI job, srun likewise. The result is that of one process, bit for bit, for\n"
         "  any number of ranks. A rank makes --jobs evaluations at a time, 1 unless it is\n"
         "  given; points are always handed out on demand. --popsize should be a multiple\n"
         "  of ranks times jobs. Folder, report and `nes ctl` are those of rank 0, which\n"
         "  evaluates too. When a rank dies, the job ends; `nes resume DIR` goes on, with\n"
         "  --mpi or without, and loses nothing but the evaluations that were under way.\n"
         "  `nes run --launch 'srun --exclusive -N1 -n1' --jobs 200 ...` starts every\n"
         "  evaluation of a program as a job step of Slurm. Steps that get lost are\n"
         "  started again.");
}

static void print_places(void)
{
    puts("\n"
         "Busy places\n"
         "  --jobs 8 is eight places for evaluations. They wait for the longest evaluation\n"
         "  of each generation; the report says how much of their time was idle. With\n"
         "  --async (the option asynchronous) a place is given a point as soon as it is\n"
         "  free, unless evaluations take so equal times that waiting costs less than a\n"
         "  fifth. Two such runs differ, since values come in another order; the folder\n"
         "  keeps the order, and `nes resume` goes on with the same run. Leave it out\n"
         "  where times are equal, or where evaluations cost more than time: it needs\n"
         "  some more of them.");
}

static void print_end(void)
{
    puts("\n"
         "More examples\n"
         "  nes run --names w,h --template in.txt --value-json result.loss -- ./sim in.txt\n"
         "  nes run --dim 3 --jobs 4 --worker -- python3 worker.py --port 800{job}\n"
         "  nes run --dim 2 --timeout auto --retries 1 --on-fail stop -- ./sim.py {x}\n"
         "  nes run --dim 6 --jobs 8 --async --out wing -- ./sim {x}\n"
         "  nes run --dim 9 --jobs 200 --launch 'srun --exclusive -N1 -n1' --out wing \\\n"
         "      -- ./sim {x}\n"
         "  nes run --c model.cpp --cc-flags '-O3 -lgsl' --dim 6 --timeout 5\n"
         "  nes run --problem rosenbrock_d10 --precision 1e-10 --plot rosenbrock\n"
         "  nes run --expr 'sum(x^2)' --dim 20 --method snes --json\n"
         "  nes run --expr 'sum(sqrt(i)*x) - max(0, sum(i*x) - 100)' --dim 40 --bits \\\n"
         "      --maximize\n"
         "  nes init && nes run job.yaml --max-evals 500\n"
         "  mpirun -n 8 nes run --mpi --dim 4 --popsize 16 --out DIR -- ./sim.py {x}\n"
         "\n"
         "Exit status: 0 the run ended, 2 wrong command line, 3 the objective cannot be\n"
         "used, 4 a file cannot be written, 5 no point satisfied the constraints, 130\n"
         "interrupted.");
}

int command_run_help(void)
{
    print_beginning();
    args_print_sections(run_option_table, sections);
    print_programs();
    print_failures();
    print_places();
    print_ranks();
    print_end();
    return EXIT_OK;
}
