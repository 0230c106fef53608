"""Checks of studio_test.py: refused edits, the clipboard, quantizing and recording."""

import time


def refuses_edits(page, folder, options):
    """an edit that the engine refuses leaves the history, and the engine's sentence says why"""
    studio = page()
    studio.run("""() => studio.open({ ticksPerQuarter: 480, tracks: [
        { name: 'Low', channel: 1, transpose: 24, clip: { notes: [[0, 480, 60]], length: 1920 } }] })""")
    studio.button("Draw").click()
    studio.page.mouse.click(*studio.place(970, 80))
    studio.until("studio.song.notes.length === 2")
    accepted = studio.notes()
    studio.run("roll.geometry.topKey = 20; roll.refresh()")
    studio.page.mouse.click(*studio.place(490, 8))
    studio.page.wait_for_function("document.querySelector('tactus-messages [role=alert]').textContent.length > 10")
    assert "0…127" in studio.message(), studio.message()
    assert studio.notes() == accepted and studio.run("studio.history.past.length") == 1
    assert studio.run("studio.song.notes.length") == 2
    studio.page.keyboard.press("Control+z")
    studio.until("studio.song.notes.length === 1")
    studio.page.keyboard.press("Control+Shift+z")
    studio.until("studio.song.notes.length === 2")
    assert studio.notes() == accepted


def copies_notes(page, folder, options):
    """notes are copied, cut, pasted into other tracks, and duplicated"""
    studio = page()
    studio.open_song(folder / "test.mid")
    melody, press = studio.notes(), studio.page.keyboard.press
    studio.drag(studio.place(10, 75), studio.place(1000, 56))
    assert studio.run("roll.editor.selection.size") == 3
    press("Control+c")
    studio.page.get_by_role("button", name="Bass", exact=False).first.click()
    bass = studio.notes()
    studio.page.mouse.click(studio.place(1920, 60)[0], studio.run("roll.canvas.getBoundingClientRect().top") + 30)
    studio.until("studio.tactus.position.tick === 1920")
    press("Control+v")
    pasted = [(at + 1920, length, key, velocity) for at, length, key, velocity in melody[:3]]
    assert sorted(set(studio.notes()) - set(bass)) == pasted, studio.notes()
    studio.until("studio.song.notes.filter(note => note.track === 1 && note.key >= 60).length === 3")
    assert studio.run("roll.editor.selection.size") == 3
    press("Control+d")
    twice = [(at + 1200, *rest) for at, *rest in pasted]
    assert sorted(set(studio.notes()) - set(bass)) == sorted(pasted + twice), studio.notes()
    press("Control+x")
    assert sorted(set(studio.notes()) - set(bass)) == pasted
    press("Control+z")
    press("Control+z")
    press("Control+z")
    assert studio.notes() == bass
    studio.button("Edit notes").click()
    assert studio.page.get_by_role("menuitem", name="Cut").is_disabled()
    studio.page.get_by_role("menuitem", name="Paste").click()
    assert len(studio.notes()) == len(bass) + 3


def quantizes_notes(page, folder, options):
    """selected notes move to the grid, as far as the strength says"""
    studio = page()
    studio.run("""() => studio.open({ ticksPerQuarter: 480, tracks: [
        { name: 'Loose', channel: 1, clip: { notes: [[13, 100, 60], [470, 100, 62], [700, 100, 64]] } }] })""")
    studio.run("roll.canvas.focus()")
    studio.page.keyboard.press("q")
    assert "Select the notes" in studio.message() and studio.run("studio.history.past.length") == 0
    studio.page.keyboard.press("Control+a")
    studio.page.keyboard.press("q")
    studio.until("studio.history.past.length === 1")
    assert studio.notes() == [(0, 100, 60, 100), (480, 100, 62, 100), (720, 100, 64, 100)], studio.notes()
    studio.until("studio.song.notes[1].start === 480")
    studio.page.keyboard.press("Control+z")
    studio.run("studio.takeSettings.set({ strength: 50 })")
    studio.page.get_by_label("Grid").select_option("1")
    studio.run("roll.canvas.focus()")
    studio.page.keyboard.press("Control+a")
    studio.page.keyboard.press("q")
    studio.until("studio.history.past.length === 1")
    assert [at for at, *_ in studio.notes()] == [7, 475, 590], studio.notes()


