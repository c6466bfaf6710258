/* SPDX-License-Identifier: MIT
 *
 * Starting a child with its pipes. */
#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "process/child.h"
#include "process/spawn.h"

/* Opens a pipe. ours: the number of the end that stays in this program, which does not block. */
static int open_pipe(int ends[2], int ours)
{
    if (pipe2(ends, O_CLOEXEC) != 0) {
        ends[0] = ends[1] = -1;
        return errno;
    }
    fcntl(ends[ours], F_SETFL, O_NONBLOCK);
    return 0;
}

static void close_both(const int ends[2])
{
    if (ends[0] >= 0) close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
}

/* Closes the child's ends of the pipes in any case, and this program's ends where the child could
 * not be started. */
int child_start(process *p, const process_plan *plan, int nothing)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    int error = plan->talks ? open_pipe(in, 1) : 0;
    if (error == 0) error = open_pipe(out, 0);
    if (error == 0) error = open_pipe(err, 0);
    if (error == 0) {
        const int standard[3] = {plan->talks ? in[0] : nothing, out[1], err[1]};
        error = spawn(plan, standard, &p->pid);
    }
    if (error != 0) {
        close_both(in);
        close_both(out);
        close_both(err);
        return error;
    }
    if (plan->talks) close(in[0]);
    close(out[1]);
    close(err[1]);
    p->in = in[1];
    p->out = out[0];
    p->err = err[0];
    return 0;
}
