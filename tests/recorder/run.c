/* SPDX-License-Identifier: MIT
 *
 * Makes one run and writes its line of the record. */
#include "run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "objective.h"

enum { MOST_ASKS = 20000 };

typedef struct run {
    const library *l, *then;
    spec p;
    settings *s, *later; /* of this run; what `then` needs to load it: the user's functions */
    handle *o;
    uint64_t points, results, texts, saved; /* digests */
    uint64_t asks, evaluations;
    bool hands;  /* every run is saved and loaded */
    bool handed; /* this one was already */
} run;

static void *room(size_t n, size_t size)
{
    void *p = calloc(n + 1, size);
    if (p == NULL) exit(2);
    return p;
}

static void note(uint64_t *to, const void *data, size_t size)
{
    *to = digest(*to, data, size);
}

static void note_status(run *r, int status)
{
    note(&r->points, &status, sizeof status);
}

/* NaN is NaN, whatever its bits. */
static void note_reals(uint64_t *to, size_t n, const double *x)
{
    for (size_t i = 0; i < n; i++) {
        const double value = isnan(x[i]) ? (double)NAN : x[i];
        note(to, &value, sizeof value);
    }
}

static void reload(run *r)
{
    const size_t size = r->l->save_size_(r->o);
    void *bytes = room(size, 1);
    size_t written = 0;
    char message[320] = "";
    note_status(r, r->l->save_(r->o, bytes, size, &written));
    r->l->destroy_(r->o);
    r->l = r->then;
    const int status = r->l->load_(&r->o, bytes, written, r->later, message, sizeof message);
    if (status != 0) fprintf(stderr, "recorder: a saved run was refused: %s\n", message);
    note_status(r, status);
    if (status == 0) r->l->set_seconds_(r->o, 0.001 * (double)r->asks);
    r->handed = true;
    free(bytes);
}

/* Tells the points from `first` to before `end`, by their ids. */
static void tell_range(run *r, size_t first, size_t end, const uint64_t *id, const outcome *y)
{
    double *f = room(end - first, sizeof *f);
    uint64_t *good = room(end - first, sizeof *good), *bad = room(end - first, sizeof *bad);
    size_t goods = 0, bads = 0;
    for (size_t i = first; i < end; i++) {
        if (y[i].failed)
            bad[bads++] = id[i];
        else
            good[goods] = id[i], f[goods++] = y[i].f;
    }
    if (goods > 0) note_status(r, r->l->tell_some_(r->o, goods, good, f));
    if (bads > 0 && r->l->stopped_(r->o) == 0) note_status(r, told_failed(r->l, r->o, bads, bad));
    free(f), free(good), free(bad);
}

/* All points at once in a call of nes_tell, if none failed. */
static void tell_all(run *r, size_t n, const uint64_t *id, const outcome *y)
{
    double *f = room(n, sizeof *f);
    bool failed = false;
    for (size_t i = 0; i < n; i++) f[i] = y[i].f, failed = failed || y[i].failed;
    if (failed)
        tell_range(r, 0, n, id, y);
    else
        note_status(r, r->l->tell_(r->o, n, f));
    free(f);
}

static void tell_closing(run *r, size_t n, const uint64_t *id, const outcome *y)
{
    const size_t told = n - 1 - n / 4;
    if (told > 0) tell_range(r, 0, told, id, y);
    if (r->l->stopped_(r->o) != 0) return;
    const int status = r->l->close_(r->o);
    note_status(r, status);
    if (r->l->stopped_(r->o) == 0) tell_range(r, told, n, id, y); /* late, or refused to close */
}

static void look(run *r, size_t n, const double *x, const uint64_t *id)
{
    note(&r->points, &n, sizeof n);
    note(&r->points, x, n * r->p.dim * sizeof *x);
    note(&r->points, id, n * sizeof *id);
}

/* Half of the points, then the handle is loaded or asked again, then the rest. */
static void tell_halves(run *r, size_t n, const uint64_t *id, const outcome *y, bool loads)
{
    size_t left;
    const double *x;
    const uint64_t *open;
    if (n > 1) tell_range(r, 0, n / 2, id, y);
    if (loads) reload(r);
    if (r->o == NULL || r->l->stopped_(r->o) != 0) return;
    if (r->l->ask_arrays_(r->o, &left, &x, &open) == 0) look(r, left, x, open);
    if (r->l->stopped_(r->o) == 0) tell_range(r, n > 1 ? n / 2 : 0, n, id, y);
}

