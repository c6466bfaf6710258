/* SPDX-License-Identifier: MIT
 *
 * Ids of problems that must be refused. */
#include "support/refused.h"

#include <string.h>

#include "support/check.h"

void refused(const char *id, nes_status expected, const char *part, const char *other)
{
    nes_problem *p = (nes_problem *)&p; /* anything but null */
    char message[400] = "";
    const nes_status status = nes_problem_create(&p, id, message, sizeof message);
    if (status != expected || !strstr(message, part) || !strstr(message, other))
        fail_msg("'%s' gave %d: %s", id, (int)status, message);
    assert_null(p);
    assert_int_equal(nes_problem_create(&p, id, NULL, 0), expected);
}
