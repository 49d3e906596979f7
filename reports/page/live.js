// Figures that answer: drawn anew from the page's own data, in place of the drawing that is printed. A pointer or
// the arrow keys read values, a drag or + zooms, 0 or Escape resets, a legend entry hides a method everywhere.
document.querySelectorAll("figure > script.data").forEach(function (part, number) {
  const {element} = lfPanel, is = JSON.parse(part.textContent), of = lfSeries.experiments[is.of];
  const methods = is.methods.map((at, i) => ({...of.methods[at], at, label: is.labels[i]}));
  const traced = is.panels.every(panel => panel.metric), problems = is.panels.map(panel => panel.problem);
  const usual = {x: "", y: "", mode: "median", logx: null, logy: null};
  const state = {...usual};
  let views = [], wide = 0;
  // ---- what a panel shows ----
  function curves(panel) {
    if (!traced)
      return panel.curves.map((curve, i) => ({...curve, x: curve.x || [], y: curve.y || [], method: methods[i], said: ""}));
    return methods.flatMap(method => lfSeries.curves(of, panel.problem, method.at, state.x || panel.cost,
      state.y || panel.metric, state.mode).map(curve => ({...curve, method})));
  }
  // Values of several powers of ten, none of them negative, are read better on a logarithmic axis.
  function spread(all) {
    const values = all.flatMap(curve => curve.y), {high, least} = lfScale.fit(values, true, true);
    return values.every(v => v >= 0) && high > 50 * least;
  }
  function look(panel, zoom) {
    const all = curves(panel), own = !state.y || state.y === panel.metric, title = of.problems[panel.problem];
    return {all, view: {marks: panel.marks, strokes: panel.strokes, bare: panel.bare,
      title: own ? panel.title : title.label + ": " + words(state.y), xname: state.x ? words(state.x) : panel.x,
      yname: own ? panel.y : words(state.y), yid: state.y || panel.metric || panel.y,
      logx: state.logx ?? (!state.x && panel.log[0]), logy: state.logy ?? (own ? panel.log[1] : spread(all)),
      frame: own && state.logy === null ? panel.frame : [null, null], ends: state.logx ? null : panel.ends,
      targets: own ? panel.targets : null, zoom}};
  }
  // ---- the controls ----
  function choice(name, options) {
    const select = element("select", {"aria-label": name}, ...options.map(([value, text, title = ""]) =>
      element("option", {value, title}, text)));
    return [select, element("label", {}, name + " ", select)];
  }
  const words = name => of.metrics[name] ? of.metrics[name][2] : of.costs[name] || name;
  const same = which => is.panels.every(panel => panel[which] === is.panels[0][which]);
  const given = which => same(which) ? is.panels[0][which] : "as given";
  const others = (which, names) => names.filter(name => !same(which) || name !== is.panels[0][which]);
  const [x, xlabel] = choice("over", [["", words(given("cost"))],
    ...others("cost", lfSeries.names(of, problems, "x")).map(name => [name, words(name)])]);
  const [y, ylabel] = choice("shows", [["", words(given("metric"))],
    ...others("metric", lfSeries.names(of, problems, "y")).map(name => [name, words(name), of.metrics[name][0]])]);
  const [mode, modelabel] = choice("curves", [["median", "median, quartiles"], ["mean", "mean"], ["seeds", "each seed"]]);
  const logx = element("input", {type: "checkbox"}), logy = element("input", {type: "checkbox"});
  const button = (text, title) => element("button", {type: "button", title}, text);
  const reset = button("Reset", "All as it was"), csv = button("CSV", "The numbers that are shown, as a table"),
    svg = button("SVG", "The figure as it stands");
  const controls = element("div", {class: "controls", role: "group", "aria-label": "what the figure shows"},
    ...(traced ? [ylabel, xlabel, modelabel] : []), element("label", {}, logx, " log x"), element("label", {}, logy, " log y"),
    reset, csv, svg);
  const sample = method => [lfPanel.make("path", {d: "M0,6H34", stroke: `var(--lf-${method.colour})`, "stroke-width": 2,
    "stroke-dasharray": lfPanel.dashes(method)}), lfPanel.marker(method.marker, 17, 6, 3.6, `var(--lf-${method.colour})`)];
  const legend = element("div", {class: "legend", role: "group", "aria-label": "methods; press to hide or show"},
    ...methods.map(method => element("button", {type: "button", class: "lf-key", "data-method": method.id, "aria-pressed": true},
      lfPanel.make("svg", {width: 34, height: 12, "aria-hidden": "true"}, ...sample(method)), " " + method.label)));
  Array.from(legend.children).forEach(lfMethods.wire);
  const tip = element("div", {class: "tip", role: "status", "aria-live": "polite"}), room = element("div", {class: "panels"});
  const live = element("div", {class: "live"}, controls, legend, room, tip);
  part.parentNode.insertBefore(live, part.parentNode.querySelector(".still"));
  part.parentNode.classList.add("is-live");
  // ---- one panel: reading and zooming ----
  function wire(one) {
    const svg = one.svg;
    let from = null, chosen = null;
    const place = event => {
      const box = svg.getBoundingClientRect(), scale = one.width / box.width;
      return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    };
    // What can be read: points of methods that are not hidden, inside the frame.
    const seen = curve => [...curve.points.keys()].filter(i => one.at.inside(...curve.points[i]));
    const shown = () => one.at.points.filter(p => !lfMethods.hidden.has(p.curve.method.id) && seen(p).length > 0);
    function say(curve, i) {
      chosen = {curve, i};
      const [px, py] = curve.points[i], c = curve.curve, number = v => lfScale.text(v, 5);
      one.dot.replaceChildren(lfPanel.make("circle", {cx: px, cy: py, r: 6, fill: "none", stroke: "var(--ink)", "stroke-width": 1.5}));
      svg.append(one.dot);
      const band = c.low && !(c.low[i] === c.high[i]) ? ` (${number(c.low[i])} to ${number(c.high[i])})` : "";
      const mark = (one.view.marks || []).find(m => m[0] === c.x[i] ? m[1] === c.y[i] : false);
      tip.textContent = `${c.method.label}${c.said ? ", " + c.said : ""}: ${one.view.xname} = ${number(c.x[i])}, ` +
        `${one.view.yname} = ${number(c.y[i])}${band}${mark && mark[2] !== c.method.label ? ", number " + mark[2] : ""}`;
      const box = svg.getBoundingClientRect(), frame = live.getBoundingClientRect(), scale = box.width / one.width;
      tip.style.left = Math.max(0, Math.min(frame.width - 250, box.left - frame.left + px * scale + 12)) + "px";
      tip.style.top = box.top - frame.top + py * scale + 12 + "px";
      tip.classList.add("shown");
    }
    function quiet() {
      one.dot.replaceChildren();
      tip.classList.remove("shown");
      chosen = null;
    }
    function read([px, py]) {
      let best = null, least = 60;
      for (const curve of shown())
        for (const i of seen(curve)) {
          const far = Math.hypot(px - curve.points[i][0], py - curve.points[i][1]);
          if (far < least) [best, least] = [[curve, i], far];
        }
      return best ? say(...best) : quiet();
    }
    // As far as ticks can still be told apart, and doubles have room.
    function zoom(left, right, top, bottom) {
      const {axes, box} = one.at, x = [left, right].map(v => lfScale.value(axes.x, (v - box.left) / box.width));
      const y = [bottom, top].map(v => lfScale.value(axes.y, 1 - (v - box.top) / box.height));
      const fine = (axis, [low, high]) => high - low > 1e-4 * Math.max(Math.abs(low), Math.abs(high)) &&
        (axis.log ? high / low < 1e100 : high - low < 1e300);
      const read = chosen, k = one.at.points.indexOf(read ? read.curve : null);
      quiet();
      if (!fine(axes.x, x) || !fine(axes.y, y)) return;
      one.zoom = [...x, ...y];
      draw();
      if (k >= 0 && one.at.inside(...one.at.points[k].points[read.i])) say(one.at.points[k], read.i);
    }
    function step(factor) {
      const {left, top, width, height} = one.at.box;
      const [x, y] = chosen ? chosen.curve.points[chosen.i] : [left + width / 2, top + height / 2];
      zoom(x - factor * (x - left), x + factor * (left + width - x), y - factor * (y - top), y + factor * (top + height - y));
    }
    svg.addEventListener("pointerdown", function (event) {
      if (event.pointerType === "touch") return read(place(event)); // a drag moves the page
      if (event.button !== 0) return;
      from = place(event);
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", function (event) {
      const to = place(event);
      if (!from) return read(to);
      svg.appendChild(one.dot).replaceChildren(lfPanel.make("path", {d: `M${from}H${to[0]}V${to[1]}H${from[0]}Z`,
        fill: "var(--accent)", "fill-opacity": 0.15, stroke: "var(--accent)"}));
    });
    svg.addEventListener("pointerup", function (event) {
      const start = from, to = place(event), box = one.at.box;
      from = null;
      if (!start || Math.hypot(to[0] - start[0], to[1] - start[1]) < 8) return;
      const sides = (axis, low, size) => [start[axis], to[axis]].sort((a, b) => a - b)
        .map(v => Math.max(low, Math.min(low + size, v)));
      zoom(...sides(0, box.left, box.width), ...sides(1, box.top, box.height));
    });
    svg.addEventListener("pointerleave", event => from || event.pointerType === "touch" || quiet()); // a tap leaves at once
    svg.addEventListener("blur", quiet);
    svg.addEventListener("dblclick", restore);
    svg.addEventListener("keydown", function (event) {
      const all = shown(), known = chosen ? all.indexOf(chosen.curve) : -1;
      const along = {ArrowRight: 1, ArrowLeft: -1}[event.key] || 0, across = {ArrowDown: 1, ArrowUp: -1}[event.key] || 0;
      if (["+", "="].includes(event.key)) step(0.5);
      else if (event.key === "-") step(2);
      else if (["0", "Escape"].includes(event.key)) restore();
      else if ((along || across) && all.length > 0) {
        const curve = all[known < 0 ? 0 : (known + across + all.length) % all.length], at = seen(curve);
        const next = known < 0 ? 0 : at.filter(i => i <= chosen.i).length - 1 + along;
        say(curve, at[Math.max(0, Math.min(at.length - 1, next))]);
      } else return;
      event.preventDefault();
    });
  }
  // ---- all panels ----
  const drawn = method => views.some(one => one.at.points.some(line => line.curve.method === method && line.points.length > 0));
  function draw() {
    wide = live.clientWidth;
    const across = Math.max(1, Math.min(is.columns, Math.floor((wide || 1090) / 310)));
    room.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
    views.forEach(function (one) {
      const {all, view} = look(one.panel, one.zoom);
      Object.assign(one, {view, width: Math.floor(Math.min(760, (wide || 1090) / across - 8))});
      one.at = lfPanel.fill(one.svg, view, all, one.width);
      const method = m => m.curve.method.label + " " + lfScale.text(m.curve.y[m.curve.y.length - 1], 3);
      const ended = one.at.points.filter(m => m.curve.y.length > 0 && !m.curve.unfinished && !m.curve.cut);
      const ends = ended.length > 0 ? "at the end " + ended.map(method).join(", ") : "none ends";
      one.svg.setAttribute("aria-label", view.title + "; " + (one.panel.says || ends) +
        ". Arrow keys read values, + and - zoom, 0 resets.");
    });
    methods.forEach((method, i) => legend.children[i].classList.toggle("empty", !drawn(method)));
    [logx.checked, logy.checked] = [views[0].at.axes.x.log, views[0].at.axes.y.log];
  }
  function change(to) {
    Object.assign(state, to);
    for (const one of views) one.zoom = null;
    [x.value, y.value, mode.value] = [state.x, state.y, state.mode];
    draw();
  }
  const restore = () => change(usual);
  views = is.panels.map(function (panel) {
    const svg = lfPanel.make("svg", {tabindex: 0, role: "img", width: "100%"});
    room.append(element("div", {class: "panel"}, svg));
    return {panel, svg, zoom: null, dot: lfPanel.make("g", {"pointer-events": "none"})};
  });
  views.forEach(wire);
  for (const [key, control] of Object.entries({x, y, mode, logx, logy}))
    control.addEventListener("change", () => change({[key]: control.type === "checkbox" ? control.checked : control.value}));
  reset.addEventListener("click", restore);
  document.addEventListener("lf-methods", draw);
  new ResizeObserver(() => requestAnimationFrame(() => wide === live.clientWidth || draw())).observe(live);
  // ---- into a paper ----
  function save(text, type, ending) {
    const link = element("a", {href: URL.createObjectURL(new Blob([text], {type})), download: is.name + ending});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
  csv.addEventListener("click", function () {
    const quoted = text => `"${String(text).replace(/"/g, '""')}"`, lines = ["panel,method,curve,x,x_value,y,y_value,low,high"];
    for (const one of views)
      for (const {curve} of one.at.points.filter(line => !lfMethods.hidden.has(line.curve.method.id)))
        curve.x.forEach((v, i) => lines.push([quoted(one.view.title), quoted(curve.method.label), quoted(curve.said),
          quoted(one.view.xname), v, quoted(one.view.yid), curve.y[i], curve.low ? curve.low[i] : "",
          curve.high ? curve.high[i] : ""].join(",")));
    save(lines.join("\n") + "\n", "text/csv", ".csv");
  });
  svg.addEventListener("click", function () {
    const across = getComputedStyle(room).gridTemplateColumns.split(" ").length, width = views[0].width;
    const tall = Math.max(...views.map(one => Number(one.svg.getAttribute("height")))), named = across * 2;
    const shown = methods.filter(method => drawn(method) && !lfMethods.hidden.has(method.id)), head = 24 * Math.ceil(shown.length / named) + 8;
    const sheet = lfPanel.make("svg", {width: width * across, height: head + Math.ceil(views.length / across) * tall,
      "font-family": "sans-serif"}, lfPanel.make("rect", {width: "100%", height: "100%", fill: "var(--paper)"}));
    shown.forEach((method, i) => sheet.append(lfPanel.make("g",
      {transform: `translate(${(i % named) * width / 2 + 12},${12 + 24 * Math.floor(i / named)})`},
      ...sample(method), lfPanel.label(method.label, 42, 10, {"text-anchor": "start"}))));
    views.forEach(function (one, i) {
      const copy = one.svg.cloneNode(true), at = {x: (i % across) * width, y: head + Math.floor(i / across) * tall, width};
      Object.entries(at).forEach(pair => copy.setAttribute(...pair));
      sheet.append(copy);
    });
    const colours = getComputedStyle(document.documentElement);
    save(new XMLSerializer().serializeToString(sheet).replace(/var\((--[a-z0-9-]+)\)/g, (_, name) =>
      colours.getPropertyValue(name).trim()), "image/svg+xml", ".svg");
  });
});
