"""Checks of studio_test.py: bounces to stems, and with MIDI effects."""

import io
import json
import pathlib
import shutil
import subprocess
import zipfile

SOUND = ["--bank", "built-in", "--quality", "draft", "--depth", "16", "--rate", "44100"]


def bounces_stems(page, folder, options):
    """stems are a zip archive with the names and bytes of the program's files"""
    studio = page()
    studio.open_song(folder / "test.mid")
    name, archive = bounce_stems(studio, "channels")
    assert name == "test stems.zip"
    assert archive.namelist() == ["01 Melody.wav", "02 Bass.wav", "10 Drums.wav"], archive.namelist()
    assert archive.testzip() is None
    compare(archive, folder, options, ["bounce", folder / "test.mid", "--stems", "channels"])
    # a document with a name in other letters, by tracks, with the effects apart
    studio.run("studio.change('name', document => ({ ...document, tracks: document.tracks.map((track, index) => "
               "index ? track : { ...track, name: 'Mélodie / 旋律' }) }))")
    studio.until("studio.song.document.tracks[0].name === 'Mélodie / 旋律'")
    (folder / "stems.json").write_text(json.dumps(studio.run("studio.document")))
    _, archive = bounce_stems(studio, "tracks", "Reverb and chorus as a stem of their own")
    assert archive.namelist()[0] == "01 Mélodie 旋律.wav" and archive.namelist()[-1].endswith("Effects.wav")
    compare(archive, folder, options, ["sequence", folder / "stems.json", "--stems", "tracks", "--effects-apart"])


def bounce_stems(studio, split, *boxes):
    """The name of the download, and the archive."""
    studio.button("Bounce").click()
    dialog = studio.page.get_by_role("dialog", name="Bounce")
    for label, value in {"Format": "wav", "Bit depth": "16", "Sample rate": "44100", "Quality": "draft",
                         "Files": split}.items():
        dialog.get_by_label(label).select_option(value)
    for box in boxes:
        dialog.get_by_label(box).check()
    with studio.page.expect_download(timeout=300000) as download:
        dialog.get_by_role("button", name="Bounce").click()
    data = pathlib.Path(download.value.path()).read_bytes()
    return download.value.suggested_filename, zipfile.ZipFile(io.BytesIO(data))


def compare(archive, folder, options, command):
    """Compares the files of an archive with those of the program."""
    if not options.program:
        return
    stems = folder / "stems"
    shutil.rmtree(stems, ignore_errors=True)
    result = subprocess.run([options.program, *command, "-o", f"{stems}/", *SOUND], capture_output=True)
    assert result.returncode == 0, result.stderr
    made = sorted(path.name for path in stems.iterdir() if path.name != "stems.json")
    assert made == sorted(archive.namelist())
    for name in archive.namelist():
        assert archive.read(name) == (stems / name).read_bytes(), f"{name} is not that of the program"


def bounces_effects(page, folder, options):
    """MIDI effects are bounced if wanted, and a split that they make impossible is refused with a sentence"""
    studio = page()
    studio.open_song(folder / "test.mid")
    chain = {"effects": [{"effect": "transpose", "semitones": 12}]}
    studio.run("chain => studio.setChain(chain)", chain)
    (folder / "chain.json").write_text(json.dumps(chain))
    dialog = studio.page.get_by_role("dialog", name="Bounce")
    files = {}
    for wanted in [True, False]:
        studio.button("Bounce").click()
        for label, value in {"Bit depth": "16", "Sample rate": "44100", "Quality": "draft"}.items():
            dialog.get_by_label(label).select_option(value)
        dialog.get_by_label("With the MIDI effects").set_checked(wanted)
        with studio.page.expect_download(timeout=300000) as download:
            dialog.get_by_role("button", name="Bounce").click()
        files[wanted] = pathlib.Path(download.value.path()).read_bytes()
    assert files[True] != files[False]
    if options.program:
        for wanted, more in {True: ["--chain", folder / "chain.json"], False: []}.items():
            subprocess.run([options.program, "bounce", folder / "test.mid", "-o", folder / "effects.wav", *SOUND, *more],
                           check=True, capture_output=True)
            assert files[wanted] == (folder / "effects.wav").read_bytes(), f"with effects: {wanted}"
    studio.button("Bounce").click()
    dialog.get_by_label("With the MIDI effects").check()
    dialog.get_by_label("Files").select_option("tracks")
    dialog.get_by_role("button", name="Bounce").click()
    dialog.get_by_text("belong to no track").wait_for()


def bounces_flac(page, folder, options):
    """FLAC is offered where the browser has an encoder, which gets the samples of the bounce"""
    studio = page()
    studio.open_song(folder / "test.mid")
    dialog = studio.page.get_by_role("dialog", name="Bounce")
    studio.button("Bounce").click()
    studio.page.wait_for_timeout(200)
    has_encoder = studio.run("AudioEncoder.isConfigSupported({ codec: 'flac', sampleRate: 48000, numberOfChannels: 2 })"
                             ".then(({ supported }) => supported, () => false)")
    assert ("FLAC" in dialog.get_by_label("Format").inner_text()) == has_encoder
    dialog.get_by_role("button", name="Cancel").click()
    # an encoder that keeps the samples as they are
    studio.run("""() => { window.AudioData = class { constructor(init) { Object.assign(this, init) } close() {} }
        window.AudioEncoder = class {
            static isConfigSupported = async (config) => ({ supported: config.codec === 'flac' })
            constructor({ output }) { this.output = output; this.encodeQueueSize = 0 }
            configure() { this.state = 'configured' }
            encode({ data, format }) {
                const description = new TextEncoder().encode('fLaC')
                this.output({ byteLength: data.length, copyTo: (bytes) => bytes.set(data) }, { decoderConfig: { description } })
            }
            async flush() {}
            close() { this.state = 'closed' }
        } }""")
    files = {}
    for label in ["FLAC", "Raw samples"]:
        studio.button("Bounce").click()
        dialog.get_by_label("Format").select_option(label=label)
        dialog.get_by_label("Bit depth").select_option("16")
        dialog.get_by_label("Quality").select_option("draft")
        with studio.page.expect_download(timeout=300000) as download:
            dialog.get_by_role("button", name="Bounce").click()
        files[label] = pathlib.Path(download.value.path()).read_bytes()
    assert files["FLAC"] == b"fLaC" + files["Raw samples"]
    assert download.value.suggested_filename == "test.raw"


ALL = [bounces_stems, bounces_effects, bounces_flac]
