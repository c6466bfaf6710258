/* SPDX-License-Identifier: MIT
 *
 * Ticks: as many as the axis has room for, with numbers that share a unit on a linear axis and are
 * powers of ten on a logarithmic one. */
#include <math.h>

#include "figure/script.h"

enum { LABEL_LIMIT = 120, LINEAR_TICKS = 8 };

/* Pixels that a labelled tick takes along x and along y, on a linear and a logarithmic axis. */
static const double room[2][2] = {{70, 60}, {46, 36}};

typedef struct ticks {
    FILE *out;
    size_t n; /* written so far */
} ticks;

static void separate(ticks *t)
{
    fputs(t->n++ == 0 ? "" : ", ", t->out);
}

static void put_minor(ticks *t, double v)
{
    separate(t);
    fprintf(t->out, "'' %.9g 1", v);
}

static void put_power(ticks *t, double exponent)
{
    separate(t);
    fprintf(t->out, "'10^{%.0f}' 1e%.0f", exponent, exponent);
}

/* A number for itself: in full where that is short, else with a power of ten. */
static void put_number(ticks *t, double v)
{
    const double size = fabs(v), exponent = size > 0 ? floor(log10(size) + 1e-9) : 0;
    if (size > 0 && (size < 0.01 || size >= 1e4) && fabs(size / pow(10, exponent) - 1) < 1e-6 &&
        v > 0) {
        put_power(t, exponent);
        return;
    }
    separate(t);
    if (size == 0 || (size >= 0.01 && size < 1e4))
        fprintf(t->out, "'%.6g' %.9g", v, v);
    else
        fprintf(t->out, "'%.3g·10^{%.0f}' %.9g", v / pow(10, exponent), exponent, v);
}

/* 1, 2 or 5 times a power of ten, so that there are about n steps or fewer. */
static double round_step(double length, double n)
{
    const double least = length / fmax(n, 1), power = pow(10, floor(log10(least)));
    const double digits = least / power;
    return power * (digits <= 1.1 ? 1 : digits <= 2.2 ? 2 : digits <= 5.5 ? 5 : 10);
}

/* Numbers from ten thousand on are so many thousands, millions and so on; very small and very large
 * ones are written with the power of ten that the largest has. */
static void put_linear(ticks *t, range r, double n)
{
    static const char units[] = " kMGT";
    const double step = round_step(r.high - r.low, n);
    const double largest = fmax(fabs(r.low), fabs(r.high));
    double unit = 1, power = 0;
    int letter = 0;
    for (; largest >= 1e4 && largest / unit >= 1e3 && units[letter + 1] != '\0'; letter++)
        unit *= 1e3;
    if (largest < 0.01 || largest >= 1e15) unit = pow(10, power = floor(log10(largest)));
    const int decimals = (int)fmax(0, ceil(-log10(step / unit) - 1e-9));
    for (double k = ceil(r.low / step - 1e-6); k <= r.high / step + 1e-6; k++) {
        separate(t);
        fprintf(t->out, "'%.*f", k == 0 ? 0 : decimals, k == 0 ? 0 : k * step / unit);
        if (k != 0 && power != 0)
            fprintf(t->out, "·10^{%.0f}", power);
        else if (k != 0 && letter > 0)
            fputc(units[letter], t->out);
        fprintf(t->out, "' %.9g", k * step + 0.0); /* + 0.0: no minus before zero */
    }
}

/* 1, 2, 5 times powers of ten, for an axis on which there would be hardly a power of ten. */
static void put_few_decades(ticks *t, range r)
{
    static const double digits[] = {1, 2, 5};
    for (double e = floor(log10(r.low)); e <= log10(r.high); e++)
        for (size_t i = 0; i < 3; i++) {
            const double v = digits[i] * pow(10, e);
            if (v >= r.low * (1 - 1e-9) && v <= r.high * (1 + 1e-9)) put_number(t, v);
        }
}

/* Powers of ten, and between them either their multiples or the powers without a number. */
static void put_decades(ticks *t, range r, double n)
{
    const double low = log10(r.low) - 1e-9, high = log10(r.high) + 1e-9;
    const double step = fmax(1, round_step(high - low, n));
    for (double e = floor(low); e <= high; e++) {
        if (e >= low && fmod(e, step) == 0)
            put_power(t, e);
        else if (e >= low)
            put_minor(t, pow(10, e));
        for (int k = 2; k <= 9 && step == 1; k++)
            if (log10(k) + e >= low && log10(k) + e <= high) put_minor(t, k * pow(10, e));
    }
}

static void put_chosen(ticks *t, const axis *a, range r, double n)
{
    const double decades = a->kind == AXIS_LOG ? log10(r.high) - log10(r.low) : 0;
    if (decades < 0.7)
        put_linear(t, r, fmin(n, LINEAR_TICKS));
    else if (decades < 1.5)
        put_few_decades(t, r);
    else
        put_decades(t, r, n);
}

static void write_ticks(FILE *out, const axis *a, char name, range r, double n)
{
    ticks t = {.out = out};
    fprintf(out, "set %ctics (", name);
    if (a->ticks == NULL) put_chosen(&t, a, r, n);
    for (size_t i = 0; i < a->n_ticks; i++)
        if (axis_shows(a, a->ticks[i])) put_number(&t, a->ticks[i]);
    fputs(")\n", out);
}

void axis_write(FILE *out, const panel *p, bool vertical, range r, double length)
{
    const axis *a = vertical ? &p->y : &p->x;
    const char name = vertical ? 'y' : 'x';
    const double low = axis_place(a, r.low), high = axis_place(a, r.high);
    /* A little wider, because gnuplot drops a tick at the very end for a rounding error. */
    const double more = 1e-6 * (high - low);
    fprintf(out, "%s logscale %c\nset %crange [%.9g:%.9g]\n", a->kind == AXIS_LOG ? "set" : "unset",
            name, name, axis_value(a, low - more), axis_value(a, high + more));
    if (a->ticks != NULL && a->n_ticks == 0)
        fprintf(out, "unset %ctics\n", name);
    else
        write_ticks(out, a, name, r, length / room[vertical][a->kind == AXIS_LOG]);
    fprintf(out, "set %clabel ", name);
    gnuplot_string(out, a->label == NULL ? "" : a->label, LABEL_LIMIT);
    fputs(" noenhanced textcolor rgb '#222222'\n", out);
}