static void tell(run *r, size_t n, const uint64_t *id, const outcome *y)
{
    const bool hands = r->hands && r->p.reload == 0 && r->asks == 2;
    const bool loads = !r->handed && !r->p.sliced && (r->asks == r->p.reload || hands);
    if (loads || strcmp(r->p.tell, "parts") == 0)
        tell_halves(r, n, id, y, loads);
    else if (r->p.close != 0 && r->asks % r->p.close == 0 && n > 1)
        tell_closing(r, n, id, y);
    else if (strcmp(r->p.tell, "reverse") == 0)
        for (size_t i = n; i-- > 0 && r->l->stopped_(r->o) == 0;) tell_range(r, i, i + 1, id, y);
    else
        tell_all(r, n, id, y);
}

static bool turn(run *r)
{
    size_t n;
    const double *x;
    const uint64_t *id;
    r->l->set_seconds_(r->o, 0.001 * (double)r->asks++); /* so max_time ends runs, too */
    const int status = r->l->ask_arrays_(r->o, &n, &x, &id);
    note_status(r, status);
    if (status != 0 || n == 0 || r->asks > MOST_ASKS) return false;
    look(r, n, x, id);
    outcome *y = room(n, sizeof *y);
    uint64_t *own = room(n, sizeof *own);
    memcpy(own, id, n * sizeof *own);
    for (size_t i = 0; i < n; i++)
        y[i] = evaluate(&r->p, x + i * r->p.dim, id[i], ++r->evaluations);
    tell(r, n, own, y);
    free(own), free(y);
    return r->o != NULL && r->l->stopped_(r->o) == 0;
}

static void go(run *r)
{
    if (r->p.driver)
        note_status(r, r->l->run_(r->o, objective_value, &r->p));
    else
        while (turn(r)) {
        }
}

static void go_on(run *r)
{
    char text[32];
    snprintf(text, sizeof text, "%u", r->p.more);
    settings *s = r->l->settings_new_();
    if (r->l->set_(s, "max_evals", text) == 0 && r->l->set_(s, "max_gens", "off") == 0) {
        note_status(r, r->l->continue_(r->o, s));
        if (r->l->stopped_(r->o) == 0) go(r);
    }
    r->l->settings_free_(s);
}

static void note_array(run *r, const char *name)
{
    size_t n = 0;
    const bool matrix = strcmp(name, "factor") == 0 || strcmp(name, "covariance") == 0 ||
                        strstr(name, "axes") != NULL;
    if ((matrix && r->p.dim > 50) || r->l->get_length_(r->o, name, &n) != 0) return;
    double *x = room(n, sizeof *x);
    const int status = r->l->get_array_(r->o, name, n, x);
    note(&r->results, &status, sizeof status);
    if (status == 0) note_reals(&r->results, n, x);
    free(x);
}

static void note_results(run *r)
{
    static const char *const reals[] = {"best_f",
                                        "sigma",
                                        "noise",
                                        "generation_best",
                                        "generation_median",
                                        "stop_value",
                                        "condition",
                                        "stop_threshold",
                                        "eta_mu",
                                        "eta_sigma",
                                        "eta_shape",
                                        "eta_diag",
                                        "eta_nu",
                                        "nu",
                                        "run_sigma",
                                        "run_condition"};
    static const char *const counts[] = {
        "evaluations", "best_evaluation", "failed",         "nonfinite", "generations",
        "restarts",    "challenges",      "best_run",       "popsize",   "run",
        "run_popsize", "run_generations", "run_evaluations"};
    static const char *const arrays[] = {"best_x", "mean_x", "std_x",    "factor",  "covariance",
                                         "axes",   "theta",  "run_mean", "run_std", "run_axes"};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        double value = 0;
        const int status = r->l->get_real_(r->o, reals[i], &value);
        note(&r->results, &status, sizeof status);
        note_reals(&r->results, 1, &value);
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint64_t value = 0;
        const int status = r->l->get_count_(r->o, counts[i], &value);
        note(&r->results, &status, sizeof status);
        note(&r->results, &value, sizeof value);
    }
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) note_array(r, arrays[i]);
}

