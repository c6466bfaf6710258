/* SPDX-License-Identifier: MIT
 *
 * Matrices and parameters of the search distribution; see opt/handle/shape.h. A matrix is made in
 * the caller's array: a run with a window has no room to spare, not even for a row. */
#include "opt/handle/shape.h"

#include <string.h>

#include "family/family.h"
#include "family/user_law.h"
#include "linalg/vector.h"

/* Rows of the largest matrix that is made for a family which does not store one. */
enum { MOST_ROWS = 2000 };

nes_status nes_matrix_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n)
{
    const nes_family *f = run->g.dist.family;
    const size_t dim = nes_handle_dim(o);
    const bool stored = f->matrix && run->dim == dim;
    if (!f->located)
        return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                          "family '%s' has no matrix '%s': read 'theta', its parameters", f->name,
                          name);
    if (run->plan.space.shared)
        return nes_refuse(nes_note_of(o), NES_ERR_DIMENSION,
                          "'%s' is not made where coordinates are shared out: read 'std_x', the "
                          "roots of the diagonal",
                          name);
    if (dim > MOST_ROWS && !stored)
        return nes_refuse(nes_note_of(o), NES_ERR_DIMENSION,
                          "'%s' of %zu variables is not made, because %s: up to %d variables it "
                          "is; read 'std_x', the roots of the diagonal",
                          name, dim,
                          f->matrix ? "some are fixed or choices" : "the family has no full matrix",
                          MOST_ROWS);
    *n = dim * dim;
    return NES_OK;
}

/* Writes A of the free variables alone. */
static void find_factor(const struct nes_run *run, double *a)
{
    const size_t d = run->dim;
    for (size_t j = 0; j < d; j++) run->g.dist.family->widths->axis(&run->g.dist, j, a + j * d);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < i; j++) {
            const double above = a[j * d + i];
            a[j * d + i] = a[i * d + j];
            a[i * d + j] = above;
        }
}

/* a <- a a^T: a row is no longer needed once its products with itself and the rows above it are
 * there. */
static void square(size_t d, double *a, double *row)
{
    for (size_t i = d; i-- > 0;) {
        for (size_t j = 0; j <= i; j++) row[j] = nes_dot(d, a + i * d, a + j * d);
        memcpy(a + i * d, row, (i + 1) * sizeof *row);
    }
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < i; j++) a[j * d + i] = a[i * d + j];
}

nes_status nes_copy_factor(nes_opt *o, struct nes_run *run, double *a)
{
    find_factor(run, a);
    if (o->domain != NULL) nes_domain_matrix(o->domain, a);
    return NES_OK;
}

nes_status nes_copy_covariance(nes_opt *o, struct nes_run *run, double *c)
{
    const nes_allocator *memory = &run->plan.s.allocator;
    double *row = nes_allocate(memory, run->dim * sizeof *row);
    if (row == NULL)
        return nes_refuse(nes_note_of(o), NES_ERR_MEMORY,
                          "there is no memory for a row of the covariance: read 'factor'");
    find_factor(run, c);
    square(run->dim, c, row);
    nes_release(memory, row);
    if (o->domain != NULL) nes_domain_matrix(o->domain, c);
    return NES_OK;
}

nes_status nes_theta_length(nes_opt *o, struct nes_run *run, const char *name, size_t *n)
{
    const nes_family *f = run->g.dist.family;
    *n = f->ntail != NULL ? f->ntail(&run->g.dist) : 0;
    if (f->located && *n == 0)
        return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                          "there is no '%s': family '%s' is described by 'mean_x' and 'factor'",
                          name, f->name);
    if (f->discrete && !run->plan.s.bits)
        return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                          "there is no '%s' of choices: read 'probabilities'", name);
    if (!f->located) *n = f->middle != NULL ? run->dim : f->scores->nparam(&run->g.dist);
    return NES_OK;
}

nes_status nes_copy_theta(nes_opt *o, struct nes_run *run, double *theta)
{
    (void)o;
    const nes_dist *p = &run->g.dist;
    const nes_family *f = p->family;
    if (f->middle != NULL) {
        f->middle(p, theta);
        return NES_OK;
    }
    const bool law = f->ntail != NULL; /* its parameters are at the end of theta */
    const double *from = p->theta + (law ? f->ntheta(p) - nes_law_ntheta(p->model) : 0);
    memcpy(theta, from, (law ? f->ntail(p) : f->scores->nparam(p)) * sizeof *theta);
    return NES_OK;
}
