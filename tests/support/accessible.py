"""What a page owes those who do not see it, or not well: contrasts, names, order, texts for pictures. The rules are
the basic ones of WCAG 2.1 AA that a program can check; whoever asks more of a page runs axe on it."""
from browser import check

# Every text with its colour and what lies behind it: the first ancestor that has a background.
CONTRAST = """
function parts(colour) { return (colour.match(/[\\d.]+/g) || []).map(Number); }
function light([r, g, b]) {
  return [r, g, b].map(v => v / 255).map(v => v > 0.04045 ? ((v + 0.055) / 1.055) ** 2.4 : v / 12.92)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
}
function behind(part) {
  for (; part; part = part.parentElement) {
    const colour = parts(getComputedStyle(part).backgroundColor);
    if (colour.length === 3 || colour[3] > 0.99) return colour;
  }
  return [255, 255, 255];
}
const poor = [];
document.querySelectorAll("body *").forEach(function (part) {
  const own = Array.from(part.childNodes).some(node => node.nodeType === 3 ? node.textContent.trim() : false);
  const style = getComputedStyle(part);
  if (!own || !part.getClientRects().length || style.visibility === "hidden" || ["SCRIPT", "STYLE", "OPTION"].includes(part.tagName)) return;
  const ink = parts(part.ownerSVGElement ? style.fill : style.color), paper = behind(part);
  const [low, high] = [light(ink), light(paper)].sort((a, b) => a - b), ratio = (high + 0.05) / (low + 0.05);
  if (ratio < 4.5) poor.push([ratio.toFixed(2), part.tagName, part.textContent.trim().slice(0, 40), ink, paper]);
});
return poor.slice(0, 5);"""

# Lines of methods against the paper: graphics need 3.
LINES = """
const root = getComputedStyle(document.documentElement), probe = document.createElement("i");
document.body.append(probe);
const rgb = name => { probe.style.color = root.getPropertyValue(name); return getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number); };
const light = c => c.map(v => v / 255).map(v => v > 0.04045 ? ((v + 0.055) / 1.055) ** 2.4 : v / 12.92)
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const paper = light(rgb("--paper")), poor = [];
for (let i = 0; i < 8; i++) {
  const [low, high] = [light(rgb("--lf-" + i)), paper].sort((a, b) => a - b);
  if ((high + 0.05) / (low + 0.05) < 3) poor.push([i, (high + 0.05) / (low + 0.05)]);
}
probe.remove();
return poor;"""

# What has no name: controls, pictures, tables' heads, what can be focused; ids that are there twice.
NAMES = """
const poor = [], seen = new Set();
const name = part => (part.getAttribute("aria-label") || part.textContent || part.title || (part.labels && part.labels[0]
  ? part.labels[0].textContent : "")).trim();
document.querySelectorAll("button, select, input, a[href], summary, [role=img], [role=group], [role=button], nav").forEach(
  part => name(part) || (part.labels && part.labels[0] && part.labels[0].textContent.trim()) || poor.push("no name: " + part.outerHTML.slice(0, 90)));
document.querySelectorAll("th").forEach(part => part.scope || poor.push("no scope: " + part.outerHTML.slice(0, 90)));
document.querySelectorAll("[id]").forEach(part => seen.has(part.id) ? poor.push("twice: " + part.id) : seen.add(part.id));
document.querySelectorAll(".still svg, .panel svg").forEach(part => (part.getAttribute("aria-label") || "").length > 30 ||
  poor.push("says nothing: " + part.outerHTML.slice(0, 90)));
if (!document.documentElement.lang) poor.push("no language");
if (!document.title) poor.push("no title");
if (document.querySelectorAll("main").length !== 1) poor.push("no main part");
let last = 0;
document.querySelectorAll("h1, h2, h3, h4").forEach(function (part) {
  const level = Number(part.tagName[1]);
  if (level > last + 1) poor.push("a level is left out before " + part.textContent);
  last = level;
});
if (document.querySelectorAll("h1").length !== 1) poor.push("not one h1");
return poor.slice(0, 8);"""


def check_accessible(browser):
    """In both themes."""
    for theme in ("dark", "light"):
        browser.tell("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        for what, script in (("contrast below 4.5", CONTRAST), ("lines with contrast below 3", LINES), ("names and order", NAMES)):
            poor = browser.run(script)
            check(not poor, theme + ",", what + ":", *poor)
