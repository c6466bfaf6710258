-- SPDX-License-Identifier: MIT
--
-- Views that several experiments use, over tables that those experiments have.

-- Published running times on the BBOB functions (published/README.md): the mean of the evaluations to come within 1e-7
-- of the optimum, infinite for never and null for not known; successes came within 1e-8.
CREATE VIEW published AS SELECT suite, algorithm, function, dimension AS dim, "art_1e-7" AS evaluations,
    CAST(successes AS INTEGER) AS successes, CAST(trials AS INTEGER) AS trials, successes / trials AS share
  FROM published_art;

-- Runs beside the values that other implementations of the same method gave, in a table
-- reference (labels, name, first, median, third, runs, solved, budget): quartiles, and how many runs were
-- solved within the budget; null: not said.
CREATE VIEW compared AS SELECT r.rowid AS i, r.*, count(*) AS n,
    iif(quick(), NULL, sum(hit <= r.budget)) AS within, median(hit) AS measured,
    median_low(hit) AS low, median_high(hit) AS high, share(hit, r.first) AS below_first,
    share(hit, r.median) AS below_median, share(hit, r.third) AS below_third
  FROM reference AS r JOIN runs ON cell = labels GROUP BY r.rowid;

-- The rows of a table of them.
CREATE VIEW compared_rows AS SELECT say('%s | %.0f | %.0f (%.0f to %.0f) | %.0f | %s', name, median, measured,
    low, high, budget,
    iif(solved + within >= 0, say('%d of %d | %d of %d', solved, runs, within, n), '– | –'))
  FROM compared ORDER BY i;

-- Differences of both with their standard errors. Of a quantile q of the reference: the share of the runs
-- below it is q, up to the error of both.
CREATE VIEW compared_differences AS SELECT difference, error, say('%s of %s', what, name) FROM (
    SELECT i, 1 AS j, name, 'first quartile' AS what, 0.25 - below_first AS difference,
      sqrt(0.25 * 0.75 * (1.0 / n + 1.0 / runs)) AS error FROM compared WHERE first > 0
    UNION ALL SELECT i, 2, name, 'median', 0.5 - below_median,
      sqrt(0.5 * 0.5 * (1.0 / n + 1.0 / runs)) FROM compared WHERE median > 0
    UNION ALL SELECT i, 3, name, 'third quartile', 0.75 - below_third,
      sqrt(0.75 * 0.25 * (1.0 / n + 1.0 / runs)) FROM compared WHERE third > 0
    UNION ALL SELECT i, 4, name, 'share of solved runs', 1.0 * within / n - 1.0 * solved / runs,
      share_error(within, n, 1.0 * solved / runs, runs) FROM compared WHERE solved + within >= 0)
  ORDER BY i, j;

-- Success of xNES and xNES-im-as on the functions of a table functions (i, suite, f), in 5 dimensions,
-- beside published runs of xNES, which had other restarts, and of the (1,4)-CMA-ES.
CREATE VIEW success AS SELECT i, suite, f, method, count(*) AS n, finite(hit) AS solved,
    finite_share(hit) AS share, running_time(evaluations, hit) AS time
  FROM runs JOIN functions ON function = 'f' || f GROUP BY i, method;
CREATE VIEW success_pair AS SELECT x.*, m.share AS m_share, m.time AS m_time,
    p.evaluations AS known_time, p.successes AS known_successes,
    c.evaluations AS peer_time, c.successes AS peer_successes, c.share AS peer_share,
    coalesce(c.trials, 15) AS peer_trials
  FROM success AS x JOIN success AS m ON m.f = x.f AND m.method = 'xnes-im-as'
    LEFT JOIN published AS p ON p.suite = x.suite AND p.algorithm = 'xNES' AND p.function = x.f AND p.dim = 5
    LEFT JOIN published AS c ON c.suite = x.suite AND c.algorithm = 'CMA-ES-1-4' AND c.function = x.f
      AND c.dim = 5
  WHERE x.method = 'xnes';
CREATE VIEW success_rows AS SELECT say('%s | %.3g | %.0f %% | %.3g | %.0f %% | %.3g | %d | %.3g | %d',
    title(suite, f), time, 100 * share, m_time, 100 * m_share, known_time, known_successes, peer_time,
    peer_successes)
  FROM success_pair ORDER BY i;

-- Whether xNES is better than the (1,4)-CMA-ES: more runs are solved beyond chance, or as many in less time.
-- A function without published runs counts as one on which all of 15 failed.
CREATE VIEW success_better AS SELECT *,
    CASE WHEN wilson_low(solved, n) > wilson_high(coalesce(peer_successes, 0), peer_trials) THEN 1
      ELSE wilson_high(solved, n) >= wilson_low(coalesce(peer_successes, 0), peer_trials)
        AND time < iif(peer_successes IS NULL, 9e999, peer_time) END AS better
  FROM success_pair;
