/* SPDX-License-Identifier: MIT
 * A run can be saved to a file at any time, even in the middle of a generation. The loaded run goes
 * on exactly where the saved one was: both give the same result here. */
#include <nes/nes.h>
#include <stdio.h>
#include <stdlib.h>

#define DIM 4

static double objective(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += (double)(i + 1) * (x[i] - 1) * (x[i] - 1);
    return sum;
}

/* Runs ten generations and then tells one value of the next, so that it is incomplete. */
static nes_status begin(nes_opt *o)
{
    nes_status st = NES_OK;
    nes_points p;
    for (int g = 0; st == NES_OK && g < 10; g++) {
        st = nes_ask(o, &p);
        for (size_t k = 0; st == NES_OK && k < p.n; k++)
            p.f[k] = objective(DIM, p.x + k * DIM, NULL);
        if (st == NES_OK) st = nes_tell(o, p.n, p.f);
    }
    if (st == NES_OK) st = nes_ask(o, &p);
    if (st != NES_OK) return st;
    const double f = objective(DIM, p.x, NULL);
    return nes_tell_some(o, 1, p.id, &f);
}

static bool save(const nes_opt *o, const char *path)
{
    const size_t size = nes_save_size(o);
    void *data = malloc(size);
    FILE *file = fopen(path, "wb");
    bool good = data && file && nes_save(o, data, size, NULL) == NES_OK &&
                fwrite(data, 1, size, file) == size;
    if (file && fclose(file) != 0) good = false;
    free(data);
    return good;
}

static nes_opt *load(const char *path)
{
    static unsigned char data[1 << 20];
    char message[NES_MESSAGE_SIZE] = "the file cannot be read";
    nes_opt *o = NULL;
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(data, 1, sizeof data, file) : 0;
    if (file) fclose(file);
    if (size > 0) nes_load(&o, data, size, NULL, message, sizeof message);
    if (!o) fprintf(stderr, "%s: %s\n", path, message);
    return o;
}

/* Runs to the end and returns the best value; on an error, NaN. */
static double finish(nes_opt *o)
{
    nes_result r;
    const bool good = nes_run(o, objective, NULL) == NES_OK && nes_get_result(o, &r) == NES_OK;
    return good ? r.best_f : NAN;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "08_save_load.state";
    const double start[DIM] = {-3, -3, -3, -3};
    nes_opt *o = NULL, *copy = NULL;
    double f[2] = {1, 0};
    if (nes_create(&o, DIM, start, NULL) == NES_OK && begin(o) == NES_OK && save(o, path)) {
        copy = load(path);
        remove(path);
    }
    if (copy) {
        f[0] = finish(o);
        f[1] = finish(copy);
        printf("original %.17g\nloaded   %.17g\n", f[0], f[1]);
    }
    nes_destroy(copy);
    nes_destroy(o);
    return f[0] == f[1] && f[0] < 1e-10 ? 0 : 1;
}
