// Runs the synthesizer as a host does: in cycles of a few hundred frames, each with events at offsets within it.

import Tactus

let frames = 256
let synth = SoundFontSynth(bank: SoundBank(try SoundFont(Builtins.bank)))
synth.prepare(sampleRate: 48_000, maximumFrameCount: frames)

// The host's buffers: two channels.
let left = UnsafeMutablePointer<Float>.allocate(capacity: frames)
let right = UnsafeMutablePointer<Float>.allocate(capacity: frames)
let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
channels[0] = left
channels[1] = right
let block = AudioBlock(channels: channels, channelCount: 2, frameCount: frames)

var peak: Float = 0
for number in 0..<400 {
  // A note every hundred cycles, 17 frames into its cycle; it ends fifty cycles later.
  var events: [TimedEvent] = []
  let key = UInt8(60 + number / 100 * 4)
  if number % 100 == 0 { events = [TimedEvent(offset: 17, message: .noteOn(key, velocity: 100))] }
  if number % 100 == 50 { events = [TimedEvent(offset: 17, message: .noteOff(key))] }
  let cycle = RenderCycle(firstFrame: Int64(number * frames), frameCount: frames)
  events.withUnsafeBufferPointer { synth.render(cycle, events: $0, into: block) }
  for index in 0..<frames { peak = max(peak, abs(left[index]), abs(right[index])) }
}
print("\(400 * frames) frames in cycles of \(frames), peak \(peak)")
for pointer in [left, right] { pointer.deallocate() }
channels.deallocate()
