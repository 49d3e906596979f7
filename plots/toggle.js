// A click on a method in the legend, or Enter or Space, hides or shows its curves in all panels of
// that figure, whichever horizontal axis it is drawn over. Curves and legend entries carry the
// method's place in the experiment.
(function () {
  // What can be clicked: more than the strokes of an entry.
  function area(key) {
    var box = key.getBBox();
    var rect = document.createElementNS(key.namespaceURI, "rect");
    [["x", box.x - 4], ["y", box.y - 5], ["width", box.width + 8], ["height", box.height + 10],
     ["fill", "none"], ["pointer-events", "all"]].forEach(function (pair) {
      rect.setAttribute(pair[0], pair[1]);
    });
    key.appendChild(rect);
  }
  function wire(key) {
    var svg = key.ownerSVGElement;
    var figure = svg.closest("figure") || svg;
    key.setAttribute("role", "button");
    key.setAttribute("tabindex", "0");
    key.setAttribute("aria-pressed", "true");
    key.style.cursor = "pointer";
    function toggle() {
      var shown = key.getAttribute("aria-pressed") !== "true";
      figure.querySelectorAll(".lf-key." + key.dataset.method).forEach(function (entry) {
        entry.setAttribute("aria-pressed", String(shown));
        entry.style.opacity = shown ? "" : "0.35";
      });
      figure.querySelectorAll(".lf-curve." + key.dataset.method).forEach(function (curve) {
        curve.style.display = shown ? "" : "none";
      });
    }
    key.addEventListener("click", toggle);
    key.addEventListener("keydown", function (event) {
      if (["Enter", " "].includes(event.key)) { event.preventDefault(); toggle(); }
    });
  }
  // A box can only be measured while it is drawn: hidden views are shown for that moment.
  var views = Array.from(document.querySelectorAll(".view[hidden]"));
  views.forEach(function (view) { view.hidden = false; });
  document.querySelectorAll("svg.lf-figure .lf-key").forEach(function (key) {
    area(key);
    wire(key);
  });
  views.forEach(function (view) { view.hidden = true; });
})();
