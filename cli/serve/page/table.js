// SPDX-License-Identifier: MIT
//
// Tables that are sorted by their headings.
import {el} from "./dom.js";

// columns: {name, value(row), text(row) or node(row), number, key}. sort: {key, down};
// changed(sort) is called when a heading is chosen. Rows without a value stand last.
export function table(columns, rows, sort, changed, options = {}) {
    const chosen = sort ? columns.find((c) => c.key === sort.key) : null;
    const order = (a, b) => {
        const p = chosen.value(a), q = chosen.value(b);
        const none = (v) => v === null || v === undefined || Number.isNaN(v);
        if (none(p) || none(q)) return none(p) - none(q);
        const by = typeof p === "string" ? p.localeCompare(q, undefined, {numeric: true}) : p - q;
        return sort.down ? -by : by;
    };
    const sorted = chosen ? [...rows].sort(order) : rows;
    const heading = (c) =>
        el("th", {
            scope: "col",
            class: c.number ? "number" : null,
            "aria-sort": c === chosen ? (sort.down ? "descending" : "ascending") : null,
        },
           c.value && changed ? el("button", {
               type: "button",
               onclick: () => changed({key: c.key, down: c === chosen && !sort.down})
           },
                                   c.name)
                              : c.name);
    return el(
        "div", {
            class: `scroll ${options.frame ?? ""}`,
            tabindex: "0",
            role: "region",
            "aria-label": options.label ?? "table"
        },
        el("table", {class: options.class},
           options.label ? el("caption", {class: "hidden"}, options.label) : null,
           el("thead", null, el("tr", null, columns.map(heading))),
           el("tbody", null,
              sorted.slice(0, options.most ?? Infinity)
                  .map(
                      (row) =>
                          el("tr", options.row?.(row),
                             columns.map(
                                 (c, i) =>
                                     el(i === 0 && options.head ? "th" : "td", {
                                         class: c.number ? "number" : null,
                                         "data-name": typeof c.name === "string" ? c.name : null,
                                         scope: i === 0 && options.head ? "row" : null,
                                     },
                                        c.node       ? c.node(row)
                                            : c.text ? c.text(row)
                                                     : c.value(row))))))));
}
