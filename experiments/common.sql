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

-- Success of xNES and xNES-im-as, with its default population and with 5d samples, on the functions of a table
-- functions (i, suite, f), in 5 dimensions, beside published runs of xNES, which had other restarts, and of the
-- (1,4)-CMA-ES.
CREATE VIEW success AS SELECT i, suite, f, method, count(*) AS n, finite(hit) AS solved,
    finite_share(hit) AS share, running_time(evaluations, hit) AS time
  FROM runs JOIN functions ON function = 'f' || f GROUP BY i, method;
CREATE VIEW success_pair AS SELECT x.*, m.share AS m_share, m.time AS m_time, l.share AS l_share, l.time AS l_time,
    p.evaluations AS known_time, p.successes AS known_successes,
    c.evaluations AS peer_time, c.successes AS peer_successes, c.share AS peer_share,
    coalesce(c.trials, 15) AS peer_trials
  FROM success AS x JOIN success AS m ON m.f = x.f AND m.method = 'xnes-im-as'
    JOIN success AS l ON l.f = x.f AND l.method = 'xnes-im-as-5d'
    LEFT JOIN published AS p ON p.suite = x.suite AND p.algorithm = 'xNES' AND p.function = x.f AND p.dim = 5
    LEFT JOIN published AS c ON c.suite = x.suite AND c.algorithm = 'CMA-ES-1-4' AND c.function = x.f
      AND c.dim = 5
  WHERE x.method = 'xnes';
CREATE VIEW success_rows AS SELECT
    say('%s | %.3g | %.0f %% | %.3g | %.0f %% | %.3g | %.0f %%', title(suite, f), time, 100 * share, m_time, 100 * m_share,
      l_time, 100 * l_share)
    || iif(known_time IS NULL, ' | – | –', say(' | %.3g | %d', known_time, known_successes))
    || iif(peer_time IS NULL, ' | – | –', say(' | %.3g | %d', peer_time, peer_successes))
  FROM success_pair ORDER BY i;

-- Where xNES-im-as has a shorter or a longer expected running time than xNES, by its population.
CREATE VIEW success_mixed AS SELECT 0 AS larger, 'with the default population' AS population, i, f, solved, n, time,
    m_time AS mixed, m_share AS mixed_share FROM success_pair
  UNION ALL SELECT 1, 'with 5d samples', i, f, solved, n, time, l_time, l_share FROM success_pair;

-- Expected running times to the published precisions, of a table runs of the kind "precisions" (to_1e1 .. to_1e_7), and
-- the published ones.
CREATE TABLE precisions (k INTEGER PRIMARY KEY, precision);
INSERT INTO precisions VALUES (1, 10), (2, 1), (3, 0.1), (4, 0.01), (5, 1e-3), (6, 1e-5), (7, 1e-7);
CREATE VIEW ladder AS SELECT function, method, goal AS precision, running_time(min(evaluations, step), step) AS time
  FROM (SELECT function, method, evaluations, p.precision AS goal, CASE k WHEN 1 THEN to_1e1 WHEN 2 THEN to_1e0
        WHEN 3 THEN to_1e_1 WHEN 4 THEN to_1e_2 WHEN 5 THEN to_1e_3 WHEN 6 THEN to_1e_5 ELSE to_1e_7 END AS step
      FROM runs, precisions AS p)
  GROUP BY function, method, goal;
CREATE VIEW published_ladder AS SELECT suite, algorithm, CAST(function AS INTEGER) AS f,
    CAST(dimension AS INTEGER) AS dim, precision, CASE k WHEN 1 THEN "art_1e1" WHEN 2 THEN "art_1e0" WHEN 3 THEN "art_1e-1" WHEN 4 THEN "art_1e-2"
      WHEN 5 THEN "art_1e-3" WHEN 6 THEN "art_1e-5" ELSE "art_1e-7" END AS time
  FROM published_art, precisions;

-- Whether xNES is better than the (1,4)-CMA-ES: more runs are solved beyond chance, or as many in less time.
-- A function without published runs counts as one on which all of 15 failed.
CREATE VIEW success_better AS SELECT *,
    CASE WHEN wilson_low(solved, n) > wilson_high(coalesce(peer_successes, 0), peer_trials) THEN 1
      ELSE wilson_high(solved, n) >= wilson_low(coalesce(peer_successes, 0), peer_trials)
        AND time < iif(peer_successes IS NULL, 9e999, peer_time) END AS better
  FROM success_pair;
