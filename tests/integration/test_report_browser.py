"""Drives a report in Chromium through WebDriver: every control, by pointer and by keyboard.

Usage: test_report_browser.py BROWSER REPORT SCRATCH, with tests/support in PYTHONPATH
"""
import re
import sys
import time

from accessible import check_accessible
from browser import check, check_silence, check_widths
from figure_page import CROWDED, EMPTY, Page

# What is drawn of each method, figure by figure: its paths, unless it is hidden.
SHOWN = """
return Array.from(document.querySelectorAll("figure")).map(function (figure) {
  const shown = {};
  figure.querySelectorAll(".live .lf-curve, .still .lf-curve").forEach(function (curve) {
    (shown[curve.dataset.method] = shown[curve.dataset.method] || []).push(curve.style.display !== "none");
  });
  return shown;
});"""

DRAWN = """return Array.from(document.querySelectorAll(".panel svg")).every(svg => svg.hasAttribute("aria-label"));"""

TICKS = """return Array.from(document.querySelectorAll("figure")[arguments[0]].querySelectorAll(".panel")[arguments[1]]
  .querySelectorAll("text")).map(text => text.textContent);"""

# What has no logarithm: a strip on the left, as high as the frame.
STRIPS = """return Array.from(document.querySelector(".panel svg").querySelectorAll("rect"))
  .some(part => part.getAttribute("fill") === "var(--lf-strip)" && Number(part.getAttribute("height")) > Number(part.getAttribute("width")));"""

LINES = """return Array.from(document.querySelectorAll("figure")[0].querySelector(".panel")
  .querySelectorAll(".lf-curve")).map(curve => [curve.dataset.method, curve.innerHTML]);"""

# Lists that would be wider if they might.
NARROW = """
return Array.from(document.querySelectorAll(".controls select")).filter(function (list) {
  const width = list.offsetWidth;
  list.style.maxWidth = "none";
  const whole = list.offsetWidth;
  list.style.maxWidth = "";
  return width < whole;
}).map(list => list.selectedOptions[0].text);"""

OFTEN = """
for (let i = 0; i < arguments[1]; i++)
  document.querySelector(".panel svg").dispatchEvent(new KeyboardEvent("keydown", {key: arguments[0]}));"""

SAVED = """
const link = HTMLAnchorElement.prototype.click, make = URL.createObjectURL, kept = [];
HTMLAnchorElement.prototype.click = function () { kept.push(this.download); };
URL.createObjectURL = function (blob) { kept.blob = blob; return make.call(URL, blob); };
Array.from(document.querySelectorAll("figure")[0].querySelectorAll(".controls button"))
  .find(button => button.textContent === arguments[0]).click();
HTMLAnchorElement.prototype.click = link;
URL.createObjectURL = make;
return kept.blob.text().then(text => [kept[0], text]);"""

LINKS = """
return Array.from(document.querySelectorAll("a[href]")).map(function (link) {
  const to = link.getAttribute("href");
  return [to, to[0] === "#" && document.getElementById(to.slice(1)) !== null];
});"""


def check_medians(page):
    """The page's medians are gnuplot's: the ends that the drawing's words name."""
    for still, live in page.run("""return Array.from(document.querySelectorAll("figure")).map(figure =>
          [figure.querySelector(".still svg").getAttribute("aria-label"),
           Array.from(figure.querySelectorAll(".panel svg")).map(svg => svg.getAttribute("aria-label"))]);"""):
        for words in live[:6] if "; at the end " in live[0] else []: # others have words of their own
            title, ends = words.split(". Arrow keys")[0].split("; at the end ")
            at = [float(end.rsplit(" ", 1)[1]) for end in ends.split(", ")]
            said = re.search(re.escape(title) + r": .*? lowest, at ([-\d.e+]+?); .*? highest, at ([-\d.e+]+?)\.( |$)", still)
            check(said, "no words about", title, "in", still)
            check([float(said[1]), float(said[2])] == [min(at), max(at)], title, "ends", at, "not", still)


def check_legends(page):
    """A press hides a method in every figure, a second one shows it; Enter and Space are presses."""
    before = page.run(SHOWN)
    check(len(before) >= 2, "only", len(before), "figures")
    methods = page.run("""return Array.from(document.querySelectorAll("figure")[0].querySelectorAll(".legend .lf-key"))
      .map(key => key.dataset.method);""")
    check(len(methods) >= 5, "the legend has only", methods)
    for at, method in enumerate(methods):
        page.run("document.querySelector('figure').querySelectorAll('.legend .lf-key')[arguments[0]].focus();", at)
        page.keys(" " if at % 2 else "\ue007")
        for shown in page.run(SHOWN):
            for name, curves in shown.items():
                check(all(curve == (name != method) for curve in curves), "without", method, ":", name, curves)
        pressed = page.run("""return Array.from(document.querySelectorAll(".lf-key")).map(key =>
          [key.dataset.method, key.getAttribute("aria-pressed")]);""")
        check(all((state == "true") == (name != method) for name, state in pressed), "the keys say", pressed)
        page.run("document.activeElement.click();")
        check(page.run(SHOWN) == before, "a second press does not bring back", method)


