/* SPDX-License-Identifier: MIT
 *
 * Giving an order to a run that is at work in a folder, as `nes ctl` does. */
#pragma once

/* Checks the order, as far as that can be done from outside, and leaves it for the run. Returns 0,
 * or the exit status with the error printed. */
int order_give(const char *folder, const char *text);
