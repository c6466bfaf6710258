/* SPDX-License-Identifier: MIT
 * A water rocket: how high does it fly? An example of a simulator that `nes` optimises from
 * outside; docs/tutorial.md tells how. It needs nothing but a C compiler: cc -O2 rocket.c -o rocket
 * -lm
 *
 * A bottle of two litres is partly filled with water and pumped up. The air drives out the water,
 * then itself, and lifts the bottle. Thrust, drag and weight are integrated up to the top of the
 * flight. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double pi = 3.14159265358979323846;
static const double gravity = 9.81, ambient = 101325, kelvin = 288; /* m/s^2, Pa, K */
static const double air_density = 1.225, water_density = 998;       /* kg/m^3 */
static const double gas = 287, adiabatic = 1.4;                     /* J/(kg K), c_p / c_v */
static const double volume = 2e-3, diameter = 0.09;                 /* of the bottle: m^3, m */
static const double strength = 11;                                  /* bar that the bottle holds */

/* Noses: a longer one has less drag, and is heavier. */
static const struct nose {
    const char *name;
    double drag, mass; /* part of the drag coefficient, kg */
} noses[] = {{"ball", 0.25, 0}, {"cone", 0.21, 0.02}, {"ogive", 0.16, 0.03}};

typedef struct rocket {
    double dry_mass;  /* kg, all but water and air */
    double outlet;    /* m^2, area of the nozzle */
    double drag;      /* N s^2/m^2: force = drag speed^2 */
    double air_mass;  /* kg, before the air escapes */
    double first_air; /* m^3 of air at the start */
    double pressure;  /* Pa at the start, above a vacuum */
} rocket;

/* What changes in flight; also its derivative by time. */
typedef struct flight {
    double height, speed, water, air; /* m, m/s, kg, kg */
} flight;

static _Noreturn void fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(status);
}

/* Pressure in the bottle. The air expands without heat from outside. */
static double pressure(const rocket *r, const flight *s)
{
    const double air_volume = volume - fmax(s->water, 0) / water_density;
    return r->pressure * pow(r->first_air / air_volume * s->air / r->air_mass, adiabatic);
}

/* Thrust in N; the flow of water or air out of the nozzle goes to change, in kg/s. */
static double thrust(const rocket *r, const flight *s, flight *change)
{
    const double p = pressure(r, s);
    if (p <= ambient) return 0;
    if (s->water > 0) { /* Bernoulli */
        const double speed = sqrt(2 * (p - ambient) / water_density);
        change->water = -water_density * r->outlet * speed;
        return -change->water * speed;
    }
    /* Air flows out at the speed of sound at most, and expands further behind the nozzle. */
    const double critical = pow(2 / (adiabatic + 1), adiabatic / (adiabatic - 1));
    const double exit_pressure = fmax(ambient, critical * p), ratio = exit_pressure / p;
    const double density = s->air / volume, exit_density = density * pow(ratio, 1 / adiabatic);
    const double speed =
        sqrt(2 * adiabatic / (adiabatic - 1) * p / density * (1 - pow(ratio, 1 - 1 / adiabatic)));
    change->air = -exit_density * r->outlet * speed;
    return -change->air * speed + (exit_pressure - ambient) * r->outlet;
}

static flight derivative(const rocket *r, flight s)
{
    flight change = {.height = s.speed};
    const double push = thrust(r, &s, &change), mass = r->dry_mass + fmax(s.water, 0) + s.air;
    change.speed = (push - r->drag * s.speed * fabs(s.speed)) / mass - gravity;
    if (s.height <= 0 && change.speed < 0) change.speed = 0; /* still on the ramp */
    return change;
}

static flight advance(flight s, flight change, double dt)
{
    return (flight){s.height + dt * change.height, s.speed + dt * change.speed,
                    s.water + dt * change.water, s.air + dt * change.air};
}

/* One step of the method of Runge and Kutta of order 4. */
static flight step(const rocket *r, flight s, double dt)
{
    const flight a = derivative(r, s), b = derivative(r, advance(s, a, dt / 2));
    const flight c = derivative(r, advance(s, b, dt / 2)), d = derivative(r, advance(s, c, dt));
    return advance(advance(advance(advance(s, a, dt / 6), b, dt / 3), c, dt / 3), d, dt / 6);
}

