/* SPDX-License-Identifier: MIT
 *
 * nes run --c FILE --cc-flags FLAGS --dim N: source in C or C++, compiled (objective/compile.h) and
 * loaded. */
#include "objective/compile.h"
#include "objective/objective.h"

/* What is compiled together with C++: a declaration that gives the objective a plain name, so that
 * the user need not write extern "C", and a second source with a function that calls it and keeps
 * its exceptions. The source uses only what all standards of the language have in common, since the
 * user's flags choose one. The objective is weak there: a missing one is found once the library has
 * been loaded. */
static const char guard_declaration[] =
    "extern \"C\" double objective(__SIZE_TYPE__ n, const double *x);\n"
    "extern \"C\" void objectives(__SIZE_TYPE__ n, const double *x, double *out);\n";

static const char guard_source[] =
    "#include <exception>\n"
    "#define NES_SHOWN extern \"C\" __attribute__((visibility(\"default\")))\n"
    "extern \"C\" __attribute__((weak)) double objective(__SIZE_TYPE__ n, const double *x);\n"
    "extern \"C\" __attribute__((weak)) void objectives(__SIZE_TYPE__ n, const double *x, double "
    "*out);\n"
    "NES_SHOWN int nes_guard_record(__SIZE_TYPE__ n, const double *x, double *value);\n"
    "NES_SHOWN int nes_guard_outputs(__SIZE_TYPE__ n, const double *x, double *out);\n"
    "NES_SHOWN const char *nes_guard_said();\n"
    "static __thread char text[512];\n"
    "\n"
    "static int failed(const char *from)\n"
    "{\n"
    "    __SIZE_TYPE__ n = 0;\n"
    "    for (; from[n] != '\\0' && n + 1 < sizeof text; n++) text[n] = from[n];\n"
    "    text[n] = '\\0';\n"
    "    return 2;\n" /* NES_FAILED */
    "}\n"
    "\n"
    "static void call(__SIZE_TYPE__ n, const double *x, double *to, bool all)\n"
    "{\n"
    "    if (all)\n"
    "        objectives(n, x, to);\n"
    "    else\n"
    "        *to = objective(n, x);\n"
    "}\n"
    "\n"
    "static int guard(__SIZE_TYPE__ n, const double *x, double *to, bool all)\n"
    "{\n"
    "    text[0] = '\\0';\n"
    "#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)\n"
    "    try {\n"
    "        call(n, x, to, all);\n"
    "        return 1;\n" /* NES_MEASURED */
    "    } catch (const std::exception &e) {\n"
    "        return failed(e.what());\n"
    "    } catch (...) {\n"
    "        return failed(\"not a std::exception\");\n"
    "    }\n"
    "#else\n"
    "    (void)failed;\n"
    "    call(n, x, to, all);\n"
    "    return 1;\n"
    "#endif\n"
    "}\n"
    "\n"
    "int nes_guard_record(__SIZE_TYPE__ n, const double *x, double *value)\n"
    "{\n"
    "    return guard(n, x, value, false);\n"
    "}\n"
    "\n"
    "int nes_guard_outputs(__SIZE_TYPE__ n, const double *x, double *out)\n"
    "{\n"
    "    return guard(n, x, out, true);\n"
    "}\n"
    "\n"
    "const char *nes_guard_said()\n"
    "{\n"
    "    return text;\n"
    "}\n";

/* What takes the compiled library. */
typedef struct loading {
    objective *o;
    const char *file;
    const library_wish *wish;
} loading;

static int load(const char *path, void *data)
{
    const loading *l = data;
    const int status = objective_library(l->o, path, NULL, l->file, l->wish);
    if (status == 0 && compile_is_cpp(l->file))
        objective_library_guard(l->o,
                                l->wish->outputs > 0 ? "nes_guard_outputs" : "nes_guard_record",
                                "nes_guard_said");
    return status;
}

int objective_c(objective *o, const char *file, const char *flags, const library_wish *wish)
{
    const compile_request request = {
        .file = file, .flags = flags, .declaration = guard_declaration, .guard = guard_source};
    loading l = {o, file, wish};
    const int status = objective_init(o, wish->dim);
    return status == 0 ? compile_source(&request, load, &l) : status;
}
