/* SPDX-License-Identifier: MIT
 *
 * Parts of `nes run --mpi` that no run of the program shows: where points are found, who gets the
 * next one, what idle means, that fates which do not fit are refused, that records travel whole,
 * that a rank which cannot follow says why, and that it is named. One rank is enough. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"
#include "mpi/replica.h"
#include "ranks/leader.h"
#include "ranks/messenger.h"
#include "support/runs.h"

/* Where an id is on a board of so many points. */
static size_t find(uint64_t *ids, size_t n, uint64_t id)
{
    const nes_board b = {.n = n, .id = ids};
    return nes_board_find(&b, id);
}

static void ids_are_found(void)
{
    uint64_t start_first[] = {8, 0, 1, 2, 3, 4, 5, 6, 7}, gaps[] = {20, 23, 24, 31};
    for (size_t i = 0; i < 9; i++)
        expect(find(start_first, 9, start_first[i]) == i, "not found where it is");
    for (size_t i = 0; i < 4; i++) expect(find(gaps, 4, gaps[i]) == i, "not found among gaps");
    expect(find(gaps, 4, 22) == 4 && find(gaps, 4, 19) == 4, "found where it is not");
    expect(find(gaps, 0, 20) == 0, "found among none");
}

/* The other ranks first, one place each, then rank 0, then second places; freed ones queue up. */
static void places_go_round(void)
{
    static const int order[] = {1, 2, 0, 1, 2, 0};
    places p;
    places_open(&p, 3, 2);
    for (size_t i = 0; i < 6; i++) {
        const place *at = places_take(&p, i, (double)i);
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

/* A number that is no fate, on its way through a byte. */
static void fates_are_refused(void)
{
    static const int none[] = {256, 257, -1, NES_FATE_END_};
    char why[NES_MESSAGE_SIZE] = "";
    const nes_settings s = run_settings("snes");
    nes_replica r = {.o = expect_handle(2, NULL, &s)};
    expect(nes_replica_ask(&r, why) == NES_OK, "%s", why);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        for (size_t k = 0; k < r.board.n; k++) nes_board_decide(&r.board, k, NES_MEASURED);
        nes_board_decide(&r.board, 0, (nes_fate)none[i]);
        expect(nes_replica_tell(&r, why) == NES_ERR_VALUE, "the fate %d is one", none[i]);
    }
    nes_board_decide(&r.board, 0, NES_MEASURED);
    expect(nes_replica_tell(&r, why) == NES_OK, "%s", why);
    nes_destroy(r.o);
    nes_board_free(&r.board);
}

/* The next news of this rank itself. */
static news *receive(void)
{
    static union {
        news news;
        char bytes[sizeof(news) + 3 * sizeof(double) + NEWS_TEXT];
    } room;
    MPI_Recv(&room, (int)sizeof room, MPI_BYTE, 0, WIRE_NEWS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return &room.news;
}

static void records_travel(void)
{
    const double outputs[3] = {7, -1, 0.5};
    messenger m = {.comm = MPI_COMM_WORLD, .lost = 2};
    eval_record r = eval_measured(41, 2.5);
    messenger_open(&m, 1, 3);
    r.outputs = outputs;
    messenger_record(&m, 6, &r);
    const news *w = receive();
    expect(w->kind == NEWS_RECORD && w->opening == 6 && w->id == 41 && w->f == 2.5, "the value");
    expect(w->fate == NES_MEASURED && w->lost == 2 && w->n == 0, "the fate");
    expect(w->outputs == 3 && memcmp(w->output, outputs, sizeof outputs) == 0, "the outputs");
    r.fate = NES_FAILED;
    r.outputs = NULL;
    r.failure = "exit status 3";
    r.said = "no mesh";
    messenger_record(&m, 6, &r);
    news *failed = receive();
    expect(failed->outputs == 0 && strcmp(news_text(failed), r.failure) == 0, "why it failed");
    expect(strcmp(news_text(failed) + strlen(r.failure) + 1, r.said) == 0, "what was said");
    messenger_fault(&m, "it is lost");
    failed = receive();
    expect(failed->kind == NEWS_FAULT && strstr(news_text(failed), "it is") == NULL, "the machine");
    messenger_close(&m);
    expect(receive()->kind == NEWS_END, "no end");
}

static void ranks_are_named(void)
{
    char text[400] = "", room[sizeof(news) + 40] = "";
    leader l = {.ranks = 3};
    union {
        news news;
        char bytes[sizeof room];
    } w = {.news = {.kind = NEWS_FAULT}};
    FILE *said = tmpfile();
    const int shown = dup(STDERR_FILENO);
    memcpy(news_text(&w.news), "node7\0it is lost", sizeof "node7\0it is lost");
    dup2(fileno(said), STDERR_FILENO);
    leader_end_run(&l, 2, &w.news);
    dup2(shown, STDERR_FILENO);
    close(shown);
    rewind(said);
    text[fread(text, 1, sizeof text - 1, said)] = '\0';
    fclose(said);
    expect(l.status != 0, "the run goes on");
    expect(strstr(text, "rank 2 (node7) cannot go on: it is lost") != NULL, "%s", text);
}

/* A rank that follows another search, or none. */
static void replica_refuses(void)
{
    char why[NES_MESSAGE_SIZE] = "", state[20000] = "no state";
    size_t n = 0;
    const nes_settings s = run_settings("snes");
    nes_opt *o = expect_handle(2, NULL, &s);
    nes_points p;
    nes_replica r = {.o = NULL};
    expect(nes_replica_load(&r, state, 20, NULL, why) != NES_OK && why[0] != '\0', "taken");
    expect(nes_ask(o, &p) == NES_OK, "no points");
    expect(nes_save(o, state, sizeof state, &n) == NES_OK, "%zu bytes", nes_save_size(o));
    expect(nes_replica_load(&r, state, n, NULL, why) == NES_OK, "%s", why);
    expect(nes_replica_check(&r, nes_fingerprint(o), why) == NES_OK, "%s", why);
    expect(nes_replica_check(&r, nes_fingerprint(o) + 1, why) == NES_ERR_RANKS, "another digest");
    expect(strstr(why, "no longer holds the same search as rank 0") != NULL, "%s", why);
    expect(nes_replica_follow(&r, state, 8, why) == NES_ERR_COUNT, "another number of records");
    nes_destroy(r.o);
    nes_board_free(&r.board);
    nes_destroy(o);
}

int main(int argc, char **argv)
{
    expect_begin(&argc, &argv);
    ids_are_found();
    places_go_round();
    fates_are_refused();
    records_travel();
    ranks_are_named();
    replica_refuses();
    return expect_end();
}
