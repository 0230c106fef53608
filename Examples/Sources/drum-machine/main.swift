// A drum machine whose tracks have loops of 3, 4, 5, 7 and 16 steps, so that their combination keeps changing. It
// bounces eight bars to drum-machine.wav.

import Tactus

/// Returns the track of a drum with its General MIDI key, its steps of a sixteenth note, and the swing of all tracks.
func drum(_ name: String, key: UInt8, velocity: UInt8 = 90, _ steps: [Step]) -> Track {
  var track = Track(Pattern(steps, key: key, velocity: velocity), name: name, channel: 9)
  track.swing = Swing(percent: 58)
  return track
}

// A backbeat with random ghost notes and, in every fourth pass, a roll that grows louder.
var snare: [Step] = .euclid(2, of: 16, rotation: 4)
for position in [7, 9, 14] { snare[position] = Step(velocity: 38, probability: 0.4, velocitySpread: 12) }
snare[15] = Step(velocity: 50, condition: .ratio(4, of: 4), ratchet: Ratchet(3, velocityRamp: 50))

// Five strokes in seven sixteenths with random velocities; the last step is a double stroke with a probability of 70 %.
var hats: [Step] = .euclid(5, of: 7, hit: Step(velocitySpread: 16))
hats[6] = Step(velocity: 70, probability: 0.7, ratchet: Ratchet(2))

let sequence = MIDISequence(
  [
    drum("kick", key: 36, velocity: 120, .euclid(1, of: 4)),
    drum("snare", key: 38, velocity: 110, snare),
    drum("hats", key: 42, hats),
    drum("open hat", key: 46, velocity: 76, .euclid(1, of: 5, rotation: 2)),
    drum("rim", key: 37, velocity: 64, .euclid(2, of: 3)),
  ], name: "Drum machine", tempo: Tempo(bpm: 118), seed: 1)

let bars = 8
let song = try sequence.midiFile(until: sequence.meterMap.tick(ofBar: bars + 1))
let bank = try SoundBank(SoundFont(Builtins.bank))
var settings = BounceSettings()
settings.level = .samplePeak(-3)

let report = try Bouncer(song, bank: bank, settings: settings).write(to: "drum-machine.wav")
print("drum-machine.wav: \(bars) bars, \(report.bounce.noteCount) notes, \(report.bounce.seconds) seconds")