/* Flies to the top. Steps are short while something flows, and end where the water ends. */
static double fly(const rocket *r, flight s, double *seconds)
{
    for (*seconds = 0; *seconds < 60;) {
        const flight change = derivative(r, s);
        const int burning = change.water < 0 || change.air < 0;
        if (!burning && s.speed <= 0) break;
        double dt = burning ? 1e-4 : 1e-2;
        if (change.water < 0 && s.water + dt * change.water <= 0) dt = -s.water / change.water;
        if (!burning && s.speed + dt * change.speed < 0) dt = -s.speed / change.speed;
        s = step(r, s, dt);
        if (s.water < 1e-7) s.water = 0;
        if (s.speed < 1e-9 && !burning) s.speed = 0;
        *seconds += dt;
    }
    return s.height;
}

/* By how many diameters the centre of mass lies before the centre of pressure, without water.
 * Lengths are from the tip. The fins' lift is by Barrowman, weaker where they crowd. */
static double stability(double ballast, double fins, double dry_mass)
{
    const double balance = (0.04 * ballast + 0.21 * 0.09 + 0.40 * 0.008 * fins) / dry_mass;
    const double lift = 0.9 * fins / (1 + 0.06 * fins);
    const double pressed = (2 * 0.07 + lift * 0.41) / (2 + lift);
    return (pressed - balance) / diameter;
}

static rocket build(const double value[5], const struct nose *nose)
{
    const double fill = value[0], nozzle = value[1], fins = value[3], bar = value[4];
    const double ballast = 1e-3 * value[2] + nose->mass; /* kg at the tip */
    rocket r = {.dry_mass = 0.09 + ballast + 0.008 * fins};
    const double margin = stability(ballast, fins, r.dry_mass);
    if (bar > strength) fail(3, "the bottle bursts: %g bar, and it holds %g", bar, strength);
    if (margin < 0.5)
        fail(4, "the rocket tumbles: its stability is %.2f diameters, and 0.5 are needed", margin);
    const double wobble = exp(-2 * margin); /* a rocket that is hardly stable swings in the wind */
    r.drag =
        air_density / 2 * pi * diameter * diameter / 4 * (nose->drag + 0.03 * fins + 1.5 * wobble);
    r.outlet = pi * nozzle * nozzle * 1e-6 / 4;
    r.pressure = ambient + 1e5 * bar;
    r.first_air = volume * (1 - fill);
    r.air_mass = r.pressure * r.first_air / (gas * kelvin);
    return r;
}

static const struct nose *find_nose(const char *name)
{
    for (size_t i = 0; i < sizeof noses / sizeof *noses; i++)
        if (strcmp(noses[i].name, name) == 0) return &noses[i];
    fail(2, "%s is no nose: there are ball, cone and ogive", name);
}

/* A number of the environment, or 0. */
static double setting(const char *name)
{
    const char *text = getenv(name);
    return text ? atof(text) : 0;
}

/* Whether a design is one of eight that take long, as by digits of the numbers that have nothing to
 * do with how high it flies. */
static int is_long(const double value[5])
{
    const double mixed = 1e3 * value[0] + 1e2 * value[1] + 1e2 * value[2];
    return (long)mixed % 8 == 0;
}

/* Takes as long as a large simulator would: SIMULATOR_SECONDS in the environment; one design in
 * eight SIMULATOR_UNEVEN times as long. */
static void be_slow(const double value[5])
{
    const double uneven = setting("SIMULATOR_UNEVEN");
    const double seconds =
        setting("SIMULATOR_SECONDS") * (uneven > 0 && is_long(value) ? uneven : 1);
    struct timespec pause = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
    if (seconds > 0) nanosleep(&pause, NULL);
}

int main(int argc, char **argv)
{
    double value[5]; /* fill, nozzle, ballast, fins, pressure */
    if (argc != 6 && argc != 7)
        fail(2, "usage: rocket FILL NOZZLE_MM BALLAST_G FINS PRESSURE_BAR [NOSE]");
    for (int i = 0; i < 5; i++) {
        char *end;
        value[i] = strtod(argv[i + 1], &end);
        if (end == argv[i + 1] || *end) fail(2, "%s is not a number", argv[i + 1]);
    }
    if (!(value[0] >= 0 && value[0] < 1))
        fail(2, "the fill is a share from 0 to 1, not %g", value[0]);
    if (value[3] != floor(value[3])) fail(2, "there are whole fins only, not %g", value[3]);
    be_slow(value);
    const rocket r = build(value, argc == 7 ? find_nose(argv[6]) : &noses[0]);
    const flight start = {.water = value[0] * volume * water_density, .air = r.air_mass};
    double seconds;
    const double height = fly(&r, start, &seconds);
    if (height <= 0) fail(5, "the rocket stays on the ramp");
    printf("{\"height\": %.4f, \"seconds\": %.3f}\n", height, seconds);
    return 0;
}
