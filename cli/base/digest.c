/* SPDX-License-Identifier: MIT
 *
 * Digests by libmd; see base/digest.h. */
#include "base/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *digest_bytes(const char *front, const void *bytes, size_t n, char to[DIGEST_SIZE])
{
    SHA2_CTX c;
    SHA256Init(&c);
    SHA256Update(&c, (const uint8_t *)front, strlen(front));
    if (n > 0) SHA256Update(&c, bytes, n);
    return SHA256End(&c, to);
}

/* Digests what is left to be read. Returns 0 or errno. */
static int digest_open(int descriptor, char to[DIGEST_SIZE])
{
    enum { PART = 1 << 16 };
    uint8_t part[PART];
    ssize_t n;
    SHA2_CTX c;
    SHA256Init(&c);
    while ((n = read(descriptor, part, PART)) != 0) {
        if (n > 0) SHA256Update(&c, part, (size_t)n);
        if (n < 0 && errno != EINTR) return errno;
    }
    SHA256End(&c, to);
    return 0;
}

int digest_file(const char *path, char to[DIGEST_SIZE])
{
    struct stat info;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) return errno;
    int error = fstat(descriptor, &info) != 0 ? errno : S_ISREG(info.st_mode) ? 0 : EINVAL;
    if (error == 0) error = digest_open(descriptor, to);
    close(descriptor);
    return error;
}
