/* SPDX-License-Identifier: MIT
 *
 * The quickest program that has a value. With an argument it first sleeps for so many milliseconds.
 */
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc > 2) poll(NULL, 0, atoi(argv[1]));
    return write(STDOUT_FILENO, "1\n", 2) == 2 ? 0 : 1;
}
