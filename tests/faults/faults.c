/* SPDX-License-Identifier: MIT
 *
 * A library for LD_PRELOAD that makes one call of the system fail. It stands before libc for the
 * program and for the libraries that the program uses, SQLite among them.
 *
 *     NES_FAULT=CLASS:N:ERROR      the N-th call of a class (faults.h) fails; ERROR: ENOSPC, ...,
 *                                  or short: half of the bytes are written or read
 *     NES_FAULT_REPORT=FILE        a line with the call that failed, and one for every descriptor
 *                                  that is open when the program ends but was not before
 *
 * Forks of the program count together with it. Programs that it starts do not load this library.
 * Calls from inside libc cannot be seen: fopen, mkdtemp and the like are calls of their own here,
 * and a stream that is flushed or closed counts as one write.
 */
#define _GNU_SOURCE /* syscall, MAP_ANONYMOUS */
#include "faults.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { TEXT = 512, DESCRIPTORS = 1024, SHORT = -1 };

static const char *const classes[FAULT_CLASSES] = {
#define FAULT_NAME(name) #name,
    FAULT_LIST(FAULT_NAME)
#undef FAULT_NAME
};

static const struct {
    const char *name;
    int number;
} errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EMFILE", EMFILE},
              {"EAGAIN", EAGAIN}, {"EINTR", EINTR},   {"ENOMEM", ENOMEM},
              {"EACCES", EACCES}, {"ENOLCK", ENOLCK}, {"short", SHORT}};

/* What is to happen. Class FAULT_CLASSES: nothing. */
static fault_class wanted = FAULT_CLASSES;
static long when;
static int error;
static const char *error_name, *report_path;
static atomic_long *count; /* shared with forks */
static pid_t program;
static bool known[DESCRIPTORS]; /* open at the start */

/* One line in one write, by system calls that nobody counts. */
static void report(const char *line)
{
    if (report_path == NULL) return;
    const long fd =
        syscall(SYS_openat, AT_FDCWD, report_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) return;
    syscall(SYS_write, fd, line, strlen(line));
    syscall(SYS_close, fd);
}

static void name_of(int descriptor, char *name, size_t size)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const long n = syscall(SYS_readlinkat, AT_FDCWD, link, name, size - 1);
    name[n > 0 ? n : 0] = '\0';
}

static void report_fault(const char *function, const char *path, int descriptor)
{
    char line[2 * TEXT], name[TEXT] = "";
    if (path == NULL && descriptor >= 0) name_of(descriptor, name, sizeof name);
    snprintf(line, sizeof line, "%s: %s(%s) in %s, call %ld of class %s\n", error_name, function,
             path != NULL ? path : name, getpid() == program ? "the program" : "a fork", when,
             classes[wanted]);
    report(line);
}

/* What is about disks cannot happen to a pipe. */
static bool is_possible(int descriptor)
{
    char name[TEXT];
    if (descriptor < 0 || (error != EIO && error != ENOSPC)) return true;
    name_of(descriptor, name, sizeof name);
    return strncmp(name, "pipe:", 5) != 0;
}

bool fault_strikes(fault_class class, const char *function, const char *path, int descriptor)
{
    if (class != wanted || !is_possible(descriptor)) return false;
    if (atomic_fetch_add(count, 1) + 1 != when) return false;
    report_fault(function, path, descriptor);
    errno = error == SHORT ? EIO : error;
    return true;
}

bool fault_is_short(void)
{
    return error == SHORT;
}

bool fault_is_harmless(void)
{
    return error == SHORT || error == EINTR;
}

/* ---- begin and end of the program ----------------------------------------------------------- */

static void each_descriptor(void (*visit)(int descriptor))
{
    DIR *open_ones = opendir("/proc/self/fd");
    if (open_ones == NULL) return;
    for (const struct dirent *e; (e = readdir(open_ones)) != NULL;) {
        const int descriptor = atoi(e->d_name);
        if (e->d_name[0] != '.' && descriptor != dirfd(open_ones)) visit(descriptor);
    }
    closedir(open_ones);
}

static void note_known(int descriptor)
{
    if (descriptor < DESCRIPTORS) known[descriptor] = true;
}

static void report_unknown(int descriptor)
{
    char line[2 * TEXT], name[TEXT];
    if (descriptor < DESCRIPTORS && known[descriptor]) return;
    name_of(descriptor, name, sizeof name);
    snprintf(line, sizeof line, "left open: %d %s\n", descriptor, name);
    report(line);
}

static void parse(char *order)
{
    char *rest = order;
    const char *class = strtok_r(rest, ":", &rest), *number = strtok_r(NULL, ":", &rest);
    const char *name = strtok_r(NULL, ":", &rest);
    if (class == NULL || number == NULL || name == NULL) return;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, name) == 0) {
            error = errors[i].number;
            error_name = errors[i].name;
        }
    when = strtol(number, NULL, 10);
    for (int i = 0; i < FAULT_CLASSES && error != 0; i++)
        if (strcmp(classes[i], class) == 0) wanted = (fault_class)i;
}

/* Runs behind the constructors of the other libraries, whose calls are not the program's. */
__attribute__((constructor)) static void begin(void)
{
    static char order[TEXT], path[TEXT];
    const char *fault = getenv("NES_FAULT"), *file = getenv("NES_FAULT_REPORT");
    unsetenv("LD_PRELOAD");
    if (fault == NULL || file == NULL) return;
    snprintf(order, sizeof order, "%s", fault);
    snprintf(path, sizeof path, "%s", file);
    report_path = path;
    program = getpid();
    void *shared =
        mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return;
    count = shared;
    each_descriptor(note_known);
    parse(order);
}

__attribute__((destructor)) static void end(void)
{
    wanted = FAULT_CLASSES;
    if (getpid() == program && report_path != NULL) each_descriptor(report_unknown);
}
