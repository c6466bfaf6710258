/* SPDX-License-Identifier: MIT
 *
 * Options that only some methods use. The table says what each of them needs; an option that is not
 * in it is used by all. One that is given in vain is refused, since whoever gives it expects an
 * effect. What is off or has its default is not given. A field that was not set by name may be what
 * it would be anyway: resolved settings can be the settings of another run. */
#include <string.h>

#include "family/family.h"
#include "family/user_law.h"
#include "gradient/gradient.h"
#include "opt/settings/check.h"
#include "opt/settings/options.h"
#include "scheme/scheme.h"
#include "technique/restart.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/text.h"
#include "util/try.h"

/* What can be true of a run. */
typedef enum condition {
    ALWAYS,
    CHOSEN,  /* "auto" has looked for a method */
    OPEN,    /* the caller leaves the population to its formula */
    CENTRED, /* the distribution has a centre, and widths */
    WIDE,    /* initial widths are those of the distribution, or margins of bounds */
    RANDOM,  /* a run starts at random */
    FREE,    /* whether the start is evaluated is up to the caller */
    COMMA,
    ELITIST,
    RANKS,
    SHAPE,   /* has a rate of its own */
    CLAMPED, /* exponents of a step */
    TAILS,
    BINARY,  /* variables are bits */
    WHOLE,   /* they are, or some are integers */
    MOVABLE, /* degrees of freedom can be adapted */
    ADAPTED, /* and are, or other parameters of a tail */
    CAUCHY,  /* nu is 1, and the family knows the literal form */
    FITTED,  /* by least squares */
    MIXED,   /* samples of two generations */
    TESTED,  /* learning rates, by adaptation */
    NOISE,   /* which learning rates follow */
    PATHS,
    FACTORS, /* per coordinate, beside a matrix */
    BOUNDED,
    REPLACED, /* points that failed */
    RESTARTED,
    SHARED,  /* runs go on side by side */
    RESIZED, /* later runs have other populations */
    RACED,
    CONDITIONS
} condition;

typedef struct use {
    const char *option;
    condition needs[2]; /* both */
    const char *remedy;
} use;

static const char AUTO[] = "method 'auto' that is free to choose the family";
static const char CENTRE[] =
    "a family with a centre, not 'user', and not 'bernoulli', whose variables are bits";
static const char STRINGS[] = "family 'bernoulli', whose variables are bits";
static const char LAW[] = "restarts, or a call without x0";
static const char INTEGERS[] = "family 'bernoulli', or integers (option 'integer')";
static const char CLIMBER[] = "scheme 'elitist', as method '1+1-xnes' has";
static const char SEVERAL[] = "scheme 'comma', as method 'xnes' has";
static const char STUDENT[] = "family 'student' with scheme 'comma', as method 't-xnes' has";
static const char TEST[] = "adaptation 'virtual', as method 'xnes-as' has, 'sampled' or 'mixed'";
static const char SNR[] = "rates 'snr', as method 'snes-snr' has";
static const char CUMULATED[] = "method 'dd-xnes', 'cr-fm-nes' or 'lm-ma-es'";
static const char DD[] = "family 'gauss-dd', as method 'dd-xnes' has";
static const char AGAIN[] = "restarts 'interleaved', 'ipop' or 'bipop'";
static const char INTERLEAVED[] = "restarts 'interleaved'";
static const char LARGER[] = "restarts 'ipop' or 'bipop'";
static const char RACE[] = "a challenger, such as 'snes'";

