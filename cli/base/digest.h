/* SPDX-License-Identifier: MIT
 *
 * SHA-256 digests, written as `sha256sum` writes them. */
#pragma once

#include <stddef.h>

enum { DIGEST_SIZE = 65 }; /* 64 hexadecimal digits, and the zero that ends them */

/* The digest of n bytes behind the zero-ended text in front of them. Returns to. */
const char *digest_bytes(const char *front, const void *bytes, size_t n, char to[DIGEST_SIZE]);

/* The digest of a regular file. Returns 0, or errno: EINVAL where it is no regular file. */
int digest_file(const char *path, char to[DIGEST_SIZE]);