def check_reading(page):
    """The pointer names method, seeds, x and y; so do the arrow keys, and blur and Escape end it."""
    left, top, width, height = page.panel()
    said = set()
    for share in (0.3, 0.5, 0.7):
        for down in range(40, int(height) - 50, 12):
            page.pointer((left + share * width, top + down))
            shown, text = page.tip()
            if shown:
                said.add(text)
    check(len(said) >= 3, "the pointer reads only", said)
    for text in said:
        check(re.fullmatch(r".+, (median of \d+ seeds|seed \d+): .+ = [-\d.e]+, \S.* = [-\d.e]+( \(.*\))?", text), "it says", text)
    page.focus(".panel svg")
    page.keys("right")
    first = page.tip()
    check(first[0], "an arrow key says nothing")
    page.keys("right")
    check(page.tip() != first, "the next point is the same:", first)
    page.keys("left")
    check(page.tip() == first, "back is elsewhere:", page.tip(), first)
    page.keys("down")
    check(page.tip()[1].split(",")[0] != first[1].split(",")[0], "down stays at the method:", first)
    page.keys("up")
    check(page.tip() == first, "up does not lead back:", page.tip())
    page.run("document.activeElement.blur();")
    check(not page.tip()[0], "the tip stays")


def check_touch(page):
    """A tap reads what is near it."""
    left, top, width, height = page.panel()
    point = page.run("""const box = document.querySelector(".panel .lf-curve path[fill]:last-child").getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];""")
    page.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": point[0], "y": point[1]}])
    page.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    check(page.tip()[0] and " = " in page.tip()[1], "a tap reads nothing:", page.tip())
    page.focus(".controls select")


def check_words(page):
    """Nothing of a figure is cut, and no two of its words lie on each other, on a desk and on phones."""
    for width in (1280, 580, 390, 320):
        page.size(width, 900)
        time.sleep(0.3)  # figures follow the width in the next frame
        poor = page.run(CROWDED, ".panel svg")
        check(not poor, width, "pixels wide:", *poor[:6])
        check(width < 1280 or not page.run(NARROW), "cut short:", page.run(NARROW))
    page.size(1280, 900)
    time.sleep(0.3)


def check_zoom(page):
    """A drag shows what it encloses; + and - do from the keyboard; Reset, 0, Escape, a double click undo."""
    whole = page.run(TICKS, 0, 0)
    left, top, width, height = page.panel()
    undo = [lambda: page.press("Reset"), lambda: page.keys("0"), lambda: page.keys("escape"),
            lambda: page.run("document.querySelector('.panel svg').dispatchEvent(new MouseEvent('dblclick'));")]
    for back in undo:
        page.pointer((left + 0.3 * width, top + 0.3 * height), "down", (left + 0.6 * width, top + 0.7 * height), "up")
        check(page.run(TICKS, 0, 0) != whole, "a drag does not zoom")
        page.focus(".panel svg")
        back()
        check(page.run(TICKS, 0, 0) == whole, "the whole does not come back:", page.run(TICKS, 0, 0))
    page.focus(".panel svg")
    page.keys("right", "right")
    said = page.tip()
    page.keys("+")
    check(page.tip() == said, "zooming loses the place:", page.tip(), "not", said)
    page.run(OFTEN, "+", 40)
    check(len(set(tick for tick in page.run(TICKS, 0, 0) if tick)) > 3, "zoomed until no ticks are left")
    page.keys("0")
    page.choose("log y", None)
    page.run(OFTEN, "-", 12)
    check(not any("NaN" in tick or "Infinity" in tick for tick in page.run(TICKS, 0, 0)), "zoomed out of all numbers")
    page.focus(".panel svg")
    page.keys("0")
    for key in ("+", "-"):
        page.keys(key)
        check(page.run(TICKS, 0, 0) != whole, key, "does not zoom")
        page.keys("0")
    check(page.run(TICKS, 0, 0) == whole, "0 does not reset")