static const use table[] = {
    {"preset", {OPEN}, "a population that is left to its formula, without popsize"},
    {"full_limit", {CHOSEN}, AUTO},
    {"eval_time", {CHOSEN}, AUTO},
    {"sigma", {WIDE}, CENTRE},
    {"scale", {WIDE}, CENTRE},
    {"std", {WIDE}, CENTRE},
    {"start_lower", {CENTRED}, CENTRE},
    {"start_lower", {RANDOM}, LAW},
    {"start_upper", {CENTRED}, CENTRE},
    {"start_upper", {RANDOM}, LAW},
    {"start_mean", {CENTRED}, CENTRE},
    {"start_mean", {RANDOM}, LAW},
    {"start_std", {CENTRED}, CENTRE},
    {"start_std", {RANDOM}, LAW},
    {"eval_start", {FREE}, "noisy 'no' or 'yes', since 'auto' evaluates the start in any case"},
    {"eta_mu", {CENTRED}, CENTRE},
    {"eta_mu", {COMMA}, "scheme 'comma', since a hill climber moves to the better point itself"},
    {"eta_shape",
     {SHAPE},
     "gradient 'local' with a full matrix, or family 'gauss-full', 'student' or 'gauss-vd'"},
    {"eta_diag", {FACTORS}, DD},
    {"refresh", {FACTORS}, DD},
    {"shaping", {COMMA}, SEVERAL},
    {"mean_utilities", {CENTRED}, CENTRE},
    {"ties", {COMMA, RANKS}, "scheme 'comma' and a shaping by ranks, not 'raw'"},
    {"exponent_limit", {CLAMPED}, "gradient 'local', and another family than 'gauss-exp'"},
    {"elitist_up", {ELITIST}, CLIMBER},
    {"elitist_down", {ELITIST}, CLIMBER},
    {"elitist_learn", {ELITIST}, CLIMBER},
    {"margin", {WHOLE}, INTEGERS},
    {"nu", {TAILS}, "family 'student', as method 't-xnes' has, or 'student-diag'"},
    {"adapt_nu", {MOVABLE}, STUDENT},
    {"eta_nu", {COMMA, ADAPTED}, "adapt_nu, with method 't-xnes', or a radial law with parameters"},
    {"cauchy_literal", {ELITIST, CAUCHY}, "nu 1 and method '1+1-cauchy'"},
    {"baseline", {FITTED}, "gradient 'fisher', as method 'canonical' has"},
    {"mixing_alpha", {MIXED}, "mixing 'importance', as method 'xnes-im' has"},
    {"c_rho", {TESTED}, TEST},
    {"as_ratio", {TESTED}, TEST},
    {"as_grow", {TESTED}, TEST},
    {"as_decay", {TESTED}, TEST},
    {"as_most", {TESTED}, TEST},
    {"snr_alpha", {NOISE}, SNR},
    {"snr_beta_mean", {NOISE}, SNR},
    {"snr_beta_shape", {NOISE}, SNR},
    {"snr_gamma", {NOISE}, SNR},
    {"path_sigma", {PATHS}, CUMULATED},
    {"path_shape", {PATHS}, CUMULATED},
    {"path_diag", {FACTORS}, DD},
    {"rank_one", {PATHS}, CUMULATED},
    {"rank_one_diag", {FACTORS}, DD},
    {"bounds", {BOUNDED}, "lower or upper"},
    {"replacements", {REPLACED}, "failures 'resample'"},
    {"tolx", {CENTRED}, CENTRE},
    {"tolx_abs", {CENTRED}, CENTRE},
    {"settled", {BINARY}, STRINGS},
    {"max_condition", {CENTRED}, CENTRE},
    {"max_growth", {CENTRED}, CENTRE},
    {"restart_p", {SHARED}, INTERLEAVED},
    {"restart_slice", {SHARED}, INTERLEAVED},
    {"restart_factor", {RESIZED}, LARGER},
    {"restart_max", {RESIZED}, LARGER},
    {"restart_agree", {RESTARTED}, AGAIN},
    {"max_runs", {RESTARTED}, AGAIN},
    {"restart_limit", {RESIZED}, LARGER},
    {"race_first", {RACED}, RACE},
    {"race_length", {RACED}, RACE},
};

/* The first word of a technique's option does nothing. */
static bool has_technique(const nes_plan *p, size_t i)
{
    return p->technique[i] != nes_technique_at(p->technique[i]->option, 0);
}

static void set_parts(const nes_plan *p, bool *holds)
{
    const nes_family *f = p->family;
    const bool closed = !p->gradient->scores || f->scores->along != NULL;
    holds[CENTRED] = f->located;
    holds[WIDE] = f->located || p->bounder != NULL;
    holds[COMMA] = !p->scheme->elitist;
    holds[ELITIST] = p->scheme->elitist;
    holds[RANKS] = !p->shaping->raw;
    holds[SHAPE] = nes_has_shape_rate(f, p->gradient->scores);
    holds[CLAMPED] = closed && (f->uses & NES_USES_LIMIT) != 0;
    holds[TAILS] = f->nu != NULL;
    holds[BINARY] = f->binary;
    holds[WHOLE] = f->binary || p->integers > 0;
    holds[MOVABLE] = holds[COMMA] && (f->uses & NES_USES_ADAPT_NU) != 0;
    holds[ADAPTED] = (holds[MOVABLE] && p->s.adapt_nu) || nes_law_ntau(p->s.radial) > 0;
    holds[CAUCHY] = p->s.nu == 1 && (f->uses & NES_USES_LITERAL) != 0;
    holds[FITTED] = p->gradient->fits;
    holds[MIXED] = has_technique(p, NES_MIXING);
    holds[TESTED] = has_technique(p, NES_ADAPTATION);
    holds[NOISE] = has_technique(p, NES_RATES);
    holds[PATHS] = f->carries || (f->uses & NES_USES_PATHS) != 0;
    holds[FACTORS] = (f->uses & NES_USES_DIAG) != 0;
}

