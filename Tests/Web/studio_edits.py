"""Checks of studio_test.py that edit: notes, tracks, patterns and effects."""


def edits_notes(page, folder, options):
    """notes are drawn, moved, made longer, deleted and undone, and the engine plays them"""
    studio = page()
    studio.open_song(folder / "test.mid")
    before = studio.notes()
    studio.button("Draw").click()
    studio.drag(studio.place(490, 70), studio.place(900, 70))
    drawn = set(studio.notes()) - set(before)
    assert drawn == {(480, 480, 70, 100)}, drawn
    studio.until("studio.song.notes.some(note => note.key === 70 && note.start === 480)")
    studio.button("Select").click()
    studio.drag(studio.place(600, 70), studio.place(1080, 72))
    assert set(studio.notes()) - set(before) == {(960, 480, 72, 100)}, set(studio.notes()) - set(before)
    right = studio.place(1440, 72)
    studio.drag((right[0] - 3, right[1]), studio.place(1680, 72))
    assert (960, 720, 72, 100) in studio.notes()
    studio.run("roll.canvas.focus()")
    studio.page.keyboard.press("Alt+ArrowUp")
    assert (960, 720, 72, 105) in studio.notes()
    studio.page.keyboard.press("Delete")
    assert studio.notes() == before
    for _ in range(5):
        studio.page.keyboard.press("Control+z")
    assert studio.notes() == before
    studio.page.keyboard.press("Control+Shift+z")
    assert len(studio.notes()) == len(before) + 1
    studio.until("studio.song.notes.some(note => note.key === 70 && note.start === 480)")


def edits_while_playing(page, folder, options):
    """edits while the song plays do not stop it"""
    studio = page()
    studio.open_song(folder / "test.mid")
    studio.button("Play").click()
    studio.until("studio.tactus.position.tick > 200")
    studio.button("Draw").click()
    studio.page.mouse.click(*studio.place(2000, 64))
    studio.until("studio.song.notes.some(note => note.key === 64 && note.start >= 1920 && note.start < 2000)")
    tick = studio.run("studio.tactus.position.tick")
    studio.until("tick => studio.tactus.position.playing && studio.tactus.position.tick > tick + 100", tick)


def selects_and_velocities(page, folder, options):
    """a rectangle selects notes, and the lane below changes their velocities"""
    studio = page()
    studio.open_song(folder / "test.mid")
    studio.drag(studio.place(-20 + 30, 75), studio.place(1000, 56))
    assert studio.run("roll.editor.selection.size") == 3
    bottom = studio.run("roll.canvas.getBoundingClientRect().bottom")
    x = studio.place(0, 60)[0] + 2
    studio.drag((x, bottom - 30), (x, bottom - 36))
    changed = studio.notes()[0]
    assert changed[:3] == (0, 240, 60) and changed[3] != 60, changed


def edits_by_keys(page, folder, options):
    """the piano roll is usable by keys alone"""
    studio = page()
    studio.open_song(folder / "test.mid")
    before = studio.notes()
    studio.run("roll.canvas.focus()")
    press = studio.page.keyboard.press
    press("ArrowRight")
    press("Enter")
    assert len(studio.notes()) == len(before) + 1
    press("ArrowUp")
    press("Shift+ArrowRight")
    press("Control+ArrowRight")
    press("Escape")
    press("Control+a")
    assert studio.run("roll.editor.selection.size") == len(before) + 1
    press("Backspace")
    assert studio.notes() == []


def mixes(page, folder, options):
    """tracks are muted, solo, and have programs and levels"""
    studio = page()
    studio.open_song(folder / "test.mid")
    studio.button("Mute Bass").click()
    assert studio.run("studio.document.tracks[1].muted") is True
    studio.until("!studio.song.notes.some(note => note.track === 1)")
    assert studio.button("Mute Bass").get_attribute("aria-pressed") == "true"
    studio.button("Undo").click()
    assert studio.run("studio.document.tracks[1].muted ?? false") is False
    studio.button("Solo Drums").click()
    assert studio.run("studio.document.tracks[2].solo") is True
    studio.page.get_by_role("button", name="Bass", exact=False).first.click()
    slider = studio.page.get_by_role("slider", name="Volume")
    slider.focus()
    studio.page.keyboard.press("ArrowLeft")
    message = studio.run("studio.selectedTrack.clip.messages.find(message => message.controller === 7)")
    assert message["value"] == 99, message
    studio.page.get_by_role("combobox", name="Program").select_option("0:40")
    programs = studio.run("studio.selectedTrack.clip.messages.filter(message => 'program' in message)")
    assert [message["program"] for message in programs] == [40], programs


