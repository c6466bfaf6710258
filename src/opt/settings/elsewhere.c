/* SPDX-License-Identifier: MIT
 *
 * What other optimisers call the options of this library. The names are those of pycma, cmaes.m,
 * SciPy, NLopt, Optuna, cmaes, Nevergrad, pymoo, fcmaes, pagmo, EvoTorch, Hyperopt,
 * scikit-optimize, R and MATLAB. They are hints and no other names: no option can be set by them.
 */
#include "opt/settings/elsewhere.h"

#include <stdbool.h>
#include <string.h>

#include "util/letter.h"
#include "util/sentence.h"

/* clang-format off */
static const nes_elsewhere table[] = {
    /* When to stop */
    {"maxfevals maxfev maxfun maxeval maxev maxfunevals max_nfev max_fun_evals stop_fun_evals stop_max_fun_evals "
     "max_function_evaluations max_evaluations max_fevals max_bb_eval num_evals n_eval n_evals n_trials n_calls "
     "budget num_samples", "max_evals", ""},
    {"maxiter maxit max_iterations stop_iter stop_max_iter iterations iters niter n_iter n_iterations n_gen ngen gen "
     "num_generations n_generations generations max_generations", "max_gens", "it counts generations, max_evals evaluations"},
    {"timeout max_seconds time_limit time_budget", "max_time", "in seconds"},
    {"ftarget stopval stop_value stop_fitness stopfit f_target f_min loss_threshold objective_limit fitness_limit "
     "solution_target value_to_reach vtr", "target", ""},
    {"tolfunhist tolhistfun ftol fatol ftol_abs f_tol tol_f atol abstol function_tolerance", "tolfun", "an absolute difference of values"},
    {"tolfunrel ftol_rel rtol reltol f_min_rtol convergence_tolerance", "tolfun", "an absolute difference of values, not a relative one"},
    {"tol accuracy", "tolfun", "for values; tolx and tolx_abs are for standard deviations"},
    {"xtol_rel xrtol x_rtol", "tolx", "for standard deviations relative to their initial values"},
    {"xtol_abs xatol xtol x_tol step_tolerance final_tr_radius rhoend", "tolx_abs",
     "for standard deviations themselves; tolx is relative to their initial values"},
    {"minstd mindx diff_min_change", "tolx_abs", "it ends a run; no option keeps standard deviations from shrinking, but for integers margin does"},
    {"maxstd maxstd_boundrange sigma_max diff_max_change", "max_growth", "it ends a run; no option keeps standard deviations from growing"},
    {"tolfacupx tolupsigma tolupx", "max_growth", "a standard deviation relative to its initial value"},
    {"tolconditioncov conditioncov max_cond", "max_condition", ""},
    {"tolflatfitness stop_on_equal_function_values", "flat", ""},
    {"tolstagnation tolxstagnation stop_on_stagnation niter_success max_stall_generations patience", "stagnation",
     "a part of the run, below 1, and not a number of generations"},
    {"noeffectaxis noeffectcoord", "noeffect", ""},
    {"termination_callback callbacks output_fcn iteration_callback is_terminate early_stop_fn should_stop termination", "callback", ""},

    /* Where to start */
    {"typical_x guess x_start xstart start_point starting_point initial_point initial_guess initial_solution initial_x "
     "init_x center_init start", "x0", ""},
    {"sigma0 sigma_init init_sigma initial_sigma insigma input_sigma step_size initial_step stdev_init std_init "
     "initial_tr_radius rhobeg", "sigma", ""},
    {"scaling_of_variables parscale x_weights x_scale cma_stds cma_teststds scaling", "scale",
     "relative to sigma; std has the standard deviations themselves"},
    {"stds std0 stdev", "std", ""},
    {"cov cov0 covariance", "factor", "a matrix A, row by row, where A A^T is the covariance"},
    {"eval_initial_x", "eval_start", ""},
    {"points_to_evaluate initial_population initial_population_matrix initial_simplex init_points initial_design "
     "enqueue_trial warm_start source_trials y0", "inject", ""},
    {"n_startup_trials n_startup_jobs n_initial_points n_random_starts", "", "the first points are drawn around the start, by sigma, and none at random before"},
    {"n_var n_dim ndim num_dims dimension n_variables solution_length", "dim", ""},

    /* The variables and their bounds */
    {"lb lbound lbounds lower_bound lower_bounds xl", "lower", ""},
    {"ub ubound ubounds upper_bound upper_bounds xu", "upper", ""},
    {"pbounds bound_range ranges initial_bounds domain box limits", "lower upper", ""},
    {"fixed_variables fixed", "lower upper", "a variable whose bounds are equal is fixed"},
    {"boundary_handler boundary_handling bound_handling force_bounds", "bounds", ""},
    {"bound_transform", "bounds=transform", ""},
    {"n_max_resampling bound_resample", "bounds=resample", ""},
    {"integer_variables intcon int_vars integers", "integer", "a 1 for each variable that is an integer and a 0 for each other one, not their numbers"},
    {"integrality", "integer", ""},
    {"with_margin", "margin", ""},
    {"categorical_dimensions cat_dim_num cat_num categories categorical_variables nominal", "choices", "a number of values for each variable that is a choice and a 0 for each other one"},
    {"log_scale log_variables loguniform transformation", "log", "a 1 for each variable that is searched by its logarithm, else a 0"},

    /* The objective and its evaluations */
    {"direction mode sense objective_sense maximise maximization minimize fnscale", "maximize=yes", "where larger values are better; else values are minimised"},
    {"directions objectives n_obj n_objectives", "", "there is one objective: make one value of several"},
    {"constraint nonlcon is_feasible n_constr n_ieq_constr n_eq_constr", "constraints",
     "the number of constraints: an evaluation gives the value and then so many numbers g, of which g <= 0 is wanted"},
    {"feasibility_tol catol", "constraint_tol", "a number for each constraint"},
    {"workers n_jobs num_workers max_workers n_workers nproc processes n_processes num_actors num_cpus parallel parallelize "
     "parallel_objective use_parallel eval_parallel", "jobs", ""},
    {"vectorised use_vectorized", "vectorized", ""},
    {"noise_handling noise_handler noise_on noise is_noisy uncertainty_handling noise_change_sigma_exponent "
     "noise_kappa_exponent", "noisy=yes", ""},
    {"n_retries max_retries max_retry retry", "retries", ""},
    {"updating", "", "all points of a generation are evaluated before the next one is made"},
    {"disp verb_disp verb_time verbose verbosity show_progress_bar progress_bar display iprint print_level disp_modulo "
     "disp_final trace", "progress", ""},
    {"verb_filenameprefix verb_log verb_append save_variables save_history output_dir out_dir log_dir storage study_name", "out", ""},
    {"random_state random_seed rseed rng randn", "seed", ""},

    /* How to search */
    {"algorithm algo optimizer sampler", "method", ""},
    {"lambda population_size population n_pop num_particles swarmsize cma_popsize n_offsprings", "popsize", ""},
    {"popsize_factor popmul", "popsize", "the number of points itself; preset=robust doubles the default"},
    {"restart_strategy", "restarts", "ipop, bipop or interleaved"},
    {"bipop", "restarts=bipop", ""},
    {"ipop", "restarts=ipop", ""},
    {"maxrestarts n_restarts num_restarts restart_from_best", "max_runs", "it counts the first run, too"},
    {"inc_popsize incpopsize", "restart_factor", ""},
    {"cma_active cma_active_injected active", "shaping=active", ""},
    {"cma_diagonal diagonal_only use_separable_cma separable", "method=snes", "one standard deviation per variable, and no more"},
    {"cma_elitist elitist elitism", "scheme=elitist", ""},
    {"cma_mirrors cma_mirrormethod mirrored mirrored_sampling antithetic", "sampling=mirrored", ""},
    {"cma_recombination_weights recombination_weights weights", "shaping=table utilities", "popsize numbers, best first"},
    {"cma_mu mu parent_number n_parents elite_ratio ranking_method", "shaping", ""},
    {"cma_cmean cmean center_learning_rate lr_mean", "eta_mu", ""},
    {"cma_on cma_rankmu ccov ccovmu cmu eta_b stdev_learning_rate", "eta_shape", ""},
    {"cma_rankone ccov1", "rank_one", ""},
    {"adapt_sigma csa_dampfac damps", "eta_sigma", "the learning rate of the step size; with 0 it stays as it is in xnes, snes and cr-fm-nes, but not in dd-xnes, block-xnes, lm-ma-es and snes-snr"},
    {"lr_adapt", "rates=snr", ""},
    {"updatecovwait update_gap lazy_update_gap", "refresh", ""},
    {"cma_sampler", "family", ""},

    /* Other algorithms, and words that have no counterpart */
    {"cma cma_es cmaes acma_es active_cma_es dd_cma dd_cma_es ma_es lq_cma_es fcma fcmaes pycma libcmaes",
     "method=dd-xnes", "it learns a covariance matrix as CMA-ES does"},
    {"bipop_cma_es bipop_cma", "method=dd-xnes restarts=bipop", ""},
    {"ipop_cma_es ipop_cma", "method=dd-xnes restarts=ipop", ""},
    {"sep_cma_es sep_cma diagonal_cma", "method=snes", "one standard deviation per variable"},
    {"vd_cma vd_cma_es vkd_cma vkd_cma_es", "method=cr-fm-nes", "a standard deviation per variable and one direction besides"},
    {"lm_cma lm_cma_es rm_es r1_es", "method=lm-ma-es", "directions instead of a matrix"},
    {"1+1_cma_es 1+1_es 1+1 one_plus_one", "method=1+1-xnes", ""},
    {"nes es evolution_strategy natural_evolution_strategies", "method=xnes", ""},
    {"openai_es pgpe pepg", "method=snes", "for many parameters"},
    {"pbil umda cga compact_ga", "method=categorical", "for variables that are bits or choices"},
    {"catcma cat_cma catcmawm catcma_with_margin", "choices", "method auto searches them beside real variables and integers"},
    {"differential_evolution de pso nelder_mead powell cobyla cobyqa bobyqa newuoa sbplx bfgs l_bfgs l_bfgs_b slsqp cg tnc "
     "newton_cg trust_constr dual_annealing simulated_annealing basinhopping shgo direct brute isres mlsl crs esch tpe "
     "random bayes ga nsga2", "method=auto", "all methods here are natural evolution strategies"},
    {"jac hess hessp grad gradf gradient_function gtol optimality_tolerance eps finite_diff_rel_step hess_inv0 maxcor maxls", "",
     "no derivatives are used"},
    {"polish local_optimizer minimizer_kwargs no_local_search finish", "", "no other search refines the answer; a smaller tolx or tolfun gives more digits"},
    {"eval_final_mean", "", "the result has the centre of the distribution, which can be evaluated"},
    {"strategy mutation recombination crossover acceptance take_step initial_temp visit accept", "", "it is a part of another algorithm"},
    {"conditioncov_alleviate cma_const_trace cma_diagonal_decoding cma_eigenmethod cma_sampler_options cma_dampsvec_fac "
     "cma_dampsvec_fade cma_injections_threshold_keep_len csa_damp_mueff_exponent csa_disregard_length "
     "csa_clip_length_value csa_squared csa_invariant_path mean_shift_line_samples pc_line_samples "
     "stall_sigma_change_on_divergence_iterations verb_disp_overwrite verb_log_expensive verb_plot vv "
     "signals_filename independent_sampler warn_independent_sampling consider_pruned_trials", "", "nothing here corresponds to it"},

    /* Options of this library whose name means another thing elsewhere */
    {"tolx", "tolx_abs", "here tolx is relative to the initial standard deviations, as NLopt's xtol_rel; tolx_abs is absolute, as tolx of pycma"},
    {"bounds", "lower upper", "bounds is the way to keep points inside; lower and upper are the numbers"},
    {"constraints", "constraints", "their number, as in constraints=2: an evaluation gives the value and then so many numbers g, of which g <= 0 is wanted"},
};
/* clang-format on */

