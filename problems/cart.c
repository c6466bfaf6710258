/* SPDX-License-Identifier: MIT
 *
 * The motion of a cart with two poles. For pole i with mass m, half length l, angle a:
 *     F_i = m l a'^2 sin a + 3/4 m cos a (h_i + g sin a)      reaction on the cart
 *     M_i = m (1 - 3/4 cos^2 a)                               effective mass
 *     x'' = (F - friction sgn x' + sum F_i) / (M + sum M_i)
 *     a'' = -3/(4 l) (x'' cos a + g sin a + h_i),   h_i = hinge friction a' / (m l),
 * integrated by the classical Runge-Kutta method, two steps of 0.01 s per control step. All
 * constants are those of F. Gomez's program, even where it truncates digits, so that results can be
 * compared with his. */
#include "cart.h"

#include <math.h>
#include <string.h>

static const double GRAVITY = -9.8, CART_MASS = 1.0, CART_FRICTION = 0.0005,
                    HINGE_FRICTION = 0.000002, STEP = 0.01, MAX_FORCE = 10.0,
                    LEAST_FORCE = 10.0 / 256.0, TRACK = 2.4, LARGEST_ANGLE = 0.628329,
                    FIRST_ANGLE = 4.0156035 * 0.0174532;

enum { POLES = 2, STEPS_PER_CONTROL = 2 };

static const struct {
    double mass, half_length;
} poles[POLES] = {{0.1, 0.5}, {0.01, 0.05}};

static double sign(double v)
{
    return (double)(v > 0.0) - (double)(v < 0.0);
}

/* Derivatives of the state with respect to time. */
static void motion(const double s[CART_STATE], double force, double friction, double ds[CART_STATE])
{
    double pull[POLES], cosine[POLES], mass = CART_MASS;
    force -= friction * sign(s[CART_SPEED]);
    for (int i = 0; i < POLES; i++) {
        const double m = poles[i].mass, l = poles[i].half_length, turn = s[CART_TURN1 + 2 * i];
        const double sine = sin(s[CART_ANGLE1 + 2 * i]);
        cosine[i] = cos(s[CART_ANGLE1 + 2 * i]);
        pull[i] = GRAVITY * sine + HINGE_FRICTION * turn / (m * l);
        force += m * l * turn * turn * sine + 0.75 * m * cosine[i] * pull[i];
        mass += m * (1.0 - 0.75 * cosine[i] * cosine[i]);
    }
    ds[CART_X] = s[CART_SPEED];
    ds[CART_SPEED] = force / mass;
    for (int i = 0; i < POLES; i++) {
        ds[CART_ANGLE1 + 2 * i] = s[CART_TURN1 + 2 * i];
        ds[CART_TURN1 + 2 * i] =
            -0.75 / poles[i].half_length * (ds[CART_SPEED] * cosine[i] + pull[i]);
    }
}

/* sum = s + h ds */
static void add(const double s[CART_STATE], double h, const double ds[CART_STATE],
                double sum[CART_STATE])
{
    for (int i = 0; i < CART_STATE; i++) sum[i] = s[i] + h * ds[i];
}

static void runge_kutta(double s[CART_STATE], double force, double friction)
{
    double k1[CART_STATE], k2[CART_STATE], k3[CART_STATE], k4[CART_STATE], t[CART_STATE];
    motion(s, force, friction, k1);
    add(s, STEP / 2.0, k1, t);
    motion(t, force, friction, k2);
    add(s, STEP / 2.0, k2, t);
    motion(t, force, friction, k3);
    add(s, STEP, k3, t);
    motion(t, force, friction, k4);
    for (int i = 0; i < CART_STATE; i++)
        s[i] += STEP / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
}

void nes_cart_start(double state[CART_STATE])
{
    memset(state, 0, CART_STATE * sizeof *state);
    state[CART_ANGLE1] = FIRST_ANGLE;
}

/* NaN is passed on: the state then fails. */
double nes_cart_force(double action)
{
    const double force = MAX_FORCE * action;
    if (isnan(force)) return force;
    if (fabs(force) < LEAST_FORCE) return force < 0.0 ? -LEAST_FORCE : LEAST_FORCE;
    return fmin(fmax(force, -MAX_FORCE), MAX_FORCE);
}

void nes_cart_step(double state[CART_STATE], double force, bool friction)
{
    for (int i = 0; i < STEPS_PER_CONTROL; i++)
        runge_kutta(state, force, friction ? CART_FRICTION : 0.0);
}

bool nes_cart_failed(const double state[CART_STATE])
{
    return !(fabs(state[CART_X]) <= TRACK && fabs(state[CART_ANGLE1]) <= LARGEST_ANGLE &&
             fabs(state[CART_ANGLE2]) <= LARGEST_ANGLE);
}

void nes_cart_inputs(const double state[CART_STATE], double inputs[CART_INPUTS])
{
    inputs[0] = state[CART_ANGLE1] / 0.2094384;
    inputs[1] = state[CART_ANGLE2] / 0.52;
    inputs[2] = 10.0 * (state[CART_X] / TRACK - 0.01);
}
