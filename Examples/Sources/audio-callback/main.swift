// A sampler in an audio callback. One thread sends notes, another changes the preset, and the driver's thread renders.
// In this example, a loop does the work of all three, and writes what the driver would play to audio-callback.wav.

import Tactus

/// The callback of a driver on its audio thread. All memory is allocated before the first call.
final class Callback {
  /// The producer of the queue, for the thread that reads the keyboard.
  let notes: RingProducer<ChannelMessage>
  private let queue = RingQueue<ChannelMessage>(capacity: 256)
  private let memory = HostEventPortMemory()
  private var port: HostEventPort
  private let sampler: Sampler
  private var firstFrame: Int64 = 0

  init(_ sampler: Sampler) {
    self.sampler = sampler
    notes = queue.producer
    port = memory.port
  }

  /// - Thread: audio
  func render(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
    let cycle = RenderCycle(firstFrame: firstFrame, frameCount: frameCount)
    port.begin(cycle)
    while let message = queue.consumer.pop() { port.receive(message, at: HostEventTime.immediate) }
    let block = AudioBlock(channels: channels, channelCount: 2, frameCount: frameCount)
    sampler.render(cycle, events: port.end(), into: block)
    firstFrame += Int64(frameCount)
  }
}

let sampler = try Sampler(sampleRate: 48_000)
sampler.publish(try SoundBank(SoundFont(Builtins.bank)))
sampler.set(PartProgram(program: 11), of: 0)
let callback = Callback(sampler)

// The driver's buffers: two channels of 256 frames.
let frames = 256
let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
(channels[0], channels[1]) = (samples, samples + frames)

let file = try OutputFile.open("audio-callback.wav")
let description = AudioFileDescription(format: .wav, sampleFormat: .int24, sampleRate: 48_000, channelCount: 2)
let writer = try AudioFileWriter(description, to: file)
let keys: [UInt8] = [60, 64, 67, 72]
for number in 0..<750 {
  // the keyboard's thread: a note of half a second every second
  let key = keys[number * frames / 48_000 % keys.count]
  if number % 188 == 0 { callback.notes.push(.noteOn(key, velocity: 100)) }
  if number % 188 == 94 { callback.notes.push(.noteOff(key)) }

  // a control thread: another preset after two seconds, and the tasks that must not run on the audio thread
  if number == 375 { sampler.set(PartProgram(program: 4), of: 0) }
  if number % 20 == 0 { try sampler.runControlTasks() }

  // the driver's thread
  callback.render(channels, frameCount: frames)
  try writer.write(AudioBlock(channels: channels, channelCount: 2, frameCount: frames))
}
let summary = try writer.finish()
try file.commit()
print("audio-callback.wav: \(summary.frameCount / 48_000) seconds, peak \(summary.statistics.peak)")
samples.deallocate()
channels.deallocate()
