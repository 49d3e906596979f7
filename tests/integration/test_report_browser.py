"""Drives a report in Chromium through WebDriver's REST interface: standard library only.

Usage: test_report_browser.py BROWSER REPORT SCRATCH
"""
import atexit
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage"]

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

# Things wider than the page that do not lie in a box of their own that scrolls.
WIDE = """
return Array.from(document.querySelectorAll("main *")).filter(function (part) {
  return part.getBoundingClientRect().right > innerWidth + 1 && !part.closest(".scroll, pre");
}).map(function (part) { return part.outerHTML.slice(0, 80); });"""


def check(truth, *words):
    if not truth:
        sys.exit("FAILED: " + " ".join(str(word) for word in words))


class Browser:
    """One session. chromedriver says its port on its first lines."""

    def __init__(self, browser, scratch):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        atexit.register(self.driver.terminate)  # also when no session comes about
        self.base, self.session = None, None
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                self.base = "http://127.0.0.1:" + line.rstrip(".\n").split()[-1]
                break
        check(self.base, "chromedriver did not start")
        options = {"binary": browser, "args": FLAGS + [f"--user-data-dir={scratch}/browser"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = "/session/" + answer["sessionId"]

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.base + path, method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        # No proxy of the environment stands between this and the driver.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            sys.exit(f"FAILED: {method} {path}: {fault.read().decode()[:500]}")

    def run(self, script, *arguments):
        return self.ask("POST", self.session + "/execute/sync",
                        {"script": script, "args": list(arguments)})

    def log(self, kind):
        return self.ask("POST", self.session + "/se/log", {"type": kind})

    def size(self, width, height):
        """Of the page, not of a window, which has a least width."""
        self.ask("POST", self.session + "/goog/cdp/execute",
                 {"cmd": "Emulation.setDeviceMetricsOverride",
                  "params": {"width": width, "height": height, "deviceScaleFactor": 1,
                             "mobile": width < 600}})

    def close(self):
        try:
            if self.session:
                self.ask("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait(timeout=20)


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


def check_widths(browser):
    for width in (390, 1280):
        browser.size(width, 900)
        wide, inner = browser.run("return [document.scrollingElement.scrollWidth, innerWidth];")
        check(inner == width, "the page is", inner, "wide, not", width)
        check(wide <= inner, "the page scrolls at", width, ":", wide, browser.run(WIDE))
        check(not browser.run(WIDE), "wider than", width, ":", browser.run(WIDE))
    top = browser.run("return document.querySelector('td').getBoundingClientRect().top;")
    check(top < 900, "the first number is", top, "pixels down")


def check_silence(browser, page):
    """Nothing was asked for but the page itself, and nothing complained."""
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            # The browser's own first tab may ask for things; the page may not.
            if message["params"]["documentURL"].split("#")[0] != page:
                continue
            url = message["params"]["request"]["url"]
            check(url.startswith("data:") or url.split("#")[0] == page, "a request to", url)
    errors = [entry for entry in browser.log("browser") if entry["level"] != "DEBUG"]
    check(not errors, "the console says", errors)


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
