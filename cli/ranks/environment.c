/* SPDX-License-Identifier: MIT
 *
 * See ranks/environment.h. */
#include "ranks/environment.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

/* Whether an environment variable belongs to Open MPI, its library for process management, or
 * MPICH. Settings of the user, such as OMPI_MCA_btl, are not among these. */
static bool is_of_job(const char *variable)
{
    static const char *const beginnings[] = {
        "PMIX_",          "PMI_",           "OMPI_MCA_orte_",   "OMPI_MCA_ess",
        "OMPI_MCA_pmix=", "OMPI_APP_CTX_",  "OMPI_NUM_APP_CTX", "OMPI_FIRST_RANKS",
        "OMPI_COMMAND",   "OMPI_UNIVERSE_", "OMPI_FILE_",       "OMPI_MCA_initial_wdir"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(variable, beginnings[i], strlen(beginnings[i])) == 0) return true;
    return false;
}

void environment_leave_job(void)
{
    char name[128];
    for (size_t i = 0; environ != NULL && environ[i] != NULL;) {
        const size_t n = strcspn(environ[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)n, environ[i]);
        if (!is_of_job(environ[i]) || n >= sizeof name || unsetenv(name) != 0) i++;
    }
}
