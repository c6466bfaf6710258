// SPDX-License-Identifier: MIT
//
// Elements. Every text that comes from a run goes through a text node, and attributes are set by
// name: nothing is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
    for (const [name, value] of Object.entries(props ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on"))
            node.addEventListener(name.slice(2), value);
        else if (name === "css")
            for (const [k, v] of Object.entries(value)) node.style.setProperty(k, v);
        else
            node.setAttribute(name, value === true ? "" : String(value));
    }
    for (const child of children.flat(3))
        if (child !== null && child !== undefined && child !== false)
            node.append(child instanceof Node ? child : String(child));
    return node;
}

// el("p", {class: "note"}, "text", node, ...)
export function el(tag, props, ...children) {
    return fill(document.createElement(tag), props, children);
}

export function svg(tag, props, ...children) {
    return fill(document.createElementNS(SVG, tag), props, children);
}

// A box that is drawn anew for every width that it gets: draw(box, width).
export function responsive(props, draw) {
    const box = el("div", props);
    let last = 0;
    const watch = new ResizeObserver(() => {
        const width = Math.floor(box.clientWidth);
        if (width <= 0 || width === last) return;
        last = width;
        draw(box, width);
    });
    watch.observe(box);
    box.redraw = () => {
        if (last > 0) draw(box, last);
    };
    return box;
}

// A sentence that a screen reader says, and nobody sees.
export function hidden(text) { return el("span", {class: "hidden"}, text); }

// A list to choose from: options are [value, text]; change(value).
export function select(label, options, value, change) {
    const list = el(
        "select", {onchange: () => change(list.value)},
        options.map(
            ([v, text]) => el("option", {value: v, selected: String(v) === String(value)}, text)));
    return el("label", {class: "choose"}, el("span", null, label), list);
}

export function download(name, type, text) {
    const link = el("a", {href: URL.createObjectURL(new Blob([text], {type})), download: name});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