/* What nes_set() does not set, and where a C program finds it. */
static const struct {
    const char *word, *answer;
} beside[] = {
    {"callback", "nes_set_progress() takes a function that can end the run"},
    {"dim", "the number of variables is an argument of nes_create()"},
    {"inject", "evaluate such points yourself, and start from the best of them"},
    {"out", "nes_save() keeps a run"},
    {"progress", "nes_set_progress() takes a function that is told how the run stands"},
    {"vectorized", "nes_ask() hands out all points of a generation at once"},
    {"x0", "the start is an argument of nes_create()"},
};

enum { ROWS = sizeof table / sizeof *table, BESIDE = sizeof beside / sizeof *beside };

const nes_elsewhere *nes_elsewhere_at(size_t i)
{
    return i < ROWS ? &table[i] : NULL;
}

/* The next character that tells names apart; 0: the name has ended. Case and signs such as "-" do
 * not: maxFunEvals, max_fun_evals and (1+1)-ES are found however they are written. */
static int next_letter(const char **at)
{
    while (**at != '\0' && strchr("_-.()", **at) != NULL) ++*at;
    if (**at == '\0' || **at == ' ') return 0;
    return nes_lower(*(*at)++);
}

/* Whether the word is the name that begins there and ends at a blank. */
static bool is_same_name(const char *name, const char *word)
{
    int a, b;
    do {
        a = next_letter(&name);
        b = next_letter(&word);
    } while (a != 0 && a == b);
    return a == b && *word == '\0';
}