def settings(studio):
    return studio.page.get_by_role("dialog", name="Recording")


def open_keys(studio, tempo=240):
    """A song with one track without notes; recordings begin without a count-in."""
    studio.run("""tempo => studio.open({ ticksPerQuarter: 480, tempo, tracks: [
        { name: 'Keys', channel: 3, clip: { notes: [] } }] })""", tempo)
    studio.button("Recording settings").click()
    settings(studio).get_by_label("Count-in of one bar").uncheck()
    studio.page.keyboard.press("Escape")


def records_takes(page, folder, options):
    """what is played is recorded as one step, and quantized afterwards, and the step is undone"""
    studio = page()
    open_keys(studio)
    down, up, press = studio.page.keyboard.down, studio.page.keyboard.up, studio.page.keyboard.press
    press("r")
    studio.until("studio.tactus.position.playing && studio.tactus.position.tick > 200")
    assert studio.button("Record (R)").get_attribute("aria-pressed") == "true"
    pressed = time.monotonic()
    down("a")
    studio.page.wait_for_timeout(300)
    up("a")
    released = time.monotonic()
    studio.run("studio.tactus.control(2, 64, 127); studio.tactus.bend(2, 0.5)")
    down("d")
    again = time.monotonic()
    studio.until("roll.scene.edited.map(note => note.key).join() === '60,64'")
    press("r")
    up("d")
    studio.until("studio.history.past.length === 1")
    raw = studio.notes()
    assert [key for _, _, key, _ in raw] == [60, 64], raw
    (first, length, *_), (second, *_) = raw
    # 240 quarter notes per minute are 1920 ticks per second; a busy machine holds the keys for longer
    assert 100 < first and 450 < length < 1920 * (released - pressed) + 200, (raw, released - pressed)
    assert first + length <= second < first + 1920 * (again - pressed) + 200, (raw, again - pressed)
    messages = studio.run("studio.selectedTrack.clip.messages.filter(({ controller, wheel }) => controller === 64 || wheel)")
    assert [message.get("value", message.get("wheel")) for message in messages] == [127, 4096], messages
    assert studio.run("studio.tactus.position.playing")
    studio.until("studio.song.notes.length === 2 && studio.song.notes[0].channel === 2")
    studio.button("Stop").click()
    studio.button("Recording settings").click()
    settings(studio).get_by_label("Quantize").select_option("1")
    studio.until("studio.selectedTrack.clip.notes.every(([at]) => at % 480 === 0)")
    assert studio.run("studio.history.past.length") == 1
    settings(studio).get_by_label("Quantize").select_option("0")
    studio.until("first => studio.selectedTrack.clip.notes[0][0] === first", first)
    assert studio.notes() == raw
    press("Escape")
    studio.button("Undo").click()
    assert studio.notes() == []


