// SPDX-License-Identifier: MIT
//
// How much of the value each variable explains, among the points that were evaluated. The ranks of
// the values are fitted by a sum of one quadratic for each variable (of choices: one number for
// each), by least squares with a small penalty. Importance of a variable: by how much the error on
// points that the fit has not seen grows when the variable is shuffled among them, in parts of the
// variance. The uncertainty is from ten parts, each left out in turn.

const PARTS = 10, RIDGE = 1e-3;

// Numbers that are the same at every look: a generator of Lehmer's kind.
function numbers(seed) {
    let state = seed;
    return () => (state = state * 48271 % 2147483647) / 2147483647;
}

function ranks(values) {
    const order = values.map((v, i) => [v, i]).sort((a, b) => a[0] - b[0]);
    const to = new Float64Array(values.length);
    for (let i = 0; i < order.length;) {
        let j = i;
        while (j < order.length && order[j][0] === order[i][0]) j++;
        for (let k = i; k < j; k++) to[order[k][1]] = ((i + j - 1) / 2 + 0.5) / order.length - 0.5;
        i = j;
    }
    return to;
}

// Columns of a variable: functions of its value.
function columnsOf(variable, xs) {
    if (variable.kind === "choice")
        return [...new Set(xs)].sort((a, b) => a - b).slice(1).map((c) => (x) => (x === c ? 1 : 0));
    const log = variable.kind.startsWith("log") && xs.every((x) => x > 0);
    const to = log ? Math.log : (x) => x;
    const values = xs.map(to), mean = values.reduce((a, b) => a + b, 0) / values.length;
    const sd = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length);
    if (!(sd > 0)) return [];
    // Far points count as points at three deviations: a quadratic has no use for them.
    const z = (x) => Math.max(-3, Math.min(3, (to(x) - mean) / sd));
    return [z, (x) => z(x) ** 2 - 1];
}

// Solves (A + ridge) w = b for a symmetric positive matrix, by Cholesky's factor.
function solve(a, b, p) {
    for (let j = 0; j < p; j++) {
        for (let k = 0; k < j; k++) {
            const l = a[j * p + k];
            for (let i = j; i < p; i++) a[i * p + j] -= a[i * p + k] * l;
        }
        const d = Math.sqrt(Math.max(a[j * p + j], 1e-12));
        for (let i = j; i < p; i++) a[i * p + j] /= d;
    }
    const w = Float64Array.from(b);
    for (let j = 0; j < p; j++) {
        for (let k = 0; k < j; k++) w[j] -= a[j * p + k] * w[k];
        w[j] /= a[j * p + j];
    }
    for (let j = p - 1; j >= 0; j--) {
        for (let k = j + 1; k < p; k++) w[j] -= a[k * p + j] * w[k];
        w[j] /= a[j * p + j];
    }
    return w;
}

function fitRows(rows, y, chosen, p) {
    const a = new Float64Array(p * p), b = new Float64Array(p);
    for (const i of chosen) {
        const r = rows[i];
        for (let j = 0; j < p; j++) {
            b[j] += r[j] * y[i];
            for (let k = 0; k <= j; k++) a[j * p + k] += r[j] * r[k];
        }
    }
    for (let j = 0; j < p; j++) a[j * p + j] += RIDGE * chosen.length;
    return solve(a, b, p);
}

const dot = (r, w) => {
    let s = 0;
    for (let j = 0; j < w.length; j++) s += r[j] * w[j];
    return s;
};

// points: with x and f. Returns {n, explained, variables: [{mean, error}], reason}; reason: why it
// says nothing, or null.
export function importance(points, variables) {
    const d = variables.length, n = points.length, random = numbers(1);
    if (d > 100) return {n, reason: `there are ${d} variables; up to 100 are looked at`};
    const columns = variables.map((v, i) => columnsOf(v, points.map((p) => p.x[i])));
    const p = 1 + columns.reduce((s, c) => s + c.length, 0);
    if (n < 4 * p)
        return {n, reason: `${n} points are too few for ${p} coefficients; ${4 * p} would do`};
    const first = [];
    columns.reduce((at, c, i) => {
        first[i] = at;
        return at + c.length;
    }, 1);
    const rows = points.map((q) => {
        const r = new Float64Array(p);
        r[0] = 1;
        columns.forEach((c, i) => c.forEach((f, k) => { r[first[i] + k] = f(q.x[i]); }));
        return r;
    });
    const y = ranks(points.map((q) => q.f));
    const variance = y.reduce((s, v) => s + v * v, 0) / n;
    if (!(variance > 0)) return {n, reason: "all values are equal"};
    const part = points.map(() => Math.floor(PARTS * random()));
    const grown = columns.map(() => []), unexplained = [];
    for (let k = 0; k < PARTS; k++) {
        const inside = [], outside = [];
        part.forEach((q, i) => (q === k ? outside : inside).push(i));
        if (outside.length < 2) continue;
        const w = fitRows(rows, y, inside, p);
        const rest = outside.map((i) => y[i] - dot(rows[i], w));
        const error = rest.reduce((s, e) => s + e * e, 0) / outside.length;
        unexplained.push(error / variance);
        columns.forEach((c, v) => {
            // The mean over all ways to shuffle: every point with the variable of every other one.
            const share = outside.map(
                (i) => c.reduce((s, _, j) => s + rows[i][first[v] + j] * w[first[v] + j], 0));
            const mean = share.reduce((s, e) => s + e, 0) / share.length;
            const square = share.reduce((s, e) => s + e * e, 0) / share.length;
            const shuffled = rest.reduce((s, e, i) => {
                const without = e + share[i];
                return s + without * without - 2 * without * mean + square;
            }, 0) / outside.length;
            grown[v].push((shuffled - error) / variance);
        });
    }
    const mean = (list) => list.reduce((s, e) => s + e, 0) / list.length;
    const spread = (list) => {
        const m = mean(list);
        return Math.sqrt(
            list.reduce((s, e) => s + (e - m) ** 2, 0) / Math.max(1, list.length - 1) /
            list.length);
    };
    const explained = 1 - mean(unexplained);
    const reason = explained < 0.3
        ? `the fit explains ${
              Math.max(0, Math.round(100 * explained))} % of the ranks; under 30 % it says nothing`
        : null;
    return {
        n,
        explained,
        reason,
        variables: grown.map((g) => ({mean: Math.max(0, mean(g)), error: 2 * spread(g)}))
    };
}
