"""A page in Chromium, driven through WebDriver's REST interface: standard library only."""
import atexit
import json
import subprocess
import sys
import urllib.error
import urllib.request

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage"]

# Things wider than the page that do not lie in a box of their own that scrolls.
WIDE = """
return Array.from(document.querySelectorAll("main *")).filter(function (part) {
  return part.getBoundingClientRect().right > innerWidth + 1 && !part.closest(".scroll, pre");
}).map(function (part) { return part.outerHTML.slice(0, 80); });"""

# Numbers of which a part stands in the next line: browsers break behind the hyphen of 1e-3.
BROKEN = r"""
const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), broken = [];
while (texts.nextNode())
  for (const number of texts.currentNode.data.matchAll(/[\d.]+e-\d+/g)) {
    const range = document.createRange();
    range.setStart(texts.currentNode, number.index);
    range.setEnd(texts.currentNode, number.index + number[0].length);
    if (new Set(Array.from(range.getClientRects()).map(line => line.bottom)).size > 1)
      broken.push(texts.currentNode.data.slice(Math.max(0, number.index - 40), number.index + 20));
  }
return broken;"""


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

    def tell(self, command, **parameters):
        """A command of the browser's own protocol."""
        return self.ask("POST", self.session + "/goog/cdp/execute",
                        {"cmd": command, "params": parameters})

    def size(self, width, height):
        """Of the page, not of a window, which has a least width."""
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)

    def close(self):
        try:
            if self.session:
                self.ask("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait(timeout=20)


def check_widths(browser):
    for width in (320, 390, 1280):
        browser.size(width, 900)
        wide, inner = browser.run("return [document.scrollingElement.scrollWidth, innerWidth];")
        check(inner == width, "the page is", inner, "wide, not", width)
        check(wide <= inner, "the page scrolls at", width, ":", wide, browser.run(WIDE))
        check(not browser.run(WIDE), "wider than", width, ":", browser.run(WIDE))
    for width in range(320, 720, 16):
        browser.size(width, 900)
        check(not browser.run(BROKEN), "numbers in two lines at", width, ":", browser.run(BROKEN))
    browser.size(1280, 900)
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
    check(not errors, "the console says", errors[:3])
