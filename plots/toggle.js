// A click on a method in the legend, or Enter or Space, hides or shows its curves in all panels of
// that figure. Curves and legend entries carry the method's place in the experiment.
(function () {
  function wire(key) {
    var svg = key.ownerSVGElement;
    var box = key.getBBox();
    var area = document.createElementNS(svg.namespaceURI, "rect");
    [["x", box.x - 4], ["y", box.y - 5], ["width", box.width + 8], ["height", box.height + 10],
     ["fill", "none"], ["pointer-events", "all"]].forEach(function (pair) {
      area.setAttribute(pair[0], pair[1]);
    });
    key.appendChild(area);
    key.setAttribute("role", "button");
    key.setAttribute("tabindex", "0");
    key.setAttribute("aria-pressed", "true");
    key.style.cursor = "pointer";
    function toggle() {
      var shown = key.getAttribute("aria-pressed") !== "true";
      key.setAttribute("aria-pressed", String(shown));
      key.style.opacity = shown ? "" : "0.35";
      svg.querySelectorAll(".lf-curve." + key.dataset.method).forEach(function (curve) {
        curve.style.display = shown ? "" : "none";
      });
    }
    key.addEventListener("click", toggle);
    key.addEventListener("keydown", function (event) {
      if (["Enter", " "].includes(event.key)) { event.preventDefault(); toggle(); }
    });
  }
  document.querySelectorAll("svg.lf-figure .lf-key").forEach(wire);
})();
