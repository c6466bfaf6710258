/* SPDX-License-Identifier: MIT
 *
 * What exit statuses of a program mean. 0 is good and others are failures, unless --exit-codes says
 * otherwise: "0=ok,3=worst,4=stop,10-19=fail,255=again". */
#pragma once

typedef enum exit_meaning {
    EXIT_MEANS_FAIL,  /* the evaluation did not happen */
    EXIT_MEANS_OK,    /* the value is read from the output */
    EXIT_MEANS_WORST, /* the point has the worst possible value */
    EXIT_MEANS_STOP,  /* the run ends */
    EXIT_MEANS_AGAIN, /* the program did not come to its work, and is started again */
} exit_meaning;

typedef struct exit_codes {
    unsigned char meaning[256]; /* an exit_meaning for every exit status */
} exit_codes;

/* Reads the value of --exit-codes; text null: the option was not given. Returns 0, or the exit
 * status with the error printed. */
int exit_codes_read(exit_codes *c, const char *text);
