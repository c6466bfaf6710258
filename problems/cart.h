/* SPDX-License-Identifier: MIT
 *
 * A cart on a track that carries two poles of different length and is pushed by a force: what is to
 * be controlled in the double pole balancing task (A. Wieland, IJCNN 1991). Units are SI and
 * radians; an angle of 0 is upright. */
#ifndef PROBLEMS_CART_H
#define PROBLEMS_CART_H

#include <stdbool.h>

/* State: position and speed of the cart, then angle and angular speed of the long and of the short
 * pole. */
enum { CART_X, CART_SPEED, CART_ANGLE1, CART_TURN1, CART_ANGLE2, CART_TURN2, CART_STATE };
enum { CART_INPUTS = 3 };

/* The usual start: everything at rest, the long pole leaning by about four degrees. */
void nes_cart_start(double state[CART_STATE]);

/* The force of an action: 10 N times the action, but at most 10 N and at least 10/256 N in size. */
double nes_cart_force(double action);

/* One control step of 0.02 s with a constant force. friction: the cart rubs on its track. */
void nes_cart_step(double state[CART_STATE], double force, bool friction);

/* Whether the cart has left the track or a pole leans by more than 36 degrees. True if the state
 * contains NaN. */
bool nes_cart_failed(const double state[CART_STATE]);

/* What a controller can see: both angles and the position, scaled. It cannot see speeds. */
void nes_cart_inputs(const double state[CART_STATE], double inputs[CART_INPUTS]);

#endif
