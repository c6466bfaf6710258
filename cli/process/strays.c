/* SPDX-License-Identifier: MIT
 *
 * Strays: processes of a child that have left its group or its session.
 *
 * This program is the subreaper of its descendants: a process whose parent has ended becomes a
 * child of this program, and is found in the list of its children. Whose it is, its group or its
 * environment tells: every child is started with a mark in NES_MARK, which its own children
 * inherit. The marks of a nes that was itself started by nes stand one behind the other.
 *
 *     NES_MARK=[4711.1700000000.123456789.12][...]    process, time of opening, number of the start
 *
 * Where the kernel has no list of children, there are no adopted ones, and groups alone count. */
#define _GNU_SOURCE /* memmem, pidfd_open */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "process/children.h"

static const char MARK[] = "NES_MARK=";
static const double LAST_WAIT = 1; /* most seconds to wait for a stray that was killed */
enum { ROUNDS = 1000 };            /* most rounds of killing: a stray may start others meanwhile */

/* All sets of children of this program, since their processes are in one list. */
static children *sets;
static int reaper_before; /* whether this program was a subreaper before it had children */

/* ---- files of /proc ------------------------------------------------------------------------- */

/* Reads all of a file, which has no size before it is read. Returns whether it could be read. */
static bool read_whole(const char *path, buffer *to)
{
    char part[1024];
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = -1;
    to->n = 0;
    if (descriptor < 0) return false;
    while ((n = read(descriptor, part, sizeof part)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0) buffer_add(to, part, (size_t)n);
    close(descriptor);
    buffer_add(to, "", 1);
    return n == 0;
}

/* Whether the environment that a process was started with has a text in it. */
static bool is_marked(pid_t pid, const char *text)
{
    char path[64];
    buffer environment = {.n = 0};
    snprintf(path, sizeof path, "/proc/%ld/environ", (long)pid);
    const bool found = read_whole(path, &environment) &&
                       memmem(environment.text, environment.n, text, strlen(text)) != NULL;
    buffer_free(&environment);
    return found;
}

/* Lists the children of all threads of this process, as text. Returns whether there is a list. */
static bool list_children(buffer *to)
{
    char path[300];
    buffer part = {.n = 0};
    bool found = false;
    DIR *threads = opendir("/proc/self/task");
    to->n = 0;
    for (const struct dirent *d; threads != NULL && (d = readdir(threads)) != NULL;) {
        snprintf(path, sizeof path, "/proc/self/task/%s/children", d->d_name);
        if (!isdigit((unsigned char)d->d_name[0]) || !read_whole(path, &part)) continue;
        found = true;
        buffer_add(to, part.text, part.n - 1);
    }
    if (threads != NULL) closedir(threads);
    buffer_free(&part);
    buffer_add(to, "", 1);
    return found;
}

/* ---- adopted processes ----------------------------------------------------------------------- */

/* Whether this program has started the process itself: as a child, or as a guardian. */
static bool is_own(pid_t pid)
{
    for (const children *r = sets; r != NULL; r = r->next) {
        if (guardian_pid(r->guardian) == pid) return true;
        for (size_t i = 0; i < r->most; i++)
            if (r->all[i].present && !r->all[i].ended && r->all[i].pid == pid) return true;
    }
    return false;
}

/* Kills a process that was adopted, and waits for its end: then its own children are adopted. */
static void end_adopted(pid_t pid)
{
    const double begin = clock_now();
    kill(pid, SIGKILL);
    for (double pause = 1e-4; waitpid(pid, NULL, WNOHANG) == 0 && clock_now() - begin < LAST_WAIT;
         pause *= 1.5)
        clock_sleep(pause);
}

/* Reaps the adopted processes that have ended, and kills those of a child; null: of none. Returns
 * how many it has killed. */
static size_t go_through(const process *of)
{
    char mark[CHILDREN_MARK_SIZE + 32] = "";
    size_t killed = 0;
    buffer list = {.n = 0};
    if (of != NULL) snprintf(mark, sizeof mark, "%s%" PRIu64 "]", of->siblings->mark, of->start);
    const char *at = list_children(&list) ? list.text : "";
    char *end;
    for (long pid; (pid = strtol(at, &end, 10)) > 0; at = end) {
        if (is_own((pid_t)pid) || waitpid((pid_t)pid, NULL, WNOHANG) != 0 || of == NULL) continue;
        if (getpgid((pid_t)pid) != of->pid && !is_marked((pid_t)pid, mark)) continue;
        end_adopted((pid_t)pid);
        killed++;
    }
    buffer_free(&list);
    return killed;
}

void strays_reap(void)
{
    if (sets != NULL && sets->adopts) go_through(NULL);
}

void strays_end(const process *p)
{
    if (!p->siblings->adopts) return;
    for (int i = 0; i < ROUNDS && go_through(p) > 0; i++) {
    }
}

/* ---- marks ----------------------------------------------------------------------------------- */

char *strays_mark(const children *r, uint64_t start)
{
    const char *before = getenv("NES_MARK");
    buffer text = {.n = 0};
    buffer_print(&text, "%s%s%s%" PRIu64 "]", MARK, before == NULL ? "" : before, r->mark, start);
    return text.text;
}

char **strays_environment(char *const *environment, char *mark)
{
    size_t n = 0, kept = 0;
    while (environment[n] != NULL) n++;
    char **marked = memory_zeros(n + 2, sizeof *marked);
    for (size_t i = 0; i < n; i++)
        if (strncmp(environment[i], MARK, strlen(MARK)) != 0) marked[kept++] = environment[i];
    marked[kept] = mark;
    return marked;
}

void strays_hide(void)
{
    char *mark = getenv("NES_MARK");
    if (mark != NULL) memset(mark, '-', strlen(mark));
}

/* ---- opening and closing --------------------------------------------------------------------- */

void strays_open(children *r)
{
    struct timespec now;
    buffer list = {.n = 0};
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(r->mark, sizeof r->mark, "[%ld.%lld.%09ld.", (long)getpid(), (long long)now.tv_sec,
             now.tv_nsec);
    if (sets == NULL) prctl(PR_GET_CHILD_SUBREAPER, &reaper_before, 0, 0, 0);
    r->adopts = list_children(&list) && prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
    buffer_free(&list);
    r->next = sets;
    sets = r;
}

void strays_close(children *r)
{
    strays_reap();
    children **at = &sets;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    if (sets == NULL && r->adopts) prctl(PR_SET_CHILD_SUBREAPER, reaper_before, 0, 0, 0);
}

/* ---- when this program has been killed ------------------------------------------------------- */

/* Kills a process if it is marked. A descriptor keeps its number from being given to another one in
 * between. */
static bool kill_marked(pid_t pid, const char *mark)
{
    const int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    const bool marked = is_marked(pid, mark);
    if (marked && descriptor >= 0) syscall(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0);
    if (marked && descriptor < 0) kill(pid, SIGKILL);
    if (descriptor >= 0) close(descriptor);
    return marked;
}

void strays_end_everywhere(const char *mark)
{
    const double pause = 0.005;
    size_t found = 1;
    for (int i = 0; i < ROUNDS && found > 0; i++) {
        DIR *processes = opendir("/proc");
        found = 0;
        for (const struct dirent *d; processes != NULL && (d = readdir(processes)) != NULL;) {
            const long pid = strtol(d->d_name, NULL, 10);
            if (pid > 0 && pid != (long)getpid()) found += kill_marked((pid_t)pid, mark);
        }
        if (processes != NULL) closedir(processes);
        if (found > 0) clock_sleep(pause);
    }
}
