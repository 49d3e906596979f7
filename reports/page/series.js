// Stored runs as curves: what plots/curve.c does, for whichever cost and metric a reader chooses. The form of
// the data stands in plots/traces.h.
const lfSeries = (function () {
  const part = document.getElementById("lf-traces");
  const data = part ? JSON.parse(part.textContent) : {columns: [], experiments: []}, decoded = [];
  // A column's numbers; NaN where nothing was evaluated.
  function column(at) {
    if (decoded[at]) return decoded[at];
    const text = data.columns[at], counts = text[0] === "+", numbers = [];
    let sum = 0;
    for (const token of text.slice(counts ? 1 : 0).split(" ")) {
      const [value, times] = token.split("*");
      for (let i = 0; i < (times ? Number(times) : 1); i++) {
        sum = counts ? sum + Number(value) : value === "-" ? NaN : Number(value);
        numbers.push(sum);
      }
    }
    return decoded[at] = numbers;
  }
  // Runs of a method on a problem: those that failed, too, which are worst from where they did.
  function runs(of, problem, method) {
    return of.runs.filter(run => run[0] === problem && run[1] === method);
  }
  // One run's metric over a cost, or null where it knows one of them not.
  function series(of, run, cost, metric) {
    if (run[4] < 0) return {seed: run[2], cut: true, end: 0, x: [], y: []};
    const shape = of.shapes[run[4]], x = shape.x.indexOf(cost), y = shape.y.indexOf(metric);
    if (x < 0 || y < 0) return null;
    const xs = column(run[5][x]), ys = column(run[5][shape.x.length + y]);
    const kept = xs.map((_, i) => i).filter(i => isFinite(xs[i]) && isFinite(ys[i]));
    return {seed: run[2], cut: run[3] !== 0, end: xs[xs.length - 1], x: kept.map(i => xs[i]), y: kept.map(i => ys[i])};
  }
  // The last value at or below a cost; `worst` past the end of a run that was cut, NaN before its first.
  function lookup(run, cost, worst) {
    let i = run.x.length;
    while (i > 0 && run.x[i - 1] > cost) i--;
    if (run.cut && cost >= run.end && !(i > 0 && run.x[i - 1] === cost)) return worst;
    return i > 0 ? run.y[i - 1] : NaN;
  }
  // The k-th point lies at the largest cost that any run had at its k-th evaluation.
  function grid(all) {
    const costs = [];
    all.forEach(run => run.x.forEach((x, i) => { costs[i] = Math.max(costs[i] ?? -Infinity, x); }));
    for (let i = 1; i < costs.length; i++) costs[i] = Math.max(costs[i], costs[i - 1]);
    return costs;
  }
  // Type 7 of Hyndman and Fan; values are sorted.
  function quantile(values, p) {
    const at = p * (values.length - 1), i = Math.floor(at);
    if (at === i || values[i] === values[i + 1] || values[i] === -Infinity) return values[i];
    return values[i] + (at - i) * (values[i + 1] - values[i]);
  }
  // Median with quartiles, or mean, until half of the runs (or, of a mean, one) have no number any more.
  function middle(all, worst, mean) {
    const curve = {x: [], y: [], low: [], high: [], runs: all.length};
    for (const cost of grid(all)) {
      const values = all.map(run => lookup(run, cost, worst)).filter(v => !isNaN(v)).sort((a, b) => a - b);
      const y = mean ? values.reduce((a, b) => a + b, 0) / values.length : quantile(values, 0.5);
      if (!isFinite(y)) break;
      curve.x.push(cost);
      curve.y.push(y);
      for (const [side, p] of [["low", 0.25], ["high", 0.75]]) {
        const q = mean ? y : quantile(values, p);
        curve[side].push(isFinite(q) ? q : y);
      }
    }
    return curve;
  }
  // Curves of one method: `mode` is median, mean or seeds.
  function curves(of, problem, method, cost, metric, mode) {
    const all = runs(of, problem, method).map(run => series(of, run, cost, metric)).filter(run => run);
    if (mode === "seeds") return all.map(run => ({...run, said: "seed " + run.seed}));
    const worst = of.metrics[metric] && of.metrics[metric][1] ? -Infinity : Infinity;
    const one = middle(all, worst, mode === "mean");
    one.said = all.length === 1 ? "seed " + all[0].seed : mode + " of " + all.length + " seeds";
    if (all.length === 1) one.low = one.high = null;
    const cut = all.filter(run => run.cut && run.x.length > 0);
    one.unfinished = 2 * all.filter(run => run.cut).length >= all.length;
    return [one, ...cut.map(run => ({...run, thin: true, said: "seed " + run.seed}))];
  }
  // Names that some run of the problems has: of costs ("x") or metrics ("y").
  function names(of, problems, which) {
    const shapes = of.runs.filter(run => problems.includes(run[0]) && run[4] >= 0).map(run => of.shapes[run[4]]);
    return [...new Set(shapes.flatMap(shape => shape[which]))];
  }
  return {experiments: data.experiments, curves, names};
})();
