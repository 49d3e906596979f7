// One panel of a live figure: what is drawn of its curves, and where their points lie.
const lfPanel = (function () {
  const space = {left: 58, right: 14, top: 30, bottom: 46, line: 15};
  const svg = document.querySelector("svg.lf-figure"), pen = document.createElement("canvas").getContext("2d");
  let clips = 0;
  const maker = space => function (tag, attributes, ...children) {
    const part = document.createElementNS(space, tag);
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
    part.append(...children);
    return part;
  };
  const element = maker(document.documentElement.namespaceURI), make = maker(svg?.namespaceURI);
  const label = (text, x, y, more) =>
    make("text", {x, y, fill: "var(--quiet)", "font-size": 12, "text-anchor": "middle", ...more}, text);
  // Pixels that a text takes, and the size at which it takes no more than there are.
  function wide(text, size) {
    pen.font = size + "px system-ui, sans-serif";
    return pen.measureText(text).width;
  }
  const size = (text, most, room) => Math.max(5, Math.min(most, most * room / wide(text, most)));
  // In two lines, at the blank next to the middle, where one has no room.
  function lines(text, room) {
    const off = i => Math.abs(2 * i - text.length), gaps = [...text.matchAll(/ /g)].map(gap => gap.index);
    const at = wide(text, 13) > room ? gaps.sort((a, b) => off(a) - off(b))[0] : undefined;
    return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)];
  }
  const dashes = method => method.dash === "solid" ? "none" : method.dash.slice(1, -1);
  // gnuplot's point types, as far as the palette has them; even ones are hollow.
  function marker(type, x, y, size, colour) {
    const r = size, shapes = {
      c: `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`,
      s: `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
      u: `M${x},${y - 1.3 * r}L${x - 1.2 * r},${y + 0.8 * r}H${x + 1.2 * r}Z`,
      d: `M${x},${y + 1.3 * r}L${x - 1.2 * r},${y - 0.8 * r}H${x + 1.2 * r}Z`,
      r: `M${x},${y - 1.4 * r}l${1.4 * r},${1.4 * r}l${-1.4 * r},${1.4 * r}l${-1.4 * r},${-1.4 * r}Z`,
      x: `M${x - r},${y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`};
    const shape = {4: "s", 5: "s", 6: "c", 7: "c", 8: "u", 9: "u", 11: "d", 12: "r", 13: "r", 2: "x"}[type] || "c";
    return make("path", {d: shapes[shape], stroke: colour, "stroke-width": shape === "x" ? 2 : 1.2,
                         fill: type % 2 && shape !== "x" ? colour : "none"});
  }
  // Axes of all curves that are shown; ends that the experiment gives hold while nothing else is chosen.
  function axes(view, curves) {
    const shown = curves.filter(curve => !lfMethods.hidden.has(curve.method.id));
    const calm = shown.filter(curve => !curve.thin), of = calm.length > 0 ? calm : shown;
    const x = lfScale.fit(shown.flatMap(curve => curve.x), view.logx, true);
    const y = lfScale.fit(of.flatMap(curve => [...curve.y, ...(curve.low || []), ...(curve.high || [])])
      .concat(view.targets || []), view.logy, false);
    if (view.ends) Object.assign(x, {low: view.ends[0], high: view.ends[1]});
    const [low, high] = view.frame;
    if (low !== null && !(y.log && low <= 0)) Object.assign(y, {low, least: low, floor: NaN});
    if (high !== null) y.high = high;
    const cut = (axis, low, high) => ({...axis, low, high, floor: NaN}), z = view.zoom;
    return z ? {x: cut(x, z[0], z[1]), y: cut(y, z[2], z[3])} : {x, y};
  }
  // Frame, grid, ticks, names of the axes, what claims aim at.
  function frame(svg, view, curves, at, box, ticks, title) {
    const bottom = box.top + box.height, right = box.left + box.width, edge = right + space.right;
    const line = (d, more) => svg.append(make("path", {d, stroke: "var(--lf-grid)", fill: "none", ...more}));
    let taken = 0;
    const strip = where => svg.append(make("rect", {fill: "var(--lf-strip)", ...where}));
    if (!isNaN(at.axes.y.floor)) {
      const y = (at.y(at.axes.y.floor, true) + at.y(at.axes.y.least, true)) / 2;
      strip({x: box.left, y, width: box.width, height: bottom - y});
    }
    if (!isNaN(at.axes.x.floor)) {
      const width = (at.x(at.axes.x.floor) + at.x(at.axes.x.least)) / 2 - box.left;
      strip({x: box.left, y: box.top, width, height: box.height});
    }
    for (const [value, text] of lfScale.ticks(at.axes.x, box.width < 320 ? 3 : 5).sort((a, b) => a[0] - b[0])) {
      const x = at.x(value), half = wide(text, 12) / 2, middle = Math.min(x, edge - half);
      if (x < box.left - 1 || x > right + 1) continue;
      line(`M${x},${box.top}V${bottom}`, {"stroke-width": text ? 1 : 0.5});
      if (!text || middle - half < taken) continue;
      svg.append(label(text, middle, bottom + 16));
      taken = middle + half + 5;
    }
    for (const [value, text] of ticks) {
      const y = at.y(value, true);
      if (y < box.top - 1 || y > bottom + 1) continue;
      line(`M${box.left},${y}H${right}`, {"stroke-width": text ? 1 : 0.5});
      svg.append(label(text, box.left - 6, y + 4, {"text-anchor": "end"}));
    }
    line(`M${box.left},${box.top}V${bottom}H${right}`, {stroke: "var(--lf-frame)"});
    title.forEach((text, i) => svg.append(label(text, edge / 2, 17 + i * space.line, {fill: "var(--ink)", "font-size": size(text, 13, edge)})));
    svg.append(label(view.xname, edge / 2, bottom + 37, {"font-size": size(view.xname, 12, edge)}));
    svg.append(label(view.yname, 0, 0, {transform: `translate(13,${(bottom + 40) / 2}) rotate(-90)`,
      "font-size": size(view.yname, 12, bottom + 40)}));
    for (const target of view.targets || []) {
      const y = at.y(target, true);
      line(`M${box.left},${y}H${right}`, {stroke: "var(--quiet)", "stroke-dasharray": "2 3"});
      const early = curves.some(curve => curve.x.some((x, i) => // where the words would be
        at.x(x) < box.left + box.width * 0.3 && Math.abs(at.y(curve.y[i]) - y + 7) < 14));
      svg.append(label("target " + lfScale.text(target, 3), early ? right - 4 : box.left + box.width * 0.06, y - 4,
        {"text-anchor": early ? "end" : "start", "font-size": 10}));
    }
  }
  // About seven markers at even distances; all points where they are few or each stands for itself.
  function marked(curve, at, box, order) {
    const all = curve.fitted || curve.x.length < 13, chosen = [];
    let next = (order + 0.5) / 7;
    curve.x.forEach(function (x, i) {
      const share = (at.x(x) - box.left) / box.width;
      if (share >= next) chosen.push(i);
      while (next <= share) next += 1 / 7;
    });
    return all ? [...curve.x.keys()] : chosen.length > 0 ? chosen : [curve.x.length - 1];
  }
  function draw(group, curve, at, box, order) {
    const type = curve.method.marker, stroke = `var(--lf-${curve.method.colour})`;
    const points = curve.x.map((x, i) => [at.x(x), at.y(curve.y[i])]);
    const line = curve.line ? [[at.x(curve.line[0]), at.y(curve.line[1])], [at.x(curve.line[2]), at.y(curve.line[3])]]
      : !curve.fitted ? points : curve.joined ? points.slice(0, curve.on) : [];
    if (curve.low && !curve.fitted && points.length > 1)
      group.append(make("path", {fill: stroke, "fill-opacity": 0.16, stroke: "none", d: "M" + [
        ...curve.x.map((x, i) => [at.x(x), at.y(curve.low[i])]),
        ...curve.x.map((x, i) => [at.x(x), at.y(curve.high[i])]).reverse()].join("L") + "Z"}));
    for (let i = 0; curve.fitted && i < points.length; i++) {
      const [x, y] = points[i];
      group.append(make("path", {stroke, d: `M${x},${at.y(curve.low[i])}V${at.y(curve.high[i])}` +
        (curve.left ? `M${at.x(curve.left[i])},${y}H${at.x(curve.right[i])}` : "")}));
    }
    if (line.length > 1)
      group.append(make("path", {d: "M" + line.join("L"), fill: "none", stroke, "stroke-linejoin": "round",
        "stroke-width": curve.thin ? 0.8 : 1.8, "stroke-dasharray": dashes(curve.method)}));
    if (!curve.thin)
      marked(curve, at, box, order).forEach(i => group.append(
        marker(curve.fitted && i >= curve.on ? 6 : type, ...points[i], curve.fitted && i >= curve.on ? 2.5 : 3.6, stroke)));
    if (curve.cut && points.length > 0)
      group.append(marker(2, at.x(curve.end), points[points.length - 1][1], 4.5, stroke));
    return points;
  }
  // Words and numbers at points: of rows beside them, else above, or below where that is out. Where curves are hidden,
  // a word stays that has its point among the others.
  function marks(svg, view, curves, at, box) {
    const taken = [], right = box.left + box.width, shown = curves.filter(c => !lfMethods.hidden.has(c.method.id));
    for (const [x, y, text] of view.marks || []) {
      const px = at.x(x), py = at.y(y, true), of = size(text, 10, box.width), half = wide(text, of) / 2;
      const beside = !view.bare ? 0 : px + 2 * half + 9 < right ? 9 + half : -9 - half;
      const cx = Math.max(box.left + half, Math.min(right - half, px + beside));
      const cy = view.bare ? py + 3 : py - 8 > box.top + 8 ? py - 8 : py + 16;
      const alone = shown.length < curves.length && !shown.some(c => c.x.some((v, i) => v === x && c.y[i] === y));
      const covers = taken.some(([qx, qy, q]) => Math.abs(cx - qx) < half + q + 3 && Math.abs(cy - qy) < 11);
      if (!at.inside(px, py) || alone || (covers && !view.bare)) continue;
      taken.push([cx, cy, half]);
      svg.append(label(text, cx, cy, {"font-size": of}));
    }
  }
  // Draw a view of the curves into svg, so wide. Returns where its points lie.
  function fill(svg, view, curves, width) {
    const of = axes(view, curves), ticks = view.bare ? [] : lfScale.ticks(of.y, 5), title = lines(view.title, width - 8);
    const left = view.bare ? 20 : Math.max(space.left, 26 + Math.max(...ticks.map(tick => wide(tick[1], 12))));
    const rows = view.bare ? 90 + 15 * (view.marks || []).length : 0; // none over another
    const height = Math.round(Math.max(rows, Math.min(420, Math.max(250, 0.66 * width)))), id = "lf-clip-" + ++clips;
    const top = space.top + (title.length - 1) * space.line;
    const box = {left, top, width: width - left - space.right, height: height - top - space.bottom};
    const bound = v => Math.max(-1e4, Math.min(1e4, v));
    const clamp = (v, low, high) => view.zoom ? v : Math.max(low, Math.min(high, v));
    const at = {axes: of, box,
      x: v => bound(box.left + box.width * lfScale.share(of.x, v)),
      inside: (x, y) => x > left - 1 && x < width - space.right + 1 && y > top - 1 && y < top + box.height + 1,
      y: (v, free) => bound(clamp(box.top + box.height * (1 - lfScale.share(of.y, v)), free ? -1e4 : box.top,
        free ? 1e4 : box.top + box.height))};
    svg.replaceChildren(make("clipPath", {id}, make("rect",
      {x: box.left - 5, y: box.top - 5, width: box.width + 10, height: box.height + 10})));
    Object.entries({viewBox: `0 0 ${width} ${height}`, height}).forEach(pair => svg.setAttribute(...pair));
    frame(svg, view, curves, at, box, ticks, title);
    const inside = make("g", {"clip-path": `url(#${id})`});
    for (const stroke of lfMethods.hidden.size > 0 ? [] : view.strokes || []) // they are about all methods
      inside.append(make("path", {d: "M" + stroke.x.map((x, i) => [at.x(x), at.y(stroke.y[i])]).join("L"),
        fill: "none", stroke: "var(--cue)", "stroke-width": 8, "stroke-linecap": "round", "stroke-opacity": 0.7}));
    at.points = curves.map(function (curve, order) {
      const group = inside.appendChild(make("g", {class: "lf-curve", "data-method": curve.method.id}));
      return {curve, points: draw(group, curve, at, box, (order % 7) / 7)};
    });
    if (!curves.some(curve => curve.x.length > 0)) svg.append(label("no data", width / 2, height / 2));
    svg.append(inside);
    marks(svg, view, curves, at, box);
    lfMethods.show(svg);
    return at;
  }
  return {fill, element, make, label, marker, dashes};
})();
