/* SPDX-License-Identifier: MIT
 *
 * Saved runs as a list of elements, as docs/save-format.md has them, for changes that keep the
 * whole well-formed: the size in the header and the checksum always fit. */
#ifndef FUZZ_SUPPORT_CONTAINER_H
#define FUZZ_SUPPORT_CONTAINER_H

#include <stddef.h>
#include <stdint.h>

/* Puts size and checksum right. Returns the new size; data has room for most bytes. */
size_t container_seal(uint8_t *data, size_t size, size_t most);

/* Changes an element, or some bytes, and seals the result. */
size_t container_mutate(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Leaves out settings that are at their defaults, which mean the same: fewer bytes, faster inputs.
 * Returns the new size. */
size_t container_shorten(uint8_t *data, size_t size);

#endif
