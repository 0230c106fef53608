"""Checks of studio_test.py: zones and envelopes of presets, and stacked banks."""

import struct


def draws_presets(page, folder, options):
    """the bank view draws the zones and envelopes of the selected preset"""
    for scheme in ["light", "dark"]:
        studio = page(scheme=scheme)
        studio.show("Banks")
        last = studio.page.get_by_role("option").last
        last.click()  # the first click selects, also where the list has to scroll
        assert last.get_attribute("aria-selected") == "true"
        studio.page.get_by_label("Search presets").fill("nylon")
        studio.page.get_by_role("option").first.click()
        picture = studio.page.locator("tactus-preset-picture svg")
        picture.get_by_text("Volume envelopes").wait_for()
        assert "Zones of" in picture.locator("title").text_content()
        assert picture.locator("path").count() > 5
        ground = studio.run("getComputedStyle(document.querySelector('tactus-preset-picture .picture').shadowRoot"
                            ".querySelector('svg > rect')).fill")
        brightness = int(ground[4:].split(",")[0])
        assert brightness > 200 if scheme == "light" else brightness < 60, ground
        studio.page.get_by_label("Search presets").fill("Standard Kit")
        studio.page.get_by_role("option").first.click()
        studio.page.locator("tactus-preset-picture svg text").get_by_text("Standard Kit").first.wait_for()


def stacks_banks(page, folder, options):
    """banks are stacked, moved, raised by an offset, removed, and there again at the next visit"""
    (folder / "One.sf2").write_bytes(sound_font("First bank", "First piano"))
    (folder / "Two.sf2").write_bytes(sound_font("Second bank", "Second piano"))
    studio = page()
    studio.show("Banks")
    piano = "studio.tactus.bank.presets.find(({ bank, program }) => bank === 0 && program === 0).name"
    for name in ["One", "Two"]:
        studio.choose(folder / f"{name}.sf2", "Load a SoundFont")
        studio.until(f"{piano} === '{'First' if name == 'One' else 'Second'} piano'")
    rows = studio.page.locator(".bank-stack li")
    names = lambda: rows.locator(".name").all_inner_texts()
    assert names() == ["Two.sf2", "One.sf2", "Built-in bank"], names()
    option = studio.page.get_by_role("option").first
    assert option.inner_text().split("\n")[1:] == ["Second piano", "Two.sf2"], option.inner_text()
    studio.button("Move down Two.sf2").click()
    studio.until(f"{piano} === 'First piano'")
    assert names() == ["One.sf2", "Two.sf2", "Built-in bank"]
    studio.page.keyboard.press("Tab")
    studio.page.get_by_label("Offset of the bank numbers of One.sf2").fill("8")
    studio.page.keyboard.press("Enter")
    studio.until(f"{piano} === 'Second piano'")
    studio.until("studio.tactus.bank.presets.some(({ bank, name }) => bank === 8 && name === 'First piano')")
    studio.page.get_by_label("Search presets").fill("First piano")
    studio.page.get_by_role("option").click()
    studio.until("studio.tactus.position.voices > 0")
    studio.page.locator("tactus-preset-picture svg text").get_by_text("First piano").first.wait_for()
    studio.page.wait_for_timeout(1000)
    studio.open()
    studio.show("Banks")
    rows = studio.page.locator(".bank-stack li")
    assert names() == ["One.sf2", "Two.sf2", "Built-in bank"], names()
    assert studio.page.get_by_label("Offset of the bank numbers of One.sf2").input_value() == "8"
    studio.button("Remove Two.sf2").click()
    studio.until(f"!{piano}.endsWith('Second piano')")
    studio.button("Built-in bank only").click()
    studio.until("studio.tactus.bank === studio.tactus.builtInBank")
    assert names() == ["Built-in bank"]


def sound_font(name, preset):
    """The bytes of a SoundFont with one preset of one looped sample, at bank 0, program 0."""
    chunk = lambda kind, data: kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    group = lambda kind, *chunks: chunk(b"LIST", kind + b"".join(chunks))
    text = lambda value: value.encode().ljust(20, b"\0")
    wave = struct.pack("<100h", *[(index % 50 - 25) * 800 for index in range(100)])
    generators = lambda *pairs: b"".join(struct.pack("<HH", *pair) for pair in pairs)
    bag = lambda *pairs: b"".join(struct.pack("<HH", *pair) for pair in pairs)
    info = group(b"INFO", chunk(b"ifil", struct.pack("<HH", 2, 1)), chunk(b"isng", b"EMU8000\0"),
                 chunk(b"INAM", name.encode() + b"\0\0"[len(name) % 2:]))
    samples = group(b"sdta", chunk(b"smpl", wave + b"\0" * 92))
    header = lambda title, number: text(title) + struct.pack("<HHHIII", 0, 0, number, 0, 0, 0)
    sample = lambda title, *numbers: text(title) + struct.pack("<IIIIIBbHH", *numbers)
    tables = group(
        b"pdta", chunk(b"phdr", header(preset, 0) + header("EOP", 1)), chunk(b"pbag", bag((0, 0), (1, 0))),
        chunk(b"pmod", b"\0" * 10), chunk(b"pgen", generators((41, 0), (0, 0))),
        chunk(b"inst", text("Piano") + struct.pack("<H", 0) + text("EOI") + struct.pack("<H", 1)),
        chunk(b"ibag", bag((0, 0), (2, 0))), chunk(b"imod", b"\0" * 10), chunk(b"igen", generators((54, 1), (53, 0), (0, 0))),
        chunk(b"shdr", sample("Wave", 0, 100, 0, 50, 22050, 60, 0, 0, 1) + sample("EOS", 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    return chunk(b"RIFF", b"sfbk" + info + samples + tables)


ALL = [draws_presets, stacks_banks]
