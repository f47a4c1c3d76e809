// Walls that follow a servo: they move along a normal so that the grains press against them with a given force or pressure.
#ifndef SCREE_SIM_BOUNDARY_SERVO_H
#define SCREE_SIM_BOUNDARY_SERVO_H

#include "state/state.h"

/// The speed along its normal in the next step, from the forces of the last one. At the servo's speed while the grains press
/// with less than 0.95 of the target, back at it above 1.05; in proportion between.
double scree_sim_servo_speed(const scree_sim *sim, int wall, const scree_wall_motion *motion);

/// Sets the force of a servo that holds a pressure to the pressure times the present area. Where that is not to be had, as
/// once a wall beside it was removed, the force stays what it was.
void scree_sim_servo_target(const scree_sim *sim, scree_wall_motion *motion);

/// Are the sides of the area there, and in 2-D just one? False with the reason.
bool scree_sim_check_sides(const scree_sim *sim, const scree_wall_motion *motion, scree_error *error);

#endif
