"""One report at two widths in two themes.

Usage: screenshots.py BROWSER REPORT SCRATCH OUT, with tests/support in PYTHONPATH; writes OUT-WIDTH-THEME.png
"""
import base64
import io
import sys

from PIL import Image

from browser import Browser

HEIGHT = 1700   # pixels: to the first figures of a short report
COLOURS = 64    # of a palette


def main():
    program, report, scratch, out = sys.argv[1:]
    browser = Browser(program, scratch)
    try:
        for width in (1280, 390):
            for theme in ("light", "dark"):
                browser.tell("Emulation.setEmulatedMedia",
                             features=[{"name": "prefers-color-scheme", "value": theme}])
                browser.size(width, HEIGHT)
                browser.ask("POST", browser.session + "/url", {"url": "file://" + report})
                shot = browser.tell("Page.captureScreenshot", format="png")["data"]
                with Image.open(io.BytesIO(base64.b64decode(shot))) as image:
                    small = image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
                    small.save(f"{out}-{width}-{theme}.png", "PNG", optimize=True)
    finally:
        browser.close()


main()
