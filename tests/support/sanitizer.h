/* SPDX-License-Identifier: MIT
 *
 * UNDER_SANITIZER: memory is not what it seems, neither its amount nor its functions.
 * SLOWER: programs take that many times as long; exhaustive loops, which run in full elsewhere,
 * take one case in so many. */
#ifndef NES_TEST_SANITIZER_H
#define NES_TEST_SANITIZER_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDER_SANITIZER 1
#endif
#endif
#ifndef UNDER_SANITIZER
#define UNDER_SANITIZER 0
#endif

#define SLOWER (UNDER_SANITIZER ? 3 : 1)

#endif
