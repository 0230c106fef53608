"""Checks of studio_test.py for the sections of patterns and their form."""

import json
import pathlib
import subprocess

from studio_patterns import new_song


def kicks(studio):
    """Waits until the engine plays the newest document; the kick's first ticks in sixteenths."""
    studio.until("!studio.isPublishing && !studio.isStale")
    return studio.run("studio.song.notes.filter(note => note.key === 36).map(note => note.start / 5040)")


def makes_sections(page, folder, options):
    """sections are made, duplicated, edited, renamed, put into a form, and removed"""
    studio = new_song(page)
    studio.button("Sections").click()
    assert studio.run("studio.document.form") == "A"
    studio.button("Duplicate").click()
    kick = studio.page.get_by_role("group", name="Steps of Kick")
    kick.get_by_role("button", name="Step 1,").click()
    kick.get_by_role("button", name="Step 1,").click()
    sections = studio.run("studio.document.tracks[0].pattern.sections")
    assert sections == {"A": "x...x...x...x...", "B": "....x...x...x..."}, sections
    form = studio.page.get_by_label("Form", exact=True)
    assert form.input_value() == "A B"
    form.fill("A A B C")
    studio.page.keyboard.press("Tab")
    assert "no section C" in studio.message() and form.input_value() == "A B", studio.message()
    form.fill("B A A")
    studio.page.keyboard.press("Tab")
    assert kicks(studio)[:8] == [4, 8, 12, 16, 20, 24, 28, 32], kicks(studio)
    name = studio.page.get_by_label("Section name", exact=True)
    name.fill("fill in")
    studio.page.keyboard.press("Tab")
    assert studio.run("studio.document.form") == "fill-in A A"
    assert kicks(studio)[:3] == [4, 8, 12]
    studio.button("Play").click()
    studio.until("document.querySelector('.form-parts .is-playing')?.textContent === 'fill-in'")
    studio.until("document.querySelector('.form-parts .is-playing')?.textContent === 'A'")
    studio.until("document.querySelectorAll('.step.is-playing').length === 0")
    studio.button("Stop").click()
    group = studio.page.get_by_role("group", name="Section", exact=True)
    group.get_by_role("button", name="A", exact=True).click()
    assert "on" in kick.get_by_role("button", name="Step 1,").get_attribute("aria-label")
    studio.button("Remove").click()
    assert studio.run("studio.document.form") == "fill-in"
    studio.button("No sections").click()
    assert studio.run("[studio.document.form ?? '', studio.document.tracks[0].pattern.steps]") == ["", "....x...x...x..."]
    for _ in range(2):
        studio.button("Undo").click()
    assert studio.run("studio.document.form") == "fill-in A A"


def keeps_sections(page, folder, options):
    """documents with sections open, save, link and reload as they were written, and play as the tool reads them"""
    document = {"tempo": 100, "form": "A*3 fill", "tracks": [
        {"name": "kick", "channel": 10, "pattern": {"key": "kick", "velocity": "ff", "sections": {
            "A": "x... ..x. x... ....", "fill": {"euclid": [5, 8], "hit": "X"}}}},
        {"name": "bass", "channel": 1, "program": "Electric Bass (finger)", "pattern": {
            "step": "1/8", "key": "E1", "sections": {"A": ["x", ".", "G1", {"key": "A1", "if": "1:2"}]}}},
        {"name": "bell", "channel": 10, "pattern": {"key": "bell", "steps": "x..x."}}]}
    path = folder / "sections.json"
    path.write_text("// Written by hand\n" + json.dumps(document))
    studio = page()
    studio.open_song(path)
    notes = "JSON.stringify(studio.song.notes.map(({ key, start, end, velocity }) => [key, start, end, velocity]))"
    before = studio.run(notes)
    studio.show("Pattern")
    kick, bass = (studio.run("index => studio.document.tracks[index].pattern", index) for index in [0, 1])
    assert kick["sections"]["A"] == "x.....x.x.......", kick
    assert kick["sections"]["fill"].count("X") == 5 and len(kick["sections"]["fill"]) == 8 and "steps" not in kick, kick
    assert bass["sections"]["A"][2:] == [31, {"key": 33, "if": "1:2"}] and list(bass["sections"]) == ["A"], bass
    assert studio.page.get_by_label("Form", exact=True).input_value() == "A*3 fill"
    studio.page.get_by_role("group", name="Section", exact=True).get_by_role("button", name="fill").click()
    assert studio.button("Rests in this section. Add steps").is_visible()
    bell = studio.page.get_by_role("group", name="Steps of bell").get_by_role("button", name="Step 2,")
    for _ in range(3):
        bell.click()
    studio.until("!studio.isPublishing && !studio.isStale")
    assert studio.run(notes) == before, "the page changes what the document plays"
    with studio.page.expect_download() as download:
        studio.button("Save the document").click()
    saved = json.loads(pathlib.Path(download.value.path()).read_text())
    if options.program:
        (folder / "saved.json").write_text(json.dumps(saved))
        events = [subprocess.run([options.program, "sequence", folder / name, "--events"], check=True,
                                 capture_output=True).stdout for name in ["sections.json", "saved.json"]]
        assert events[0] == events[1] and len(events[0]) > 1000, "the tool plays the saved document differently"
    assert saved["form"] == "A*3 fill" and saved["tracks"][0]["pattern"]["sections"] == kick["sections"], saved
    studio.until_kept()
    studio.open()
    studio.show("Pattern")
    assert studio.run("studio.document.tracks[0].pattern.sections.fill") == kick["sections"]["fill"]
    assert studio.run(notes) == before, "the document is not the same at the next visit"


ALL = [makes_sections, keeps_sections]