static void set_frame(const nes_plan *p, const nes_settings *user, const double *x0, bool *holds)
{
    const nes_strategy *s = p->strategy;
    holds[ALWAYS] = true;
    holds[CHOSEN] = p->reason != NULL && !p->family->binary;
    holds[OPEN] = user->popsize == 0;
    holds[RANDOM] = x0 == NULL || s->restarts;
    holds[FREE] = strcmp(p->s.noisy, "auto") != 0;
    holds[BOUNDED] = p->bounder != NULL;
    holds[REPLACED] = p->replaces;
    holds[RESTARTED] = s->restarts;
    holds[SHARED] = s->restarts && !s->resizes;
    holds[RESIZED] = s->resizes;
    holds[RACED] = p->races;
}

static bool is_off(const nes_field *f, const nes_settings *s)
{
    const void *at = nes_field_of(s, f);
    if (f->option.type == NES_TYPE_FLAG) return !*(const bool *)at;
    return f->option.type == NES_TYPE_REAL && f->option.off && *(const double *)at == NES_OFF;
}

/* Whether the option would be the same if it had not been given. */
static bool is_the_same(const nes_plan *p, const nes_field *f, const nes_settings *user,
                        const double *x0)
{
    char given[64], otherwise[64];
    nes_settings s = *user;
    nes_plan plan;
    nes_field_reset(f, &s);
    if (nes_resolve(&plan, &p->space, x0, &s, (nes_note){NULL, 0}) != NES_OK) return false;
    nes_get(user, f->option.name, given, sizeof given);
    nes_get(&plan.s, f->option.name, otherwise, sizeof otherwise);
    return f->option.type != NES_TYPE_ARRAY && strcmp(given, otherwise) == 0;
}

/* "method 'xnes'", or the parts of what has no name. */
static void describe(const nes_plan *p, char *text, size_t size)
{
    if (p->method != NULL)
        nes_print(text, size, "method '%s'%s", p->method->name,
                  p->reason != NULL ? ", which auto has chosen" : "");
    else
        nes_print(text, size, "family '%s' with gradient '%s' and scheme '%s'", p->family->name,
                  p->gradient->name, p->scheme->name);
}

static nes_status refuse(const nes_plan *p, const nes_settings *user, const use *u, nes_note note)
{
    const nes_field *f = nes_field_find(u->option);
    char value[64] = "given", who[128];
    if (f->option.type == NES_TYPE_REAL)
        nes_print(value, sizeof value, "%g", *(const double *)nes_field_of(user, f));
    else if (f->option.type != NES_TYPE_ARRAY)
        nes_get(user, u->option, value, sizeof value);
    describe(p, who, sizeof who);
    return nes_refuse(note, NES_ERR_METHOD,
                      "option '%s' is %s, which is of no use with %s: it needs %s; choose that, "
                      "or leave '%s' out",
                      u->option, value, who, u->remedy, u->option);
}

nes_status nes_check_uses(const nes_plan *p, const nes_settings *user, const double *x0,
                          nes_note note)
{
    bool holds[CONDITIONS];
    set_parts(p, holds);
    set_frame(p, user, x0, holds);
    for (const use *u = table; u < table + sizeof table / sizeof *table; u++) {
        if (holds[u->needs[0]] && holds[u->needs[1]]) continue;
        const nes_field *f = nes_field_find(u->option);
        if (nes_field_is_default(f, user) || is_off(f, user)) continue;
        if (nes_field_is_marked(f, user) || !is_the_same(p, f, user, x0))
            return refuse(p, user, u, note);
    }
    return NES_OK;
}
