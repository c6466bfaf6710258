/* SPDX-License-Identifier: MIT
 *
 * What an option may need of a run to have an effect: a name for the option table, and the words in
 * which the option is refused to a run that lacks it. opt/settings/uses.c finds out what holds. */
#pragma once

#define NES_CENTRE "a family with a centre, not 'user', 'categorical' or 'bernoulli'"

/* Of an option with several needs, the first one in this order that is missing is named. */
#define NES_NEEDS(X)                                                                               \
    X(OPEN, "a population that is left to its formula, without popsize")                           \
    X(CHOSEN, "method 'auto' that is free to choose the family")                                   \
    X(WIDE, NES_CENTRE) /* or margins of bounds, which initial widths are then */                  \
    X(CENTRED, NES_CENTRE)                                                                         \
    X(RANDOM, "restarts, or a call without x0")                                                    \
    X(FREE, "noisy 'no' or 'yes', since 'auto' evaluates the start in any case")                   \
    X(STEPS, "scheme 'comma', since a hill climber moves to the better point itself")              \
    X(COMMA, "scheme 'comma', as method 'xnes' has")                                               \
    X(RANKS, "scheme 'comma' and a shaping by ranks, not 'raw'")                                   \
    X(ELITIST, "scheme 'elitist', as method '1+1-xnes' has")                                       \
    X(SHAPE,                                                                                       \
      "gradient 'local' with a full matrix, or family 'gauss-full', 'student' or 'gauss-vd'")      \
    X(CLAMPED, "gradient 'local', and another family than 'gauss-exp'")                            \
    X(TAILS, "family 'student', as method 't-xnes' has, or 'student-diag'")                        \
    X(BINARY, "family 'bernoulli', whose variables are bits")                                      \
    X(WHOLE, "family 'bernoulli', or integers (option 'integer')")                                 \
    X(DISCRETE, "integers, choices (option 'choices') or bits")                                    \
    X(MOVABLE, "family 'student' with scheme 'comma', as method 't-xnes' has")                     \
    X(ADAPTED, "adapt_nu, with method 't-xnes', or a radial law with parameters")                  \
    X(CAUCHY, "nu 1 and method '1+1-cauchy'")                                                      \
    X(FITTED, "gradient 'fisher', as method 'canonical' has")                                      \
    X(MIXED, "mixing 'importance', as method 'xnes-im' has")                                       \
    X(TESTED, "adaptation 'virtual', as method 'xnes-as' has, 'sampled' or 'mixed'")               \
    X(NOISE, "rates 'snr', as method 'snes-snr' has")                                              \
    X(PATHS, "method 'dd-xnes', 'cr-fm-nes' or 'lm-ma-es'")                                        \
    X(FACTORS, "family 'gauss-dd', as method 'dd-xnes' has, or 'gauss-block'")                     \
    X(MODELLED, "model 'on', with method 'dd-xnes'")                                               \
    X(CHOOSING, "choices (option 'choices'), or method 'categorical'")                             \
    X(GROUPED, "family 'gauss-block', as method 'block-xnes' has") /* or auto saw one group */     \
    X(BOUNDED, "lower or upper")                                                                   \
    X(CONSTRAINED, "constraints: their number (option 'constraints')")                             \
    X(MULTIPLIED, "constraints, and constraint_handling 'multipliers'")                            \
    X(REPLACED, "failures 'resample'")                                                             \
    X(RESTARTED, "restarts 'interleaved', 'ipop', 'bipop' or 'opinions'")                          \
    X(SHARED, "restarts 'interleaved'")                                                            \
    X(RESIZED, "restarts 'ipop', 'bipop' or 'opinions'")                                           \
    X(LIMITED, "restarts 'ipop' or 'bipop'")                                                       \
    X(RACED, "a challenger, such as 'snes'")

#define NES_NEED_NAME(name, text) name,
enum { NES_NEEDS(NES_NEED_NAME) NES_MOST_NEEDS };