def records_on_the_beat(page, folder, options):
    """after the count-in, a note that is played with the metronome is recorded on the beat, to the tick"""
    studio = page()
    open_keys(studio)
    studio.button("Recording settings").click()
    settings(studio).get_by_label("Count-in of one bar").check()
    settings(studio).get_by_label("Metronome").check()
    studio.page.keyboard.press("Escape")
    assert studio.button("Metronome").get_attribute("aria-pressed") == "true"
    studio.run("""() => { window.clicks = []
        const { click } = studio.metronome, { play } = studio.tactus
        studio.tactus.play = function (...options) {
            this.noteOn(2, 40, 100)
            this.noteOff(2, 40)
            return play.apply(this, options)
        }
        studio.metronome.click = function (made) {
            clicks.push(made)
            const time = made.time + studio.recorder.heard.latency
            studio.tactus.noteOn(2, 60 + clicks.length, 100, time)
            studio.tactus.noteOff(2, 60 + clicks.length, time + 0.1)
            click.call(this, made)
        } }""")
    studio.button("Record (R)").click()
    studio.until("studio.tactus.position.tick < 0 && document.querySelector('.bar').textContent.startsWith('0.')")
    studio.until("clicks.length >= 4")
    passes = studio.run("studio.recorder.take.numbers.filter((_, index) => index % 4 === 1).includes(0)")
    assert not passes and studio.run("studio.history.past.length") == 0, "the count-in is not a pass of its own"
    studio.until("clicks.length >= 10")
    studio.button("Stop").click()
    studio.until("studio.history.past.length === 1")
    bars = studio.run("clicks.map(({ isBar }) => isBar)")
    assert bars[:9] == [True, False, False, False] * 2 + [True], bars
    times = studio.run("clicks.map(({ time }) => time)")
    assert all(abs(later - time - 0.25) < 1e-3 for time, later in zip(times, times[1:])), times
    notes = {key: at for at, _, key, _ in studio.notes()}
    # what was played before the count-in, and its four beats, are not recorded; the fifth click is tick 0
    assert 40 not in notes and 64 not in notes and len(notes) >= 4, notes
    assert all(abs(at - 480 * (key - 65)) <= 2 for key, at in notes.items()), notes


def overdubs_loops(page, folder, options):
    """in a loop, takes are overdubbed pass by pass, or replace what was there"""
    studio = page()
    open_keys(studio)
    studio.run("studio.setLoop({ start: 0, end: 1920, isOn: true })")
    press = studio.page.keyboard.press
    press("r")
    studio.until("studio.tactus.position.playing && studio.tactus.position.tick > 100")
    press("a")
    studio.until("studio.song.notes.some(note => note.key === 60)")  # the next pass plays it
    assert studio.run("studio.recorder.isRecording")
    press("s")
    studio.until("studio.song.notes.some(note => note.key === 62)")
    press("r")
    studio.until("!studio.recorder.isRecording")
    studio.button("Stop").click()
    notes = studio.notes()
    assert sorted(key for _, _, key, _ in notes) == [60, 62] and all(at < 1920 for at, *_ in notes), notes
    assert studio.run("studio.history.past.length") == 1
    keeps_edits_while_recording(studio)
    assert studio.run("studio.history.past.length") == 1
    studio.button("Recording settings").click()
    settings(studio).get_by_label("Mode").select_option("true")
    press("Escape")
    studio.until("!studio.tactus.position.playing && studio.tactus.position.tick === 0")
    press("r")
    studio.until("studio.tactus.position.tick > 100")
    press("d")
    studio.until("studio.song.notes.some(note => note.key === 64)")
    press(" ")
    studio.until("!studio.recorder.isRecording && !studio.tactus.position.playing")
    studio.until("studio.song.notes.every(note => note.key === 64)")  # the next pass may have erased it
    assert studio.run("studio.history.past.length") == 2


def keeps_edits_while_recording(studio):
    """What is deleted and drawn between two passes stays so; three steps of undo return to the start."""
    press = studio.page.keyboard.press
    studio.until("!studio.tactus.position.playing && studio.tactus.position.tick === 0")
    press("r")
    studio.until("studio.tactus.position.playing && studio.tactus.position.tick > 100")
    press("f")
    studio.until("studio.song.notes.some(note => note.key === 65)")
    studio.run("""studio.change('draw a note', (document) => {
        const changed = structuredClone(document)
        const { notes } = changed.tracks[studio.track].clip
        notes.splice(0, notes.length, ...notes.filter(note => (note.key ?? note[2]) !== 60), [960, 240, 80, 90])
        return changed })""")
    press("g")
    studio.until("studio.song.notes.some(note => note.key === 67)")
    press("r")
    studio.until("!studio.recorder.isRecording")
    studio.button("Stop").click()
    keys = sorted({key for _, _, key, _ in studio.notes()})
    assert keys == [62, 65, 67, 80], keys
    for _ in range(3):
        press("Control+z")
    studio.until("studio.song.notes.every(note => note.key === 60 || note.key === 62)")