def makes_patterns(page, folder, options):
    """patterns: steps, accents, Euclid, length, swing, probability, ratchets, tracks"""
    studio = page()
    studio.button("New song").click()
    studio.until("studio.song.name === 'New song'")
    studio.show("Pattern")
    steps = lambda: studio.run("studio.selectedTrack.pattern.steps")
    kick = studio.page.get_by_role("group", name="Steps of Kick")
    step = lambda number: kick.get_by_role("button", name=f"Step {number},")
    step(2).click()
    assert steps() == "xx..x...x...x...", steps()
    studio.until("studio.song.notes.filter(note => note.key === 36 && note.start < 4 * 20160).length === 5")
    step(2).click()
    assert steps() == "xX..x...x...x...", steps()
    step(2).click()
    number = lambda name, value: (studio.page.get_by_label(name, exact=True).fill(str(value)),
                                  studio.page.keyboard.press("Tab"))
    number("Euclid: hits", 3)
    number("Euclid: of steps", 8)
    assert steps() == "x..x..x.", steps()
    number("Steps", 12)
    assert steps() == "x..x..x.....", steps()
    slide(studio, "Swing", 58)
    assert studio.run("studio.selectedTrack.swing.percent") == 58
    step(1).click(modifiers=["Shift"])
    slide(studio, "Probability", 50)
    slide(studio, "Ratchet", 3)
    assert steps()[0] == {"probability": 0.5, "ratchet": 3}, steps()
    studio.page.get_by_label("Add a pattern track").select_option("56")
    assert studio.run("studio.document.tracks.length") == 6
    studio.button("Remove Cowbell").click()
    assert studio.run("studio.document.tracks.length") == 5
    studio.page.get_by_role("button", name="Step 1,").first.focus()
    studio.page.keyboard.press("ArrowRight")
    assert "Step 2," in studio.run("document.activeElement.getAttribute('aria-label')")


def slide(studio, name, value):
    slider = studio.page.get_by_role("slider", name=name)
    slider.evaluate("(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input'));"
                    " slider.dispatchEvent(new Event('change')) }", value)


def sets_effects(page, folder, options):
    """effects are added, bypassed and applied; the engine's sentence says what is wrong"""
    studio = page()
    studio.show("Effects")
    studio.button("Add Echo").click()
    studio.button("Add Arpeggiator").click()
    studio.until("studio.chain.effects.length === 2")
    text = studio.page.get_by_label("The chain as JSON")
    for wrong, words in [('{"effects": [', ""), ('{"effects": [{"effect": "ecko"}]}', "effects[0].effect")]:
        text.fill(wrong)
        studio.button("Apply").click()
        # the sentence about the text before may still be there
        studio.page.wait_for_function(
            """words => {
                const { textContent } = document.querySelector('#chain-error')
                return textContent.length > 10 && textContent.includes(words)
            }""", arg=words)
        assert studio.run("studio.chain.effects.length") == 2
    text.fill('// An octave up\n{"effects": [{"effect": "transpose", "semitones": 12}]}')
    studio.button("Apply").click()
    studio.until("studio.chain.effects.length === 1")


def shows_loops(page, folder, options):
    """tracks that loop show their passes, of which the first is edited"""
    studio = page()
    studio.run("""() => studio.open({ ticksPerQuarter: 480, tracks: [
        { name: 'Loop', channel: 1, loop: 1920, passes: 4,
          clip: { notes: [[0, 480, 60], [960, 480, 64]], length: 1920 } },
        { name: 'Long', channel: 2, clip: { notes: [[0, 7680, 40]] } }] })""")
    assert studio.run("studio.song.notes.filter(note => note.track === 0).length") == 8
    visible = """() => roll.scene.tracks.filter((_, index) => index !== 1).flatMap(({ index, from = 0 }) =>
        Array.from(index.starts).filter(start => start >= from)).sort((a, b) => a - b)"""
    assert studio.run(visible) == [0, 960, 1920, 2880, 3840, 4800, 5760, 6720], studio.run(visible)
    studio.drag(studio.place(1200, 64), studio.place(1440, 65))
    studio.until("studio.song.notes.some(note => note.start === 7200 - 240 && note.key === 65)")
    assert studio.run(visible) == [0, 1200, 1920, 3120, 3840, 5040, 5760, 6960], studio.run(visible)


def splits_channels(page, folder, options):
    """a track that plays several channels is split into one for each"""
    studio = page()
    studio.run("""() => studio.open({ ticksPerQuarter: 480, tracks: [{ name: 'All', clip: { notes: [
        [0, 480, 60], { at: 480, for: 480, key: 62, velocity: 90, channel: 3 },
        { at: 960, for: 480, key: 36, channel: 10 }],
        messages: [{ program: 5 }, { program: 40, channel: 3 }] } }] })""")
    before = studio.run("studio.song.notes.map(({ channel, key, start }) => [channel, key, start])")
    studio.button("Split into one track per channel").click()
    assert studio.run("studio.document.tracks.map(track => track.clip.notes.length)") == [1, 1, 1]
    studio.until("studio.song.document.tracks.length === 3")
    assert studio.run("studio.song.notes.map(({ channel, key, start }) => [channel, key, start])") == before


ALL = [edits_notes, edits_while_playing, selects_and_velocities, edits_by_keys, mixes, makes_patterns, sets_effects,
       shows_loops, splits_channels]
