// A sampler after an arpeggiator: chords are held while presets, effects, the bank and settings change. It writes 24
// seconds to bank-swap.wav.

import Tactus

let sampler = try Sampler(sampleRate: 48_000)
sampler.publish(try SoundBank(SoundFont(Builtins.bank)), path: "built-in")
sampler.set(PartProgram(program: 4), of: 0)
try sampler.publish(ProcessorChain([.arpeggiator(Arpeggiator(order: .upDown, octaves: 2))]))

/// Makes the changes that another thread would make: one every four seconds, from 8 seconds onwards.
func change(at beat: Int) throws {
  switch beat {
  case 16: sampler.set(PartProgram(program: 11), of: 0)
  case 24:
    try sampler.publish(
      ProcessorChain([.arpeggiator(Arpeggiator(order: .random, octaves: 3, rate: StepLength(1, 8, isTriplet: true)))]))
  case 32:
    // another bank: sounding notes ring out with the old one
    sampler.publish(try SoundBank(SoundFont(Builtins.bank), velocityFilter: .v2_01), formerNotes: .ringOut)
    var controls = sampler.controls
    (controls.pan, controls.reverb) = (-0.4, 1.5)
    sampler.set(controls)
  default: break
  }
}

let (beats, frames) = (48, 24_000)
let chords: [[UInt8]] = [[57, 60, 64], [53, 57, 60], [48, 55, 64], [55, 59, 62]]

// The host's buffers: two channels of one beat.
let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
(channels[0], channels[1]) = (samples, samples + frames)
let block = AudioBlock(channels: channels, channelCount: 2, frameCount: frames)

let file = try OutputFile.open("bank-swap.wav")
let description = AudioFileDescription(format: .wav, sampleFormat: .int24, sampleRate: 48_000, channelCount: 2)
let writer = try AudioFileWriter(description, to: file)
for beat in 0..<beats {
  try change(at: beat)
  var events: [TimedEvent] = []
  if beat % 4 == 0 {
    let (old, new) = (chords[(beat / 4 + 3) % 4], chords[beat / 4 % 4])
    if beat > 0 { events += old.map { TimedEvent(offset: 0, message: .noteOff($0)) } }
    events += new.map { TimedEvent(offset: 0, message: .noteOn($0, velocity: 100)) }
  }
  let cycle = RenderCycle(
    firstFrame: Int64(beat * frames), frameCount: frames, context: MusicalContext(tempo: 120, beat: Double(beat)))
  events.withUnsafeBufferPointer { sampler.render(cycle, events: $0, into: block) }
  try writer.write(block)
  try sampler.runControlTasks()
}
let summary = try writer.finish()
try file.commit()
print("bank-swap.wav: \(summary.frameCount / 48_000) seconds, peak \(summary.statistics.peak)")
samples.deallocate()
channels.deallocate()
