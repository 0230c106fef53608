"""Checks of studio_test.py for tempo and meter changes."""

import json


def opened(page):
    studio = page()
    studio.run("""() => studio.open({ ticksPerQuarter: 480, tempo: [{ bpm: 60, curve: 'linearInTime' },
        { at: 3840, bpm: 120 }], tracks: [{ name: 'Notes', channel: 1, clip: { notes: [[0, 7680, 60]] } }] })""")
    studio.button("Tempo and meter").click()
    return studio


def tempi(studio):
    return [(change.get("at", 0), change["bpm"], change.get("curve")) for change in studio.run("studio.document.tempo")]


def change(studio, name):
    """The place of a change in the lane."""
    handle = studio.page.get_by_label(name, exact=True).locator(".point, rect.flag")
    # the lane draws its handles again whenever something changes; one that is replaced meanwhile has no box
    box = next(box for box in (handle.bounding_box() for _ in range(100)) if box)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def edits_tempo(page, folder, options):
    """tempo changes are added, moved, changed and deleted, by pointer and by keys; curves are kept"""
    studio = opened(page)
    length = studio.run("studio.song.duration")
    x, y = change(studio, "Tempo at 3.1")
    studio.drag((x, y), (studio.place(4800, 60)[0], y))
    assert tempi(studio) == [(0, 60, "linearInTime"), (4800, 120, None)], tempi(studio)
    assert studio.run("studio.history.past.length") == 1, "a drag is not one change"
    studio.until("length => studio.song.duration > length", length)
    studio.button("Undo").click()
    assert tempi(studio) == [(0, 60, "linearInTime"), (3840, 120, None)], tempi(studio)
    studio.page.mouse.dblclick(studio.place(1920, 60)[0], y)
    (_, bpm, curve), = [tempo for tempo in tempi(studio) if tempo[0] == 1920]
    assert abs(bpm - 120) <= 1 and curve is None, tempi(studio)
    press = studio.page.keyboard.press
    press("ArrowUp")
    press("Shift+ArrowDown")
    press("ArrowRight")
    assert (2040, bpm - 9, None) in tempi(studio), tempi(studio)
    press("Control+ArrowLeft")
    press("Control+ArrowRight")
    press("Delete")
    assert tempi(studio) == [(0, 60, "linearInTime"), (3840, 120, None)], tempi(studio)
    studio.page.get_by_label("To the next tempo").select_option("linearInBeats")
    assert tempi(studio)[0] == (0, 60, "linearInBeats"), tempi(studio)
    studio.page.get_by_label("Tempo of the change").fill("80.5")
    press("Tab")
    assert tempi(studio)[0] == (0, 80.5, "linearInBeats"), tempi(studio)
    studio.until("""() => !studio.isPublishing && studio.song.document.tempo[0].curve === 'linearInBeats'
        && Math.abs(studio.song.document.tempo[0].bpm - 80.5) < 0.001 && studio.song.document.tempo[1].at === 3840""")


def edits_meter(page, folder, options):
    """meters are added at bar lines, moved, changed and deleted, and the bars follow"""
    studio = opened(page)
    studio.run("studio.tactus.seek(2000)")
    studio.until("studio.tactus.position.tick === 2000")
    studio.button("Add meter").click()
    assert studio.run("studio.document.meter")[1] == {"at": 1920, "meter": "4/4"}, studio.run("studio.document.meter")
    studio.page.get_by_label("Beats of a bar").fill("7")
    studio.page.keyboard.press("Tab")
    studio.page.get_by_label("Note value of a beat").select_option("8")
    assert studio.run("studio.document.meter")[1] == {"at": 1920, "meter": "7/8"}
    assert studio.run("studio.timeline.position(1920 + 7 * 240).bar") == 3
    studio.page.get_by_label("Meter 7/8 at 2.1").focus()
    studio.page.keyboard.press("ArrowRight")
    assert studio.run("studio.document.meter")[1]["at"] == 3840
    studio.until("!studio.isPublishing && studio.song.document.meter[1].at === 3840")
    x, y = change(studio, "Meter 7/8 at 3.1")
    studio.drag((x, y), (studio.place(2000, 60)[0] + 18, y))
    assert studio.run("studio.document.meter")[1]["at"] == 1920, json.dumps(studio.run("studio.document.meter"))
    studio.button("Delete the change").click()
    assert studio.run("studio.document.meter") == "4/4"
    studio.button("Undo").click()
    assert studio.run("studio.document.meter")[1]["meter"] == "7/8"
    studio.until_kept()
    studio.open()
    assert studio.page.get_by_label("Meter 7/8 at 2.1").is_visible(), "the lane is not open at the next visit"


ALL = [edits_tempo, edits_meter]
