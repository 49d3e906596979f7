// A figure may be drawn over several horizontal axes: its buttons choose which drawing is shown.
document.querySelectorAll("figure .axes").forEach(function (group) {
  var buttons = Array.from(group.children);
  var views = group.parentNode.querySelectorAll(".view");
  buttons.forEach(function (button, chosen) {
    button.addEventListener("click", function () {
      buttons.forEach(function (other, i) {
        other.setAttribute("aria-pressed", String(i === chosen));
        views[i].hidden = i !== chosen;
      });
    });
  });
});
