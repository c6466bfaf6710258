/* SPDX-License-Identifier: MIT
 *
 * Pictures by gnuplot: BASENAME.png and BASENAME.svg from one script. gnuplot reads the script from
 * its standard input and writes the picture to its standard output, a pipe. So no file name ever
 * reaches it, no name can be taken for a command, and what the disk says is heard here. */
#pragma once

#include <stdio.h>

/* A picture to be drawn. */
typedef struct gnuplot_picture {
    const char *option;   /* the option that asked for it, such as "--plot"; null: none */
    const char *basename; /* its files without their endings */
    int width, height;    /* pixels */
    /* The script without its terminal. It finds two variables, for what terminals measure in ways
     * of their own: `mark`, by which point sizes are multiplied, and `large`, the headline's font.
     */
    void (*write)(FILE *out, const void *data);
    const void *data;
} gnuplot_picture;

/* Refuses a place where the pictures cannot be written and a machine without gnuplot; needs option
 * and basename only. Returns 0, or the exit status with the error printed. */
int gnuplot_check(const gnuplot_picture *p);

/* Draws both pictures. They appear complete or not at all. */
int gnuplot_draw(const gnuplot_picture *p);
