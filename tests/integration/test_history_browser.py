"""Looks at the page of a baseline's past in Chromium.

Usage: test_history_browser.py BROWSER PAGE SCRATCH, with tests/support in PYTHONPATH
"""
import base64
import sys
import time

from browser import WIDE, Browser, check, check_silence, check_widths

# Of every curve: is it to be seen, what does its path look like, and what marks are on it?
CURVES = """
return Array.from(document.querySelectorAll("svg.lf-past")).map(function (curve) {
  var box = curve.getBoundingClientRect(), path = curve.querySelector("path").getBBox(),
      dots = curve.querySelector(".dots").getAttribute("d").split("M").length - 1;
  return {width: box.width, height: box.height, path: path.width, dots: dots,
          worse: curve.querySelectorAll(".worse").length,
          better: curve.querySelectorAll(".better").length,
          label: curve.getAttribute("aria-label")};
});"""

COLOURS = """
var style = function (part, what) { return getComputedStyle(document.querySelector(part))[what]; };
return [style("body", "backgroundColor"), style("svg.lf-past path", "stroke"),
        style("svg.lf-past .worse", "fill"), style("svg.lf-past .better", "fill")];"""

LINKS = "return Array.from(document.querySelectorAll('a[href]')).map(a => a.href);"


def check_curves(browser):
    """Nine metrics with a final value; econ's FV needed more calls, and then fewer again."""
    curves = browser.run(CURVES)
    calls = [curve for curve in curves if curve["label"].startswith("oracle calls")]
    check(len(curves) - len(calls) == 9 and calls, "there are", len(curves), "curves")
    for curve in curves:
        check(curve["width"] > 150 and curve["height"] > 30, "too small to be seen:", curve)
        check(curve["dots"] >= 1, "no version is marked:", curve)
        check(150 < curve["path"] <= curve["width"], "the path does not span the versions:", curve)
    check([(curve["worse"], curve["better"]) for curve in calls].count((1, 1)) == 1,
          "not one curve goes up and down:", calls)


def check_colours(browser):
    """Dark where the reader wants it so; worse and better are told apart either way."""
    seen = []
    for scheme in ("light", "dark"):
        browser.tell("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": scheme}])
        seen.append(browser.run(COLOURS))
        check(len(set(seen[-1])) == 4, scheme, "colours are alike:", seen[-1])
    check(all(light != dark for light, dark in zip(*seen)), "not dark:", seen)


def check_paper(browser):
    """Nothing is wider than the paper, and it can be printed."""
    browser.size(700, 900)
    browser.tell("Emulation.setEmulatedMedia", media="print")
    check(not browser.run(WIDE), "wider than paper:", browser.run(WIDE))
    pdf = base64.b64decode(browser.tell("Page.printToPDF", printBackground=True)["data"])
    check(pdf.startswith(b"%PDF") and len(pdf) > 10000, "a PDF of", len(pdf), "bytes")
    browser.tell("Emulation.setEmulatedMedia", media="")


def main():
    program, path, scratch = sys.argv[1:]
    page = "file://" + path
    browser = Browser(program, scratch)
    try:
        browser.size(1280, 900)
        browser.ask("POST", browser.session + "/url", {"url": "about:blank"})
        browser.log("browser")  # what was said before is not the page's
        browser.ask("POST", browser.session + "/url", {"url": page})
        check_curves(browser)
        check_colours(browser)
        links = browser.run(LINKS)
        check(links and all(link.startswith("https://example.org/") for link in links), links)
        check_widths(browser)
        check_paper(browser)
        time.sleep(0.5)  # for whatever might still be on its way
        check_silence(browser, page)
    finally:
        browser.close()
    print("the past stands in a browser")


main()
