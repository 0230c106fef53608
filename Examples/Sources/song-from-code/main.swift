// Creates a song and a bank in code, writes both to files, and bounces the song: a scale of sine tones.

import Tactus

// A bank: one cycle of a sine as a sample, one instrument, one preset.
let cycle = (0..<100).map { Int16(20_000 * ExactMath.sin2Pi(Double($0) / 100)) }
var builder = SoundFontBuilder(name: "Sine")
let sample = builder.add(
  SoundFontBuilder.Sample(name: "sine", frames: cycle, sampleRate: 44_100, originalKey: 69, loop: 0..<100))
let generators: [SoundFont.Generator] = [
  .init(.sampleModes, 1),  // loop for as long as the note sounds
  .init(.attackVolEnv, -6_000),  // timecents: 31 ms
  .init(.releaseVolEnv, -2_400),  // 250 ms
]
let instrument = builder.add(
  SoundFontBuilder.Instrument(name: "sine", zones: [.init(target: sample, generators: generators)]))
builder.add(SoundFontBuilder.Preset(name: "Sine", bank: 0, program: 0, zones: [.init(target: instrument)]))
let bankBytes = try builder.write()

// A song: 480 ticks to the quarter note, faster in the middle.
var track = MIDIFile.Track()
track.appendMeta(0x03, Array("A scale".utf8), at: 0)
for (index, key) in ([60, 62, 64, 65, 67, 69, 71, 72] as [UInt8]).enumerated() {
  let start = Int64(index) * 480
  if index == 4 { track.appendMeta(0x51, [0x03, 0xD0, 0x90], at: start) }  // 250,000 µs: 240 quarters a minute
  track.append(.noteOn(key, velocity: 100), at: start)
  track.append(.noteOff(key), at: start + 400)
}
let song = MIDIFile(format: .single, division: .ticksPerQuarter(480), tracks: [track])

for (name, bytes) in [("sine.sf2", bankBytes), ("scale.mid", try song.written())] {
  let file = try OutputFile(path: name)
  try bytes.withUnsafeBytes { try file.append($0) }
  try file.commit()
}
let bank = try SoundBank(SoundFont(FileBytes(copying: bankBytes, name: "sine")))
let report = try Bouncer(song, bank: bank).write(to: "scale.wav")
print("scale.wav: \(report.bounce.seconds) seconds of \(song.eventCount) events")