def check_choices(page):
    """Every cost and metric, mean and seeds, both scales: each draws something else, and nothing is NaN."""
    whole, empty = page.run(LINES), 0
    for label, least in (("over", {"steps", "seconds"}), ("shows", {""})):
        names = page.options(label)
        check(least <= set(names) | {""} and len(names) >= 4, label, "has", names)
        for name in names[1:]:
            page.choose(label, name)
            lines = page.run(LINES)
            check(not any("NaN" in text for _, text in lines), label, name, "draws NaN")
            for bare, said in page.run(EMPTY):
                check(bare == said, label, name, "has nothing of", bare, "and says so of", said)
                empty += len(bare)
            check(page.words(label) in " ".join(page.run(TICKS, 0, 0)), name, "is not named:", page.run(TICKS, 0, 0))
        page.press("Reset")
        check(page.run(LINES) == whole, "Reset leaves", label)
    check(empty, "no cost or metric leaves a method without a curve")
    counts = {}
    for mode in ("mean", "seeds", "median"):
        page.choose("curves", mode)
        lines = page.run(LINES)
        counts[mode] = len(lines)
        check((lines == whole) == (mode == "median"), "curves of", mode)
    check(counts["seeds"] > counts["mean"], "the curves are", counts)
    page.choose("log x", None)
    check(page.run(STRIPS), "a start at 0 has no strip on a logarithmic axis")
    page.choose("log x", None)
    for box in ("log x", "log y"):
        page.choose(box, None)
        check(page.run(LINES) != whole, box, "changes nothing")
        page.choose(box, None)
    page.press("Reset")
    check(page.run(LINES) == whole, "Reset leaves a scale")


def check_keyboard(page):
    """Tab leads through all controls of a figure, and every one has a name."""
    page.focus(".controls select")
    seen = []
    for _ in range(60):
        seen.append(page.run("""const part = document.activeElement; return [part.tagName,
          part.getAttribute("aria-label") || part.textContent || part.closest("label").textContent];"""))
        page.keys("tab")
    check(all(name.strip() for _, name in seen), "something has no name:", seen)
    words = " ".join(name for _, name in seen)
    for part in ("shows", "over", "curves", "log x", "log y", "Reset", "CSV", "SVG", "Arrow keys"):
        check(part in words, "Tab does not come to", part, ":", seen)


def check_saved(page):
    """The numbers as CSV, a line a point; the figure as SVG that needs no page."""
    name, text = page.run(SAVED, "CSV")
    lines = text.strip().split("\n")
    points = sum(line.count('"median of') + line.count('"seed') for line in lines)
    check(name.endswith(".csv") and lines[0].startswith("panel,method,curve,x,") and points == len(lines) - 1 > 50,
          name, "has", lines[:3])
    hide = "document.querySelector('figure .legend .lf-key').click(); return document.querySelector('figure .lf-key').textContent.trim();"
    hidden = page.run(hide)
    check(f'"{hidden}"' in text and f'"{hidden}"' not in page.run(SAVED, "CSV")[1], hidden, "is hidden, and saved")
    page.run(hide)
    name, text = page.run(SAVED, "SVG")
    check(name.endswith(".svg") and text.startswith("<svg") and "var(" not in text and "http://www.w3.org/2000/svg" in text,
          name, "begins", text[:200])


def check_printed(page):
    """On paper, and without a script, gnuplot's drawings stand."""
    page.tell("Emulation.setEmulatedMedia", media="print")
    check(page.run("""return Array.from(document.querySelectorAll("figure")).every(figure =>
      figure.querySelector(".still").offsetParent ? !figure.querySelector(".live").offsetParent : false);"""),
          "the drawings are not printed")
    poor = page.run(CROWDED, ".still svg")
    check(not poor, "in print:", poor)
    page.tell("Emulation.setEmulatedMedia", media="")


def main():
    program, report, scratch = sys.argv[1:]
    address = "file://" + report
    page = Page(program, scratch)
    try:
        page.size(1280, 900)
        page.ask("POST", page.session + "/url", {"url": "about:blank"})
        page.log("browser")  # what was said before is not the page's
        page.ask("POST", page.session + "/url", {"url": address})
        page.run("document.querySelectorAll('details').forEach(d => { d.open = true; });")
        deadline = time.monotonic() + 30  # what is opened is drawn when the browser has time
        while not page.run(DRAWN) and time.monotonic() < deadline:
            time.sleep(0.1)
        for step in (check_medians, check_legends, check_reading, check_touch, check_words, check_zoom, check_choices, check_keyboard, check_saved,
                     check_printed):
            step(page)
        check_accessible(page)
        for target, found in page.run(LINKS):
            check(found, "a link to nothing:", target)
        check_widths(page)
        time.sleep(0.5)  # for whatever might still be on its way
        check_silence(page, address)
    finally:
        page.close()
    print("the report stands in a browser")


main()
