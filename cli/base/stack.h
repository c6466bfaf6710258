/* SPDX-License-Identifier: MIT
 *
 * A stack that is large enough. The limit for the stack (ulimit -s) is inherited from whoever
 * starts the program, and may be smaller than this program needs. */
#pragma once

/* Calls the function with these arguments and returns what it returns: in this thread if the limit
 * is large enough, otherwise in one with a stack of its own. Threads that are started later have
 * enough, too. The limit itself stays as it is, since programs that are started inherit it. */
int stack_call(int (*function)(int argc, char **argv), int argc, char **argv);
