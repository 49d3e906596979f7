// Axes: what plots/axis.c does, for ranges that a reader chooses.
const lfScale = (function () {
  // A number in a tip.
  function text(value, digits) {
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-3) return value.toExponential(digits - 1).replace(/\.?0*e\+?/, "e");
    return String(Number(value.toPrecision(digits)));
  }
  // An axis that shows the values; logarithmic ones have a strip for what has no logarithm.
  function fit(values, log, flush) {
    let low = Infinity, high = -Infinity, least = Infinity;
    for (let v of values) {
      if (!isFinite(v)) continue;
      v = Math.abs(v) < 1e-300 ? 0 : Math.max(-8e307, Math.min(v, 8e307)); // as in plots/axis.c
      [low, high] = [Math.min(low, v), Math.max(high, v)];
      if (v > 0) least = Math.min(least, v);
    }
    if (low > high) return {log: false, low: 0, high: 1, floor: NaN};
    if (log && high > 0) {
      const noise = least < high * 1e-12;
      if (noise) least = high * 1e-12;
      const decades = Math.max(Math.log10(high / least), 0.3);
      const axis = {log: true, least, floor: NaN, high: high * 10 ** ((flush ? 0.02 : 0.05) * decades),
                    low: flush ? least : least * 10 ** (-0.05 * decades)};
      if (low > 0 && !noise) return axis;
      axis.floor = least * 10 ** (-0.1 * decades);
      axis.low = axis.floor * 10 ** (-0.05 * decades);
      axis.named = noise ? "<" + text(least, 1) : low < 0 ? "\u2264 0" : "0";
      return axis;
    }
    let span = high - low;
    if (span <= 1e-9 * Math.abs(high)) span = high === 0 ? 1 : 0.1 * Math.abs(high);
    return {log: false, low: low - (flush ? 0 : 0.05 * span), high: high + (flush ? 0.02 : 0.05) * span, floor: NaN};
  }
  // Share of the way from low to high; beyond 0 and 1 outside.
  function share(axis, value) {
    if (!axis.log) return (value - axis.low) / (axis.high - axis.low);
    if (!isNaN(axis.floor) && !(value >= axis.least)) value = axis.floor;
    return value > 0 ? Math.log(value / axis.low) / Math.log(axis.high / axis.low) : -10;
  }
  // The value that lies at a share.
  const value = (axis, share) => axis.log ? axis.low * (axis.high / axis.low) ** share : axis.low + share * (axis.high - axis.low);
  // A tick's number, in the unit of the largest.
  function tick(value, most, digits) {
    const [, unit, suffix] = [[1e12, 1, ""], [1e9, 1e9, "G"], [1e6, 1e6, "M"], [1e4, 1e3, "k"], [-Infinity, 1, ""]]
      .find(([least]) => most >= least);
    return value === 0 ? "0" : text(value / unit, digits) + suffix;
  }
  // Multiples of 1, 2 or 5 times a power of ten, about so many.
  function even(low, high, about) {
    const rough = (high - low) / about, power = 10 ** Math.floor(Math.log10(rough)), ratio = rough / power;
    const step = power * (ratio < 1.5 ? 1 : ratio < 3.5 ? 2 : ratio < 7.5 ? 5 : 10), ticks = [];
    const most = Math.max(Math.abs(low), Math.abs(high));
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-12 * most; k++) ticks.push([k * step, tick(k * step, most, 6)]);
    return ticks;
  }
  // [value, label] of each tick; a label may be empty.
  function ticks(axis, about) {
    const from = isNaN(axis.floor) ? axis.low : axis.least, decades = Math.log10(axis.high / from), all = [];
    if (!axis.log) return even(axis.low, axis.high, about);
    if (decades < 0.7) all.push(...even(from, axis.high, about));
    const stride = Math.max(1, Math.ceil(decades / (about + 1)));
    for (let e = Math.floor(Math.log10(from)); decades >= 0.7 && e <= Math.log10(axis.high); e++)
      for (const m of stride > 1 ? [1] : [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
        const v = m * 10 ** e, between = decades < 2 && (m === 2 || m === 5);
        if (v >= from * (1 - 1e-9) && v <= axis.high)
          all.push([v, (m === 1 && e % stride === 0) || between ? tick(v, v, 2) : ""]);
      }
    if (!isNaN(axis.floor)) all.push([axis.floor, axis.named]);
    return all;
  }
  return {text, fit, share, value, ticks};
})();
