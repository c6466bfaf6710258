/* SPDX-License-Identifier: MIT
 *
 * A clock for tests of what depends on time: from fake_clock_start() on, clock_now() has the time
 * that the test has given it. */
#ifndef NES_TEST_FAKE_CLOCK_H
#define NES_TEST_FAKE_CLOCK_H

void fake_clock_start(void);
void fake_clock_advance(double seconds);

#endif
