// A click on a method in a legend, or Enter or Space, hides or shows its curves, in every figure of the page at
// once. Curves and legend entries carry the method's id.
const lfMethods = (function () {
  const hidden = new Set();
  // What can be clicked: more than the strokes of an entry.
  function area(key) {
    const box = key.getBBox(), rect = document.createElementNS(key.namespaceURI, "rect");
    Object.entries({x: box.x - 4, y: box.y - 5, width: box.width + 8, height: box.height + 10, fill: "none", "pointer-events": "all"})
      .forEach(pair => rect.setAttribute(...pair));
    key.appendChild(rect);
  }
  // What stands below `root` as the choice wants it.
  function show(root) {
    root.querySelectorAll("[data-method]").forEach(function (part) {
      const shown = !hidden.has(part.dataset.method);
      if (part.classList.contains("lf-key")) {
        part.setAttribute("aria-pressed", String(shown));
        part.style.opacity = shown ? "" : "0.45";
      } else {
        part.style.display = shown ? "" : "none";
      }
    });
  }
  function toggle(method) {
    if (!hidden.delete(method)) hidden.add(method);
    show(document);
    document.dispatchEvent(new Event("lf-methods"));
  }
  function wire(key) {
    key.addEventListener("click", () => toggle(key.dataset.method));
    if (!key.getBBox) return;
    Object.entries({role: "button", tabindex: 0, "aria-pressed": true}).forEach(pair => key.setAttribute(...pair));
    key.style.cursor = "pointer";
    key.addEventListener("keydown", function (event) {
      if (!["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      toggle(key.dataset.method);
    });
  }
  document.querySelectorAll("svg.lf-figure .lf-key").forEach(key => [area, wire].forEach(ready => ready(key)));
  return {hidden, show, wire};
})();
