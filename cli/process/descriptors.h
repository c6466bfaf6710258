/* SPDX-License-Identifier: MIT
 *
 * Descriptors and signals of a process that goes on after a fork. */
#pragma once

/* Closes all descriptors from first on, except keep. For a process without other threads. */
void descriptors_close_from(int first, int keep);

/* Gives every signal its default handling, and blocks none. */
void descriptors_reset_signals(void);
