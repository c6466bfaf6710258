/* SPDX-License-Identifier: MIT
 *
 * See evaluate/lost.h. */
#include "evaluate/lost.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const double PAUSE_FIRST = 0.25, PAUSE_MOST = 30; /* first and longest pause in seconds */

/* Whether a scheduler or a launcher may send signals to the program. */
static bool is_managed(const program *p)
{
    return p->n_launch > 0 || getenv("SLURM_JOB_ID") != NULL;
}

double lost_pause(size_t tries)
{
    return fmin(ldexp(PAUSE_FIRST, tries < 20 ? (int)tries - 1 : 20), PAUSE_MOST);
}

/* ---- what srun says ------------------------------------------------------------------------- */

typedef enum verdict { NOTHING, WAITS, GOT_PLACE, OF_LAUNCHER, OF_PROGRAM } verdict;

/* Whether a line of n bytes has a text in it. */
static bool has(const char *line, size_t n, const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i + length <= n; i++)
        if (memcmp(line + i, text, length) == 0) return true;
    return false;
}

static bool begins(const char *line, size_t n, const char *text)
{
    return n >= strlen(text) && memcmp(line, text, strlen(text)) == 0;
}

static verdict judge_line(const char *line, size_t n)
{
    const bool of_srun = begins(line, n, "srun: ");
    if (!of_srun && !begins(line, n, "slurmstepd")) return NOTHING;
    static const char *const lost[] = {" CANCELLED AT ", "Job step aborted", "Node failure"};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        if (has(line, n, lost[i])) return OF_LAUNCHER;
    if (has(line, n, "step creation temporarily disabled")) return WAITS;
    if (has(line, n, "Step created")) return GOT_PLACE;
    if (!of_srun || !begins(line, n, "srun: error: ")) return NOTHING;
    if (!has(line, n, ": task ") && !has(line, n, ": tasks ")) return OF_LAUNCHER;
    if (has(line, n, ": Killed")) return NOTHING; /* another line may tell by whom */
    return has(line, n, ": Terminated") ? OF_LAUNCHER : OF_PROGRAM;
}

/* Returns what the first line that decides says, or else what the last line says that is about
 * waiting for resources. */
static verdict judge_text(const char *text, verdict so_far)
{
    while (*text != '\0' && so_far != OF_LAUNCHER && so_far != OF_PROGRAM) {
        const size_t n = strcspn(text, "\n");
        const verdict line = judge_line(text, n);
        if (line != NOTHING) so_far = line;
        text += n + (text[n] == '\n');
    }
    return so_far;
}

void lost_tidy(char *said)
{
    char *to = said;
    bool found = false;
    for (const char *line = said; *line != '\0' && !found;) {
        const size_t n = strcspn(line, "\n");
        found = n > 0 && !begins(line, n, "srun: ");
        line += n + (line[n] == '\n');
    }
    for (const char *line = said; *line != '\0' && found;) {
        const size_t n = strcspn(line, "\n"), length = n + (line[n] == '\n');
        const bool kept = !begins(line, n, "srun: ");
        if (kept) memmove(to, line, length);
        if (kept) to += length;
        line += length;
    }
    if (found) *to = '\0';
}

/* ---- for everybody -------------------------------------------------------------------------- */

/* A shell whose command was ended by signal n has the exit status 128 + n. */
static bool was_ended(int status)
{
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - 128;
    return number == SIGTERM || number == SIGINT || number == SIGHUP || number == SIGUSR1;
}

bool lost_is(const program *p, const process *of)
{
    const int status = of->status;
    const verdict said =
        p->n_launch == 0 ? NOTHING : judge_text(of->last, judge_text(of->errors, NOTHING));
    if (of->timed_out) return said == WAITS;
    if (WIFEXITED(status) && p->codes.meaning[WEXITSTATUS(status)] == EXIT_MEANS_AGAIN) return true;
    return said == OF_LAUNCHER || (is_managed(p) && was_ended(status));
}
