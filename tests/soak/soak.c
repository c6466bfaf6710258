/* SPDX-License-Identifier: MIT
 *
 * What the parts of the soak share: failures, memory. */
#include "soak/soak.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

bool soak_fail(soak *k, const char *format, ...)
{
    va_list arguments;
    if (k->counts->failure[0] != '\0') return false;
    va_start(arguments, format);
    vsnprintf(k->counts->failure, sizeof k->counts->failure, format, arguments);
    va_end(arguments);
    return false;
}

uint64_t soak_memory(void)
{
    unsigned long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
    fclose(file);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}
