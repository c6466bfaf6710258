/* SPDX-License-Identifier: MIT
 *
 * Parts of `nes run --mpi` that no run of the program shows: where points are found, who gets the
 * next one, what idle means, that a rank with another digest is named, and that a rank which cannot
 * follow says why. One rank is enough. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"
#include "ranks/find.h"
#include "ranks/leader_parts.h"
#include "ranks/replica.h"
#include "support/runs.h"

static void ids_are_found(void)
{
    const uint64_t start_first[] = {8, 0, 1, 2, 3, 4, 5, 6, 7}, gaps[] = {20, 23, 24, 31};
    for (size_t i = 0; i < 9; i++)
        expect(find_id(start_first, 9, start_first[i]) == i, "not found where it is");
    for (size_t i = 0; i < 4; i++) expect(find_id(gaps, 4, gaps[i]) == i, "not found among gaps");
    expect(find_id(gaps, 4, 22) == 4 && find_id(gaps, 4, 19) == 4, "found where it is not");
    expect(find_id(gaps, 0, 20) == 0, "found among none");
}

/* The other ranks first, one place each, then rank 0, then second places; freed ones queue up. */
static void places_go_round(void)
{
    static const int order[] = {1, 2, 0, 1, 2, 0};
    places p;
    expect(places_open(&p, 3, 2), "no memory");
    for (size_t i = 0; i < 6; i++) {
        const place *at = places_take(&p, i, 0);
        expect(at != NULL && at->rank == order[i], "another rank's turn");
    }
    expect(places_take(&p, 6, 0) == NULL, "more places than there are");
    expect(places_find(&p, 2, 0) == NULL, "a point on a rank that does not have it");
    places_free(&p, places_find(&p, 0, 5));
    places_free(&p, places_find(&p, 1, 0));
    const place *next = places_take(&p, 7, 0);
    expect(next != NULL && next->rank == 0, "not the one that was free first");
    expect(places_find(&p, 1, 0) == NULL && places_find(&p, 0, 7) == next, "not its point");
    places_close(&p);
}

/* Two places for ten seconds: one evaluation of four, another that began at second seven. */
static void idle_is_measured(void)
{
    ranks_use u = {.ranks = 2, .places = 2};
    ranks_use_start(&u, 1);
    ranks_use_start(&u, 7);
    ranks_use_end(&u, 1, 4);
    expect(ranks_use_idle(&u, 10) > 0.6499 && ranks_use_idle(&u, 10) < 0.6501, "another share");
}

/* Whether a digest of that round ends the run. */
static bool ends_run(uint64_t round, uint64_t digest)
{
    leader l = {.ranks = 3};
    news w = {.kind = NEWS_DIGEST, .id = round, .bits = digest};
    snprintf(w.text, sizeof w.text, "node7");
    l.checks[200 % LEADER_CHECKS] = (check){.round = 200, .digest = 5};
    leader_compare(&l, 2, &w);
    return l.status != 0;
}

static void digests_are_compared(void)
{
    char text[400] = "";
    FILE *said = tmpfile();
    const int shown = dup(STDERR_FILENO);
    dup2(fileno(said), STDERR_FILENO);
    const bool equal = !ends_run(200, 5), forgotten = !ends_run(200 - LEADER_CHECKS, 6);
    const bool other = ends_run(200, 6);
    dup2(shown, STDERR_FILENO);
    close(shown);
    rewind(said);
    text[fread(text, 1, sizeof text - 1, said)] = '\0';
    fclose(said);
    expect(equal && forgotten, "the run ends without need");
    expect(other, "another digest was not noticed");
    expect(strstr(text, "rank 2 (node7) no longer holds the same search") != NULL, "%s", text);
}

static void replica_refuses(void)
{
    char why[NES_MESSAGE_SIZE] = "", state[20] = "no state";
    replica r = {.opt = NULL};
    expect(replica_load(&r, state, sizeof state, NULL, why) != NES_OK && why[0] != '\0', "taken");
    replica_close(&r);
}

int main(int argc, char **argv)
{
    expect_begin(&argc, &argv);
    ids_are_found();
    places_go_round();
    idle_is_measured();
    digests_are_compared();
    replica_refuses();
    return expect_end();
}
