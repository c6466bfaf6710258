/* SPDX-License-Identifier: MIT
 *
 * The families of problems, in the order in which they are listed. A new one is a file and a line
 * here. */
#include "problem.h"

const nes_problem_family *const nes_problem_families[] = {
    &nes_problem_classical,     &nes_problem_double_rosenbrock, &nes_problem_random_basin,
    &nes_problem_lennard_jones, &nes_problem_double_pole,       &nes_problem_bit_strings,
    &nes_problem_bbob,          &nes_problem_bbob_noisy,        &nes_problem_constrained,
    &nes_problem_mixint,        &nes_problem_largescale,        NULL,
};
