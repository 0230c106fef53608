"""Checks of studio_test.py for names of chords, the arpeggiator's steps, and edits before the engine has answered."""


def names_chords(page, folder, options):
    """chords are named as they are played, on the keyboard and at the playhead, in the key of the song"""
    studio = page()
    studio.run("""() => studio.open({ tempo: 60, tracks: [{ name: 'Chords', channel: 1, clip: { notes: [
        [0, 40320, 58], [0, 40320, 62], [0, 40320, 65], [0, 40320, 69],
        [40320, 40320, 57], [40320, 40320, 60], [40320, 40320, 65]] } },
        { name: 'Drums', channel: 10, clip: { notes: [[0, 80640, 36]] } }] })""")
    name = studio.page.get_by_label("Chord", exact=True)
    for key in "adg":  # C, E and G
        studio.page.keyboard.down(key)
    studio.until("document.querySelector('tactus-chord output').value === 'C'")
    for key in "adg":
        studio.page.keyboard.up(key)
    studio.until("document.querySelector('tactus-chord output').value === '–'")
    studio.button("Play").click()
    studio.until("document.querySelector('tactus-chord output').value === 'Bbmaj7'")
    assert studio.page.locator(".chord-flag").inner_text() == "Bbmaj7"
    studio.until("document.querySelector('tactus-chord output').value === 'F/A'")
    studio.button("Stop").click()
    studio.until("document.querySelector('tactus-chord output').value === '–'")
    assert name.is_visible() and not studio.page.locator(".chord-flag").is_visible()


def edits_the_arpeggiator(page, folder, options):
    """the arpeggiator's steps are a row of accents, set by dragging and by keys, and heard"""
    studio = page()
    studio.show("Effects")
    studio.button("Add Arpeggiator").click()
    count = studio.page.get_by_label("Arpeggiator: steps")
    count.fill("4")
    studio.page.keyboard.press("Tab")
    accents = lambda expected: studio.until(
        "expected => JSON.stringify(studio.chain.effects[0].accents) === JSON.stringify(expected)", expected)
    accents([100, 100, 100, 100])
    step = lambda number: studio.page.get_by_role("slider", name=f"Accent of step {number}")
    step(2).press("Home")
    accents([100, 0, 100, 100])
    assert studio.run("document.activeElement.getAttribute('aria-valuetext')") == "rest"
    box = step(4).bounding_box()
    x, bottom = box["x"] + 20, box["y"] + box["height"] - 4
    studio.drag((x, bottom - 20), (x, bottom - 42))
    accents([100, 0, 100, 150])
    assert '"accents": [' in studio.page.get_by_label("The chain as JSON").input_value()
    for number in range(1, 5):
        step(number).press("Home")
    accents([0, 0, 0, 0])
    studio.run("studio.tactus.noteOn(0, 60, 100)")
    studio.page.wait_for_timeout(700)
    assert studio.run("studio.tactus.position.voices") == 0, "rests of the arpeggiator sound"
    count.fill("0")
    studio.page.keyboard.press("Tab")
    studio.until("studio.chain.effects[0].accents === undefined && studio.tactus.position.voices > 0")


def keeps_edits_of_a_slow_engine(page, folder, options):
    """edits of effects and banks that are made before the engine has answered those before are kept"""
    studio = page()
    studio.show("Effects")
    studio.button("Add Arpeggiator").click()
    studio.page.get_by_label("Arpeggiator: steps").fill("4")
    studio.page.keyboard.press("Tab")
    studio.until("studio.chain.effects[0].accents?.length === 4")
    studio.run("""() => {
        const slow = (name) => {
            const original = studio.tactus[name].bind(studio.tactus)
            studio.tactus[name] = async (...values) => {
                await new Promise((resolve) => setTimeout(resolve, 400))
                return original(...values)
            }
        }
        slow('setChain'), slow('use')
    }""")
    step = lambda number: studio.page.get_by_role("slider", name=f"Accent of step {number}")
    for number in (1, 2):
        step(number).press("Home")
    for _ in range(3):
        step(3).press("ArrowUp")
    box = step(4).bounding_box()
    x, bottom = box["x"] + 20, box["y"] + box["height"] - 4
    mouse = studio.page.mouse
    mouse.move(x, bottom - 20)
    mouse.down()
    studio.until("JSON.stringify(studio.chain.effects[0].accents) === '[0,0,115,100]'")
    mouse.move(x, bottom - 42)
    mouse.up()
    studio.button("Add Transpose").click()
    studio.button("Add Echo").click()
    studio.until("studio.chain.effects.map(({ effect }) => effect).join() === 'arpeggiator,transpose,echo'")
    assert studio.run("studio.chain.effects[0].accents") == [0, 0, 115, 150]
    assert step(3).get_attribute("aria-valuetext") == "115 %"
    text = studio.page.get_by_label("The chain as JSON")
    text.fill("{ nonsense")
    studio.button("Apply").click()
    studio.until("document.querySelector('#chain-error').textContent !== ''")
    assert text.input_value() == "{ nonsense", "what was typed is lost"
    studio.run("""() => {
        const [layer] = studio.banks.layers
        for (const offset of [1, 2, 3]) studio.banks.setOffset(layer, offset)
    }""")
    studio.until("studio.banks.layers.length === 1 && studio.banks.layers[0].offset === 3")


ALL = [names_chords, edits_the_arpeggiator, keeps_edits_of_a_slow_engine]