static bool has_name(const nes_elsewhere *row, const char *word)
{
    for (const char *name = row->names; *name != '\0'; name += strspn(name, " ")) {
        if (is_same_name(name, word)) return true;
        name += strcspn(name, " ");
    }
    return false;
}

const nes_elsewhere *nes_elsewhere_find(const char *name)
{
    for (size_t i = 0; name != NULL && i < ROWS; i++)
        if (has_name(&table[i], name)) return &table[i];
    return NULL;
}

const char *nes_elsewhere_text(const char *name, const char *what)
{
    const nes_elsewhere *row = nes_elsewhere_find(name);
    if (row == NULL || what == NULL) return NULL;
    if (strcmp(what, "here") == 0) return row->here;
    return strcmp(what, "doc") == 0 ? row->doc : NULL;
}

const char *nes_elsewhere_answer(const nes_elsewhere *row, const char *option, char *text,
                                 size_t size)
{
    const char *here = row->here;
    const size_t known = strlen(option);
    text[0] = '\0';
    if (known > 0 && strncmp(here, option, known) == 0 && here[known] == '=') here += known + 1;
    for (size_t i = 0; i < BESIDE; i++)
        if (strcmp(here, beside[i].word) == 0) {
            nes_print(text, size, "%s", beside[i].answer);
            return text;
        }
    for (const char *joint = "write "; *here != '\0'; joint = " and ") {
        const size_t n = strcspn(here, " ");
        nes_append(text, size, "%s%.*s", joint, (int)n, here);
        here += n + strspn(here + n, " ");
    }
    nes_append(text, size, "%s%s", text[0] != '\0' && row->doc[0] != '\0' ? ": " : "", row->doc);
    return text;
}
