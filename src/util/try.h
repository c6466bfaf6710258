/* SPDX-License-Identifier: MIT
 *
 * NES_TRY(call) returns from the calling function with the status of call if that is an error. */
#ifndef NES_UTIL_TRY_H
#define NES_UTIL_TRY_H

#include "nes/status.h"

#define NES_TRY(call)                                                                              \
    do {                                                                                           \
        const nes_status nes_try_status = (call);                                                  \
        if (nes_try_status != NES_OK) return nes_try_status;                                       \
    } while (0)

#endif
