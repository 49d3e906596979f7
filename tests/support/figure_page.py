"""A page with figures, driven through WebDriver: its pointer, its keys and its controls."""
from browser import Browser

KEYS = {"left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015", "tab": "\ue004", "escape": "\ue00c"}

# Words of a drawing that reach out of it, and those that lie on others of their size: two marks, two ticks.
CROWDED = """
const poor = [];
document.querySelectorAll(arguments[0]).forEach(function (svg) {
  const frame = svg.getBoundingClientRect(), seen = [];
  svg.querySelectorAll("text").forEach(function (text) {
    const box = text.getBoundingClientRect(), words = text.textContent, size = text.getAttribute("font-size");
    if (!words) return;
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
      poor.push("cut: " + words);
    for (const [other, at, of] of seen)
      if (of === size && box.left < at.right - 1 && at.left < box.right - 1 && box.top < at.bottom - 3 && at.top < box.bottom - 3)
        poor.push(words + " on " + other);
    seen.push([words, box, size]);
  });
});
return poor;"""

# Of each figure the methods of its legend that nothing is drawn of, and those of which it says so.
EMPTY = """
return Array.from(document.querySelectorAll("figure")).map(function (figure) {
  const keys = Array.from(figure.querySelectorAll(".legend .lf-key")), names = list => list.map(key => key.dataset.method);
  const drawn = key => Array.from(figure.querySelectorAll(".live .lf-curve"))
    .some(curve => curve.dataset.method === key.dataset.method && curve.childElementCount > 0);
  return [names(keys.filter(key => !drawn(key))), names(keys.filter(key => getComputedStyle(key, "::after").content.includes("no value")))];
});"""


class Page(Browser):
    """A page with figures."""

    def keys(self, *names):
        """Press keys, one after the other, wherever the focus is."""
        actions = []
        for name in names:
            key = KEYS.get(name, name)
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.ask("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "k", "actions": actions}]})

    def pointer(self, *steps):
        """Moves to (x, y), "down" and "up"."""
        actions = []
        for step in steps:
            if step in ("down", "up"):
                actions.append({"type": "pointer" + step.capitalize(), "button": 0})
            else:
                actions.append({"type": "pointerMove", "x": round(step[0]), "y": round(step[1]), "duration": 20})
        self.ask("POST", self.session + "/actions", {"actions": [
            {"type": "pointer", "id": "p", "parameters": {"pointerType": "mouse"}, "actions": actions}]})

    def tip(self):
        return self.run("""const tip = document.querySelector("figure .tip");
          return [tip.classList.contains("shown"), tip.textContent];""")

    def panel(self, figure=0, panel=0):
        """Where a panel lies in the window."""
        return self.run("""const svg = document.querySelectorAll("figure")[arguments[0]].querySelectorAll(".panel svg")[arguments[1]];
          svg.scrollIntoView({block: "center"});
          const box = svg.getBoundingClientRect(); return [box.left, box.top, box.width, box.height];""", figure, panel)

    def focus(self, selector):
        self.run("document.querySelector('figure').querySelector(arguments[0]).focus();", selector)

    def choose(self, label, value):
        """Set a select or a box of the first figure, as a reader's choice."""
        self.run("""const control = Array.from(document.querySelector("figure").querySelectorAll(".controls label"))
            .find(label => label.textContent.trim().startsWith(arguments[0])).querySelector("select, input");
          if (control.type === "checkbox") control.click();
          else { control.value = arguments[1]; control.dispatchEvent(new Event("change")); }""", label, value)

    def options(self, label):
        return self.run("""return Array.from(document.querySelector(`figure select[aria-label=${arguments[0]}]`).options)
          .map(option => option.value);""", label)

    def words(self, label):
        """Of what is chosen: an option has its name, and in a metric's case what it is called."""
        return self.run("""const of = document.querySelector(`figure select[aria-label=${arguments[0]}]`);
          return of.options[of.selectedIndex].text;""", label)

    def press(self, text):
        self.run("""Array.from(document.querySelector("figure").querySelectorAll(".controls button"))
          .find(button => button.textContent === arguments[0]).click();""", text)
