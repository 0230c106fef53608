"""Checks of how the studio looks, and of what assistive technology finds: names, sizes, contrast, widths."""

import pathlib

VIEWS = ["Song", "Pattern", "Effects", "Banks"]

# Controls without a name for screen readers.
NAMELESS = """() => [...document.querySelectorAll('button, input, select, textarea, canvas, [role=option], [tabindex]')]
  .filter((control) => control.checkVisibility() && control.id !== 'view')
  .filter((control) => !(control.getAttribute('aria-label') || control.textContent.trim()
    || [...(control.labels ?? [])].some((label) => label.textContent.trim())))
  .map((control) => control.outerHTML.slice(0, 120))"""

# Controls that are smaller than 44 pixels in a direction; a pixel is lost by rounding.
SMALL = """() => [...document.querySelectorAll('button, input, select, textarea, [role=option]')]
  .filter((control) => control.checkVisibility())
  .map((control) => [control, control.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
  .map(([{ outerHTML }, { width, height }]) => `${width.toFixed()} × ${height.toFixed()} ${outerHTML.slice(0, 100)}`)"""

# Texts whose contrast to the colour behind them is less than 4.5.
PALE = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const parts = (colour) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return canvas.getImageData(0, 0, 1, 1).data
  }
  const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  const light = ([r, g, b]) => [r, g, b].map((v) => linear(v / 255))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
  const over = (front, back) => [0, 1, 2].map((i) => (front[i] * front[3] + back[i] * (255 - front[3])) / 255)
  const ground = (element) => {
    const behind = element ? ground(element.parentElement) : [255, 255, 255]
    return element ? over(parts(getComputedStyle(element).backgroundColor), behind) : behind
  }
  const found = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement
    if (!node.textContent.trim() || !element.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest(':disabled, .step, .toggle, option, .is-muted')) continue
    const behind = ground(element)
    const [a, b] = [light(over(parts(getComputedStyle(element).color), behind)), light(behind)]
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    if (contrast < 4.5) found.add(`${contrast.toFixed(2)} ${node.textContent.trim().slice(0, 40)}`)
  }
  return [...found]
}"""


def prepared(page, folder, options, **kind):
    studio = page(**kind)
    studio.open_song(options.songs[0] if options.songs else folder / "test.mid")
    return studio


def is_accessible(page, folder, options):
    """controls have names and 44 pixels, and texts have contrast, in all views"""
    for size in ["wide", "narrow"]:
        for scheme in ["light", "dark"]:
            studio = page(size=size, scheme=scheme)
            studio.button("New song").click()
            studio.until("studio.song.name === 'New song'")
            studio.show("Effects")
            studio.button("Add Echo").click()
            for view in VIEWS:
                studio.show(view)
                for what, script in {"without names": NAMELESS, "small": SMALL, "pale": PALE}.items():
                    found = studio.run(script)
                    assert not found, f"{what} in {view}, {size}, {scheme}: {found[:4]}"
                wide = studio.run("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{view} is {wide} pixels too wide on a {size} screen"


def fits_small_screens(page, folder, options):
    """the piano roll has room on a phone, scrolls by a finger, and zooms by two"""
    studio = page(size="narrow")
    studio.open_song(folder / "test.mid")
    assert studio.run("roll.clientHeight") > 250, studio.run("roll.clientHeight")
    x, y = (round(value) for value in studio.place(960, 70))
    touch = studio.context.new_cdp_session(studio.page)

    def send(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y)
                                                                              in enumerate(points)]})
    send("touchStart", (x, y))
    send("touchMove", (x - 50, y))
    send("touchMove", (x - 100, y))
    send("touchEnd")
    assert studio.run("roll.geometry.startTick") > 300, studio.run("roll.geometry.startTick")
    assert studio.run("studio.history.past.length") == 0
    before = studio.run("roll.geometry.pixelsPerTick")
    send("touchStart", (150, y))
    send("touchStart", (150, y), (200, y))
    send("touchMove", (120, y), (260, y))
    send("touchMove", (100, y), (300, y))
    send("touchEnd")
    assert studio.run("roll.geometry.pixelsPerTick") > 2 * before
    studio.button("Settings of the track").tap()
    studio.page.get_by_role("slider", name="Volume").wait_for()
    studio.page.locator("[data-key='60']").tap()


def has_focus_order(page, folder, options):
    """the Tab key reaches every control, and the focus is visible"""
    studio = page()
    reached = set()
    # each track has several controls, and the demo song has twenty tracks
    for _ in range(200):
        studio.page.keyboard.press("Tab")
        reached.add(studio.run("(({ ariaLabel, textContent }) => ariaLabel ?? textContent)(document.activeElement)"))
        visible = studio.run("document.activeElement === document.body || "
                             "getComputedStyle(document.activeElement).outlineStyle !== 'none'")
        assert visible, studio.run("document.activeElement.outerHTML")
    for name in ["Play", "Loop", "Bounce", "Song", "Select", "Volume"]:
        assert name in reached, f"Tab does not reach {name}"


def does_not_shift(page, folder, options):
    """opening a song, playing and messages shift nothing"""
    studio = page()
    studio.run("""() => { window.shift = 0
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (shift += entry.value)))
          .observe({ type: 'layout-shift' }) }""")
    studio.open_song(folder / "test.mid")
    studio.button("Play").click()
    studio.page.wait_for_timeout(800)
    studio.run("studio.say('A sentence.')")
    studio.page.wait_for_timeout(200)
    assert studio.run("shift") < 0.02, studio.run("shift")


def takes_screenshots(page, folder, options):
    """screenshots of all views"""
    if not options.pictures:
        return
    pictures = pathlib.Path(options.pictures)
    pictures.mkdir(parents=True, exist_ok=True)
    for size in ["wide", "narrow"]:
        for scheme in ["light", "dark"]:
            studio = prepared(page, folder, options, size=size, scheme=scheme)
            shoot(studio, pictures / f"song-{size}-{scheme}.png")
            studio.button("Tempo and meter").click()
            studio.page.wait_for_timeout(200)
            studio.page.screenshot(path=pictures / f"tempo-{size}-{scheme}.png")
            studio.button("Tempo and meter").click()
            studio.button("New song").click()
            studio.until("studio.song.name === 'New song'")
            for view in VIEWS[1:]:
                studio.show(view)
                if view == "Effects":
                    studio.button("Add Arpeggiator").click()
                    studio.button("Add Echo").click()
                if view == "Banks":
                    studio.page.get_by_role("option").nth(11).click()
                studio.page.wait_for_timeout(400)
                studio.page.screenshot(path=pictures / f"{view.lower()}-{size}-{scheme}.png")
                if view == "Pattern":
                    studio.button("Sections").click()
                    studio.button("Duplicate").click()
                    studio.page.wait_for_timeout(200)
                    studio.page.screenshot(path=pictures / f"sections-{size}-{scheme}.png")
                    studio.button("Rings").click()
                    studio.page.wait_for_timeout(200)
                    studio.page.screenshot(path=pictures / f"rings-{size}-{scheme}.png")


def shoot(studio, path):
    """The song view while it plays, with selected notes."""
    studio.run("roll.editor.select(roll.editor.index.items.slice(2, 5))")
    studio.button("Play").click()
    studio.page.wait_for_timeout(1500)
    studio.button("Pause").click()
    studio.page.screenshot(path=path)


ALL = [is_accessible, fits_small_screens, has_focus_order, does_not_shift, takes_screenshots]
