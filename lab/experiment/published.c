/* SPDX-License-Identifier: MIT
 *
 * The table of published running times on the BBOB functions, from the text that is built in; see
 * experiments/published/README.md. The evaluations are the mean to come within 1e-7 of the optimum,
 * infinite for never and null for not known; successes came within 1e-8. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/functions.h"
#include "experiment/published_art.h"

enum { SUITE, ALGORITHM, FUNCTION, DIM, TIME = 10, SUCCESSES, TRIALS, FIELDS };

/* Puts the fields of a line into the row. */
static bool add_line(sqlite3_stmt *insert, const char *line)
{
    for (int i = 0, column = 1; i < FIELDS; i++) {
        const size_t n = strcspn(line, ",\n");
        if (i == TIME)
            sqlite3_bind_double(insert, column++,
                                line[0] == 'n' ? (double)NAN : strtod(line, NULL));
        else if (i <= DIM || i > TIME)
            sqlite3_bind_text(insert, column++, line, (int)n, SQLITE_STATIC);
        line += n + (line[n] == ',' ? 1 : 0);
    }
    const bool done = sqlite3_step(insert) == SQLITE_DONE;
    sqlite3_reset(insert);
    return done;
}

bool published_add(sqlite3 *db)
{
    sqlite3_stmt *insert = NULL;
    bool fine =
        sqlite3_exec(db,
                     "CREATE TABLE published (suite, algorithm, function INTEGER, dim INTEGER, "
                     "evaluations REAL, successes INTEGER, trials INTEGER, "
                     "share REAL AS (1.0 * successes / trials))",
                     NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "INSERT INTO published VALUES (?, ?, ?, ?, ?, ?, ?)", -1, &insert,
                           NULL) == SQLITE_OK;
    const char *line = strchr(published_art_text, '\n');
    for (; fine && line != NULL && line[1] != '\0'; line = strchr(line + 1, '\n'))
        fine = add_line(insert, line + 1);
    sqlite3_finalize(insert);
    return fine;
}
