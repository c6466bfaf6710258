/* SPDX-License-Identifier: MIT
 *
 * Locking a folder; see store/lock.h. */
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"

const char lock_name[] = "run.lock";

static const double PATIENCE = 1,
                    PAUSE = 0.02; /* seconds to wait for the lock, and between two tries */

static struct flock whole_file(void)
{
    struct flock whole;
    memset(&whole, 0, sizeof whole);
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    return whole;
}

static int open_file(const char *folder, int flags)
{
    char *path = file_path(folder, lock_name);
    const int fd = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    const int error = errno;
    free(path);
    errno = error;
    return fd;
}

static int refuse_second(const char *folder, const struct flock *held)
{
    char who[64] = "another nes";
    if (held->l_type != F_UNLCK && held->l_pid > 0)
        snprintf(who, sizeof who, "another nes (process %ld)", (long)held->l_pid);
    return text_error(EXIT_FILES,
                      "%s is at work in %s; try again when it is done, or end a run there with "
                      "`nes ctl %s stop`",
                      who, folder, folder);
}

/* Others may hold the lock for a moment only, as `nes ask` and `nes tell` do. Returns 0 or errno.
 */
static int wait_for_lock(int fd)
{
    const double end = clock_now() + PATIENCE;
    for (;;) {
        struct flock whole = whole_file();
        if (fcntl(fd, F_SETLK, &whole) == 0) return 0;
        const int error = errno;
        if ((error != EACCES && error != EAGAIN) || clock_now() >= end) return error;
        clock_sleep(PAUSE);
    }
}

int lock_take(const char *folder)
{
    const int fd = open_file(folder, O_RDWR | O_CREAT);
    if (fd < 0)
        return -1 - text_error(EXIT_FILES, "%s cannot be written: %s", folder, strerror(errno));
    const int error = wait_for_lock(fd);
    /* File systems without locks are trusted to have one user. */
    if (error == 0 || error == ENOLCK) return fd;
    struct flock held = whole_file();
    if (fcntl(fd, F_GETLK, &held) != 0) held.l_type = F_UNLCK;
    close(fd);
    if (error == EACCES || error == EAGAIN) return -1 - refuse_second(folder, &held);
    return -1 - text_error(EXIT_FILES, "%s cannot be locked: %s", folder, strerror(error));
}

void lock_release(int lock)
{
    if (lock >= 0) close(lock);
}

long lock_owner(const char *folder)
{
    struct flock held = whole_file();
    const int fd = open_file(folder, O_RDONLY);
    if (fd < 0) return 0;
    if (fcntl(fd, F_GETLK, &held) != 0) held.l_type = F_UNLCK;
    close(fd);
    if (held.l_type == F_UNLCK) return 0;
    return held.l_pid > 0 ? (long)held.l_pid : -1;
}
