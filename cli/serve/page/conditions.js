// SPDX-License-Identifier: MIT
//
// What a point has, as columns with names, and conditions on them.

export function columnsOf(run) {
    const own = [{name: run.valueName === "value" ? "f" : run.valueName, of: (p) => p.f}];
    const variables =
        run.variables.map((variable, i) => ({name: variable.name, variable, of: (p) => p.x[i]}));
    const outputs = run.outputNames.map((name, i) => ({name, of: (p) => p.outputs[i]}))
                        .filter((c) => c.name !== own[0].name);
    return {
        value: own[0],
        variables,
        outputs,
        named: outputs.slice(run.standing?.constraints ?? 0),
        rest: [
            {name: "seconds", of: (p) => p.seconds}, {name: "generation", of: (p) => p.generation},
            {name: "run", of: (p) => p.run}
        ]
    };
}

const OPERATORS = {
    "<=": (a, b) => a <= b,
    ">=": (a, b) => a >= b,
    "<": (a, b) => a < b,
    ">": (a, b) => a > b,
    "=": (a, b) => a === b,
    "!=": (a, b) => a !== b
};

// Reads "thickness < 6, material = alu, f <= 3". Returns a test of points, or a sentence.
export function readConditions(text, columns) {
    const tests = [];
    for (const part of text.split(/,| and /).map((p) => p.trim()).filter(Boolean)) {
        const found = part.match(/^(.+?)\s*(<=|>=|!=|<|>|=)\s*(\S+)$/);
        const column = found && [
            columns.value, ...columns.variables, ...columns.outputs, ...columns.rest,
            {name: "status", of: (p) => p.status}
        ].find((c) => c.name === found[1] || (found[1] === "f" && c === columns.value));
        if (!column)
            return `\u201c${part}\u201d is no condition; write one such as ${
                columns.variables[0]?.name ?? "f"} < 6`;
        const word = column.variable?.values?.indexOf?.(found[3]);
        const wanted = word >= 0 && column.variable.kind === "choice" ? word
            : column.name === "status"                                ? found[3]
                                                                      : Number(found[3]);
        if (Number.isNaN(wanted)) return `\u201c${found[3]}\u201d is no value of ${column.name}`;
        tests.push((p) => {
            const v = column.of(p);
            return v !== null && v !== undefined && OPERATORS[found[2]](v, wanted);
        });
    }
    return (p) => tests.every((test) => test(p));
}