def records_into_a_new_track(page, folder, options):
    """a take over a pattern goes into a new track, which plays the same channel"""
    studio = page()
    studio.button("New song").click()
    studio.until("studio.song.name === 'New song'")
    studio.button("Recording settings").click()
    settings(studio).get_by_label("Count-in of one bar").uncheck()
    studio.page.keyboard.press("Escape")
    studio.page.get_by_role("button", name="Kick", exact=False).first.click()
    studio.page.keyboard.press("r")
    studio.until("studio.tactus.position.tick > 5000")
    studio.page.keyboard.press("g")
    studio.page.keyboard.press("r")
    studio.until("studio.document.tracks.length === 6")
    track = studio.run("studio.selectedTrack")
    assert track["channel"] == 10 and len(track["clip"]["notes"]) == 1, track
    studio.button("Undo").click()
    assert studio.run("studio.document.tracks.length") == 5
    # a song that is opened meanwhile does not get the take
    studio.page.keyboard.press("r")
    studio.until("studio.recorder.isRecording && studio.tactus.position.playing")
    studio.page.keyboard.press("g")
    studio.open_song(folder / "test.mid")
    studio.until("!studio.recorder.isRecording")
    studio.page.wait_for_timeout(300)
    assert studio.run("studio.history.past.length") == 0 and studio.run("studio.document.tracks.length") == 3


def records_midi_inputs(page, folder, options):
    """a MIDI input plays and records the channel of the selected track, also if that changes while a key is down"""
    studio = page()
    open_keys(studio)
    studio.run("""() => { window.input = { name: 'Piano' }
        navigator.requestMIDIAccess = async () => (
            { inputs: new Map([['1', input]]), addEventListener: () => undefined })
        window.stamps = []
        window.play = (age, ...data) => {
            stamps.push(performance.now() - age)
            input.onmidimessage({ data: Uint8Array.from(data), timeStamp: stamps.at(-1) })
        }
        window.heard = []
        studio.tactus.addEventListener('midi', ({ detail }) => heard.push([...detail.data])) }""")
    studio.button("Connect MIDI inputs").click()
    studio.page.get_by_text("MIDI inputs: Piano").wait_for()
    studio.button("Record (R)").click()
    studio.until("studio.tactus.position.playing && studio.tactus.position.tick > 600")
    studio.run("play(100, 0x90, 60, 80); play(0, 0x90, 64, 90); play(0, 0xb0, 64, 127)")
    studio.run("studio.liveChannel = 7")
    studio.run("play(0, 0x80, 60, 0); play(0, 0x90, 64, 0)")
    studio.button("Record (R)").click()
    studio.until("studio.history.past.length === 1")
    heard = studio.run("heard")
    assert heard == [[0x92, 60, 80], [0x92, 64, 90], [0xB2, 64, 127], [0x82, 60, 64], [0x82, 64, 64]], heard
    (first, _, low, _), (second, _, high, _) = studio.notes()
    # the first key was pressed 100 ms, 192 ticks, before its message was read
    ticks = studio.run("(stamps[1] - stamps[0]) * 1.92")
    assert (low, high) == (60, 64) and abs(second - first - ticks) < 100, (studio.notes(), ticks)


ALL = [refuses_edits, copies_notes, quantizes_notes, records_takes, records_on_the_beat, overdubs_loops,
       records_into_a_new_track, records_midi_inputs]
