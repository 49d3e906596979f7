"""Drives a report in Chromium through WebDriver.

Usage: test_report_browser.py BROWSER REPORT SCRATCH, with tests/support in PYTHONPATH
"""
import sys
import time

from browser import Browser, check, check_silence, check_widths

# What each method's curves look like now: figure by figure, drawing by drawing.
SHOWN = """
return Array.from(document.querySelectorAll("figure")).map(function (figure) {
  var shown = {};
  figure.querySelectorAll(".lf-curve").forEach(function (curve) {
    var method = curve.dataset.method;
    (shown[method] = shown[method] || []).push(curve.style.display !== "none");
  });
  return shown;
});"""

# Click the legend entry of a method in the drawing that a figure shows.
CLICK = """
var key = document.querySelectorAll("figure")[arguments[0]]
  .querySelector(".view:not([hidden]) .lf-key." + arguments[1]);
key.dispatchEvent(new MouseEvent("click", {bubbles: true}));"""

LINKS = """
return Array.from(document.querySelectorAll("a[href]")).map(function (link) {
  var to = link.getAttribute("href");
  return [to, to[0] === "#" && document.getElementById(to.slice(1)) !== null];
});"""

def check_legends(browser):
    """A click hides exactly that method's curves in that figure, a second one shows them."""
    before = browser.run(SHOWN)
    check(len(before) >= 2, "only", len(before), "figures")
    for figure, methods in enumerate(before):
        check(len(methods) >= 5, "figure", figure, "has only", list(methods))
        for method in methods:
            browser.run(CLICK, figure, method)
            for at, shown in enumerate(browser.run(SHOWN)):
                for name, curves in shown.items():
                    want = not (at == figure and name == method)
                    check(curves and all(curve == want for curve in curves),
                          "after a click on", method, "in figure", figure, ":", name, "in", at)
            browser.run(CLICK, figure, method)
            check(browser.run(SHOWN) == before, "a second click does not bring back", method)


def check_axes(browser):
    """Each button shows its drawing, and only that; what is hidden stays hidden."""
    views = """return Array.from(document.querySelectorAll("figure")[arguments[0]]
      .querySelectorAll(".view")).map(function (view) { return view.offsetParent !== null; });"""
    press = """var button = document.querySelectorAll("figure")[arguments[0]]
      .querySelectorAll(".axes button")[arguments[1]]; button.click(); return button.textContent;"""
    for figure in range(len(browser.run(SHOWN))):
        n = len(browser.run(views, figure))
        check(n >= 3, "figure", figure, "has", n, "horizontal axes")
        browser.run(CLICK, figure, "lf-m0")
        hidden = browser.run(SHOWN)
        names = []
        for i in list(range(1, n)) + [0]:
            names.append(browser.run(press, figure, i))
            check(browser.run(views, figure) == [k == i for k in range(n)],
                  "axis", names[-1], "shows", browser.run(views, figure))
            check(browser.run(SHOWN) == hidden, "axis", names[-1], "shows hidden curves")
        check("steps" in names and "seconds" in names, "axes are only", names)
        browser.run(CLICK, figure, "lf-m0")


def main():
    program, report, scratch = sys.argv[1:]
    page = "file://" + report
    browser = Browser(program, scratch)
    try:
        browser.size(1280, 900)
        browser.ask("POST", browser.session + "/url", {"url": "about:blank"})
        browser.log("browser")  # what was said before is not the page's
        browser.ask("POST", browser.session + "/url", {"url": page})
        browser.run("document.querySelectorAll('details').forEach(d => { d.open = true; });")
        check_legends(browser)
        check_axes(browser)
        for target, found in browser.run(LINKS):
            check(found, "a link to nothing:", target)
        check_widths(browser)
        time.sleep(0.5)  # for whatever might still be on its way
        check_silence(browser, page)
    finally:
        browser.close()
    print("the report stands in a browser")


main()
