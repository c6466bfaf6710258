/* SPDX-License-Identifier: MIT
 *
 * What a point is called in sentences: ids of later runs are numbers that nobody can read. */
#include <stddef.h>

#include "nes/handle.h"
#include "opt/run/run.h"
#include "util/sentence.h"

const char *nes_point_name(uint64_t id, char *text, size_t size)
{
    const unsigned long long number = id & ((UINT64_C(1) << NES_ID_BITS) - 1);
    const unsigned long long run = (id >> NES_ID_BITS) + 1;
    if (text == NULL || size == 0) return "";
    if (run == 1)
        nes_print(text, size, "point %llu", number);
    else
        nes_print(text, size, "point %llu of run %llu (id %llu)", number, run,
                  (unsigned long long)id);
    return text;
}
