"""A client, which `mypy --strict` accepts; the tests do not run it."""

import numpy as np

import tactus

song: tactus.Song = tactus.Song("song.mid")
audio: tactus.Audio = tactus.bounce(song, tactus.Bank(), rate=44100, quality="best", progress=print)
notes = audio.notes
if notes is not None:
    print(notes["onset"][0], audio.rate, audio.report)
for block in tactus.stream(song):
    print(block.shape)
for name, stem in tactus.stems(song, by="tracks").items():
    stem.save(name + ".wav")
with tactus.Renderer(song) as renderer:
    print(renderer.read(512).shape, renderer.closed)
first: tactus.Audio = next(tactus.bounce_many([song]))
failures = [each for each in tactus.bounce_many([song], on_error="return") if isinstance(each, tactus.Error)]
synth = tactus.Synth(rate=48000)
synth.note_on(0, 60, offset=12)
samples: tactus.Audio = synth.render(512, out=np.zeros((2, 512), np.float32))
sequence = tactus.Sequence({"tracks": []})
try:
    tactus.bounce_file("song.mid", "song.flac")
except tactus.FileError as error:
    print(error)
print(tactus.__version__, tactus.NOTE.names)
