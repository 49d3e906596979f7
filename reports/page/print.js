// What is folded away on the screen is unfolded on paper.
addEventListener("beforeprint", function () {
  document.querySelectorAll("details").forEach(function (part) { part.open = true; });
});
