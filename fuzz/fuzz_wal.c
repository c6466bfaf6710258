/* SPDX-License-Identifier: MIT
 *
 * Bytes of a run.db-wal beside its run.db, behind a byte that says how the folder is
 * opened (support/beside.h). */
#include "support/beside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0) beside_try(BESIDE_WAL, data[0], data + 1, size - 1);
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    beside_seeds(BESIDE_WAL, to);
}