static void note_texts(run *r)
{
    char text[320] = "";
    int number = 0;
    r->l->get_stop_(r->o, &number, text, sizeof text);
    note(&r->results, &number, sizeof number);
    note(&r->texts, text, strlen(text));
    r->l->get_trust_(r->o, &number, text, sizeof text);
    note(&r->results, &number, sizeof number);
    note(&r->texts, text, strlen(text));
    note(&r->texts, r->l->choice_text_(r->o), strlen(r->l->choice_text_(r->o)));
}

static void note_saved(run *r)
{
    const size_t size = r->l->save_size_(r->o);
    void *bytes = room(size, 1);
    size_t written = 0;
    const int status = r->l->save_(r->o, bytes, size, &written);
    note(&r->saved, &status, sizeof status);
    note(&r->saved, bytes, written);
    free(bytes);
}

static void print_array(run *r, const char *name)
{
    size_t n = 0;
    if (r->l->get_length_(r->o, name, &n) != 0) return;
    double *x = room(n, sizeof *x);
    if (r->l->get_array_(r->o, name, n, x) == 0)
        for (size_t i = 0; i < n && i < 3; i++) printf(" %.17g", x[i]);
    free(x);
}

static void print_line(run *r, const char *text)
{
    double best = NAN, sigma = NAN;
    uint64_t evaluations = 0;
    r->l->get_real_(r->o, "best_f", &best);
    r->l->get_real_(r->o, "sigma", &sigma);
    r->l->get_count_(r->o, "evaluations", &evaluations);
    printf("%s\t%s\t%016" PRIx64 "\t%016" PRIx64 "\t%016" PRIx64 "\t%016" PRIx64 "\t%016" PRIx64,
           text, r->p.near ? "near" : "exact", r->points, r->results, r->texts, r->saved,
           r->l->fingerprint_(r->o));
    printf("\t%" PRIu64 " %.17g %.17g", evaluations, best, sigma);
    print_array(r, "best_x");
    print_array(r, "mean_x");
    print_array(r, "std_x");
    putchar('\n');
}

/* Joins the sums of one slice that has all coordinates. */
static int reduce(void *data, int kind, size_t count, size_t parts, const double *part,
                  double *result)
{
    (void)data;
    for (size_t i = 0; i < count; i++) {
        result[i] = kind == 0 ? 0 : part[i];
        for (size_t k = 0; k < parts && kind == 0; k++) result[i] += part[k * count + i];
    }
    return 0;
}

/* The status of the settings, or that of nes_create. */
static int begin(run *r, const char *text)
{
    int status = spec_read(r->l, text, &r->p, r->s);
    double *x0 = room(r->p.dim, sizeof *x0);
    if (status == 0) status = set_law(r->l, &r->p, r->s);
    if (status == 0) status = set_law(r->then, &r->p, r->later);
    const double *start = spec_numbers(r->p.x0, r->p.dim, x0) ? x0 : NULL;
    if (status == 0) status = r->l->settings_check_(r->s, r->p.dim, start, NULL, 0);
    const slice whole = {0, r->p.dim, reduce, NULL};
    if (status == 0)
        status = r->p.sliced ? r->l->create_slice_(&r->o, r->p.dim, &whole, start, r->s, NULL, 0)
                             : r->l->create_(&r->o, r->p.dim, start, r->s);
    free(x0);
    return status;
}

void run_record(const library *l, const library *then, const char *text)
{
    run r = {.l = l, .then = then != NULL ? then : l, .hands = then != NULL};
    r.s = r.l->settings_new_();
    r.later = r.then->settings_new_();
    const int status = begin(&r, text);
    if (status == 0) {
        r.l->set_seconds_(r.o, 0);
        go(&r);
        if (r.o != NULL && r.p.more != 0) go_on(&r);
        if (r.o != NULL) {
            note_results(&r);
            note_texts(&r);
            note_saved(&r);
            print_line(&r, text);
            r.l->destroy_(r.o);
        } else
            printf("%s\tlost\n", text);
    } else
        printf("%s\trefused\t%d\n", text, status);
    l->settings_free_(r.s);
    r.then->settings_free_(r.later);
}
