/* SPDX-License-Identifier: MIT
 *
 * The texts of the status codes, from the one list in nes/status.h. */
#include "nes/status.h"

const char *nes_strerror(nes_status status)
{
    switch (status) {
#define NES_STATUS_CASE(name, value, text)                                                         \
    case name:                                                                                     \
        return text;
        NES_STATUS_LIST(NES_STATUS_CASE)
#undef NES_STATUS_CASE
    case NES_STATUS_END_:
        break;
    }
    return "unknown status";
}
