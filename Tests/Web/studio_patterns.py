"""Checks of studio_test.py for the pattern view: rings, Euclid, polymeter, conditions, pages."""

import math


def new_song(page, **kind):
    studio = page(**kind)
    studio.button("New song").click()
    studio.until("studio.song.name === 'New song'")
    studio.show("Pattern")
    return studio


def steps(studio):
    return studio.run("studio.selectedTrack.pattern.steps")


def handle(studio, name):
    return studio.page.get_by_role("slider", name=name, exact=True)


def turn(studio, name, part):
    """Drags a handle around its ring by a part of the circle, in small steps."""
    box = handle(studio, name).locator(".knob").bounding_box()
    ring = handle(studio, name).locator("xpath=ancestor::*[local-name()='svg']").bounding_box()
    center = (ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    x, y = box["x"] + box["width"] / 2 - center[0], box["y"] + box["height"] / 2 - center[1]
    mouse = studio.page.mouse
    mouse.move(center[0] + x, center[1] + y)
    mouse.down()
    for step in range(1, 13):
        angle = 2 * math.pi * part * step / 12
        mouse.move(center[0] + x * math.cos(angle) - y * math.sin(angle),
                   center[1] + x * math.sin(angle) + y * math.cos(angle))
    mouse.up()


def shows_rings(page, folder, options):
    """patterns as rings: steps, two handles for Euclid, a playhead, kept for the next visit"""
    studio = new_song(page)
    studio.button("Rings").click()
    kick = studio.page.get_by_role("group", name="Steps of Kick")
    kick.get_by_role("button", name="Step 2,").click()
    assert steps(studio) == "xx..x...x...x...", steps(studio)
    kick.get_by_role("button", name="Step 2,").press("Enter")
    assert steps(studio) == "xX..x...x...x...", steps(studio)
    studio.button("Undo").click()
    studio.button("Undo").click()
    past = studio.run("studio.history.past.length")
    turn(studio, "Hits of Kick", 1 / 16)
    assert steps(studio) == "x...x..x..x..x..", steps(studio)
    turn(studio, "Rotation of Kick", 3 / 16)
    assert steps(studio) == "x..x...x..x..x..", steps(studio)
    assert studio.run("studio.history.past.length") == past + 2, "a drag is not one change"
    studio.until("""!studio.isPublishing && studio.song.notes.filter(note => note.key === 36
        && note.start < 4 * 20160).map(note => note.start / 5040).join() === '0,3,7,10,13'""")
    handle(studio, "Hits of Kick").press("ArrowRight")
    assert steps(studio).count("x") == 6, steps(studio)
    assert studio.run("document.activeElement.getAttribute('aria-label')") == "Hits of Kick"
    rotation = studio.page.get_by_label("Euclid: rotation", exact=True)
    rotation.fill("0")
    studio.page.keyboard.press("Tab")
    assert steps(studio) == "x..x..x.x..x..x.", steps(studio)
    studio.button("Play").click()
    studio.until("document.querySelector('.ring .sector.is-playing')?.dataset.step > 2")
    turned = studio.run("document.querySelector('.ring.is-playing .playhead').style.rotate")
    studio.until("turned => document.querySelector('.ring.is-playing .playhead').style.rotate !== turned", turned)
    studio.button("Pause").click()
    studio.until_kept()
    studio.open()
    studio.show("Pattern")
    assert studio.page.locator(".ring").count() == 4


def shows_polymeter(page, folder, options):
    """patterns of different lengths show when they meet again"""
    studio = new_song(page)
    cycle = studio.page.get_by_role("group", name="Polymeter")
    assert not cycle.is_visible()
    studio.page.get_by_label("Steps", exact=True).fill("12")
    studio.page.keyboard.press("Tab")
    assert "meet again after 3 bars" in cycle.inner_text(), cycle.inner_text()
    assert "Kick: 4×" in cycle.inner_text() and ": 3×" in cycle.inner_text(), cycle.inner_text()
    studio.button("Play").click()
    studio.until("document.querySelector('tactus-cycle .now').value === 'Now in bar 2.'")
    kick, snare = studio.run("""[0, 1].map(track => Number(document.querySelector(
        `.row[data-track="${track}"] .step.is-playing`).dataset.step))""")
    assert kick != snare, (kick, snare)


def sets_conditions(page, folder, options):
    """conditions, gate, shift, spread and ramps of a step are set, seen and played; fills are switched on"""
    from studio_edits import slide
    studio = new_song(page)
    first = studio.page.get_by_role("group", name="Steps of Kick").get_by_role("button", name="Step 1,")
    first.click(modifiers=["Shift"])
    condition = studio.page.get_by_label("Condition")
    condition.select_option("ratio")
    for name, value in [("Of passes", 3), ("Pass", 2)]:
        studio.page.get_by_label(name, exact=True).fill(str(value))
        studio.page.keyboard.press("Tab")
    assert steps(studio)[0] == {"if": "2:3"}, steps(studio)
    assert "2:3" in first.inner_text() and "in pass 2 of 3" in first.get_attribute("aria-label")
    studio.until("""!studio.isPublishing && studio.song.notes.filter(note => note.key === 36 && note.start % 80640 === 0)
        .map(note => note.start / 80640).join() === '1,4,7'""")
    condition.select_option("!ratio")
    assert steps(studio)[0] == {"if": "!2:3"}, steps(studio)
    for name, value in [("Gate", 75), ("Shift", 25), ("Spread", 9), ("Ratchet", 3), ("Ramp", -40)]:
        slide(studio, name, value)
    assert steps(studio)[0] == {"if": "!2:3", "gate": 75, "shift": 1260, "spread": 9,
                                "ratchet": {"count": 3, "ramp": -40}}, steps(studio)
    label = first.get_attribute("aria-label")
    for part in ["not in pass 2 of 3", "gate 75 %", "late", "varies by 9", "3 strokes"]:
        assert part in label, label
    assert first.locator(".mark").count() == 4 and "3↘" in first.inner_text(), first.inner_text()
    studio.until("!studio.isPublishing && studio.song.notes.some(note => note.key === 36 && note.start === 1260)")
    first.click()
    assert steps(studio)[0]["if"] == "!2:3", "switching a step loses its condition"
    plays_fills(page)


def plays_fills(page):
    studio = page()
    studio.run("""async () => { await studio.open({ tempo: 240, tracks: [{ name: 'Fill', channel: 10,
        pattern: { key: 38, steps: [{ if: 'fill' }, '.', '.', '.'] } }] })
        const tap = studio.tactus.context.createAnalyser()
        studio.tactus.connect(tap)
        const samples = new Float32Array(2048)
        window.level = () => { tap.getFloatTimeDomainData(samples); return Math.max(...samples.map(Math.abs)) } }""")
    studio.show("Pattern")
    studio.button("Play").click()
    studio.until("studio.tactus.position.tick > 40000")
    assert studio.run("level()") < 0.0005, "a fill plays although fills are off"
    studio.button("Fill").click()
    studio.until("level() > 0.01")
    studio.button("Fill").click()
    assert studio.button("Fill").get_attribute("aria-pressed") == "false"


def pages_long_patterns(page, folder, options):
    """patterns of more than 64 steps have pages, and keys move through them"""
    studio = new_song(page)
    studio.page.get_by_label("Steps", exact=True).fill("200")
    studio.page.keyboard.press("Tab")
    kick = studio.page.get_by_role("group", name="Steps of Kick")
    assert kick.get_by_role("button", name="Step ").count() == 64
    studio.button("Steps after").click()
    studio.button("Steps after").click()
    studio.button("Steps after").click()
    assert "193–200 of 200" in studio.page.locator(".row").first.inner_text()
    kick.get_by_role("button", name="Step 200,").click()
    assert steps(studio)[199] == "x" and len(steps(studio)) == 200
    studio.until("!studio.isPublishing && studio.song.notes.some(note => note.key === 36 && note.start === 199 * 5040)")
    kick.get_by_role("button", name="Step 193,").focus()
    studio.page.keyboard.press("ArrowLeft")
    assert "Step 192," in studio.run("document.activeElement.getAttribute('aria-label')")
    assert "129–192 of 200" in studio.page.locator(".row").first.inner_text()


def fits_phones(page, folder, options):
    """on a phone, the steps have the room, and a button shows the panel"""
    studio = new_song(page, size="narrow")
    studio.button("Rings").tap()
    ring = studio.page.locator(".ring").first.bounding_box()
    stage = studio.page.locator(".stage-steps").bounding_box()
    assert ring["y"] + ring["height"] <= stage["y"] + stage["height"], (ring, stage)
    assert ring["x"] >= 0 and ring["x"] + ring["width"] <= 390, ring
    studio.page.get_by_role("group", name="Steps of Kick").get_by_role("button", name="Step 2,").tap()
    assert steps(studio) == "xx..x...x...x...", steps(studio)
    assert not studio.page.get_by_label("Condition").is_visible()
    studio.button("Settings of the pattern and the step").tap()
    studio.page.get_by_label("Condition").select_option("fill")
    assert steps(studio)[1] == {"if": "fill"}, steps(studio)


ALL = [fits_phones, shows_rings, shows_polymeter, sets_conditions, pages_long_patterns]
