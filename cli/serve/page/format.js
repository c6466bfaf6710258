// SPDX-License-Identifier: MIT
//
// Numbers, times and values of variables as texts.

const MINUS = "\u2212", NONE = "\u2013";

// A number with so many digits that count.
export function num(v, digits = 6) {
    if (v === null || v === undefined || Number.isNaN(v)) return NONE;
    if (!Number.isFinite(v)) return v > 0 ? "\u221e" : MINUS + "\u221e";
    if (v === 0) return "0";
    const size = Math.abs(v);
    const text = size >= 1e6 || size < 1e-4 ? v.toExponential(digits - 1).replace(/\.?0+e/, "e")
                                            : String(Number(v.toPrecision(digits)));
    return text.replace("e+", "e").replaceAll("-", MINUS);
}

// A whole number in groups of three.
export function count(n) {
    if (n === null || n === undefined || !Number.isFinite(n)) return NONE;
    return String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

export function percent(v) {
    return Number.isFinite(v) ? `${(100 * v).toFixed(v < 0.0995 ? 1 : 0)}\u202f%` : NONE;
}

export function duration(s) {
    if (!Number.isFinite(s)) return NONE;
    if (s < 1) return `${num(1000 * s, 2)} ms`;
    if (s < 60) return `${num(s, s < 10 ? 2 : 3)} s`;
    const m = Math.round(s / 60);
    if (m < 90) return `${m} min`;
    const h = s / 3600;
    return h < 48 ? `${num(h, 3)} h` : `${num(h / 24, 3)} days`;
}

export function plural(n, noun) { return `${count(n)} ${noun}${n === 1 ? "" : "s"}`; }

// A value of a variable: choices by their names.
export function valueText(variable, v, digits = 6) {
    if (variable?.kind === "choice" && Array.isArray(variable.values))
        return variable.values[v] ?? num(v, digits);
    return num(v, digits);
}

export function labelOf(variable) {
    return variable.unit ? `${variable.name} [${variable.unit}]` : variable.name;
}

// A word of a shell, in quotes where it needs them.
export function shellWord(text) {
    return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export function csvCell(v) {
    const text = v === null || v === undefined || Number.isNaN(v) ? "" : String(v);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
