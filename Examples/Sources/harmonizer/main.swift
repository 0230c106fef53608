// A custom MIDI effect: a harmonizer before a sampler. Its interval changes while it plays. The program writes eight
// seconds to harmonizer.wav.

import Tactus

/// Adds a second note to each note, at an interval that can be changed while notes are held.
final class Harmonizer: EventProcessor {
  private let mostEvents: Int
  private let output: UnsafeMutablePointer<TimedEvent>
  /// The key of the second note of each held key, by port, channel and key; `noKey` if there is none.
  private let seconds: UnsafeMutablePointer<UInt8>
  private let noKey: UInt8 = 255
  private let slotCount = 16 * 16 * 128
  private let interval = TripleBuffer(7)

  /// - Parameter mostEvents: the largest number of events in a cycle.
  init(mostEvents: Int = 8_192) {
    self.mostEvents = mostEvents
    output = .allocate(capacity: 2 * mostEvents)
    seconds = .allocate(capacity: slotCount)
    reset()
  }

  deinit {
    output.deallocate()
    seconds.deallocate()
  }

  /// Sets the interval of notes that start in the next cycle or later.
  ///
  /// - Parameter semitones: the interval; positive is up, negative is down.
  /// - Thread: one control thread
  func setInterval(_ semitones: Int) { interval.writer.publish(semitones) }

  func prepare(sampleRate: Int, maximumFrameCount: Int) { reset() }
  func reset() { seconds.initialize(repeating: noKey, count: slotCount) }

  func render(_ cycle: RenderCycle, events: EventList) -> EventList {
    let interval = interval.reader.acquire()
    var count = 0
    for event in events.prefix(mostEvents) {
      output[count] = event
      count += 1
      if let message = second(of: event.message, interval: interval) {
        output[count] = TimedEvent(offset: event.offset, message: message)
        count += 1
      }
    }
    return EventList(start: output, count: count)
  }

  /// Returns the message for the second note; nil if there is none. Only MIDI 1.0 notes get a second note.
  private func second(of message: ChannelMessage, interval: Int) -> ChannelMessage? {
    guard message.isMIDI1, message.startsNote || message.endsNote else {
      forget(message)
      return nil
    }
    let slot = Int(message.port) << 11 | Int(message.channel) << 7 | Int(message.data1)
    if message.startsNote {
      let key = Int(message.data1) + interval
      guard seconds[slot] == noKey, (0...127).contains(key) else { return nil }
      seconds[slot] = UInt8(key)
    }
    guard seconds[slot] != noKey else { return nil }
    let key = seconds[slot]
    if message.endsNote { seconds[slot] = noKey }
    return message.with(key: key)
  }

  /// Forgets the second notes of a channel after controllers 120 and 123 to 127, which end all its notes.
  private func forget(_ message: ChannelMessage) {
    guard message.kind == .controller, message.data1 == 120 || message.data1 >= 123 else { return }
    let first = Int(message.port) << 11 | Int(message.channel) << 7
    (seconds + first).update(repeating: noKey, count: 128)
  }
}

let harmonizer = Harmonizer()
let sampler = try Sampler(sampleRate: 48_000)
sampler.publish(try SoundBank(SoundFont(Builtins.bank)))

// The host's buffers: two channels of an eighth note.
let frames = 12_000
let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
(channels[0], channels[1]) = (samples, samples + frames)
let block = AudioBlock(channels: channels, channelCount: 2, frameCount: frames)

let file = try OutputFile.open("harmonizer.wav")
let description = AudioFileDescription(format: .wav, sampleFormat: .int24, sampleRate: 48_000, channelCount: 2)
let writer = try AudioFileWriter(description, to: file)
let keys: [UInt8] = [60, 62, 64, 65, 67, 69, 71, 72]
for number in 0..<32 {
  if number == 16 { harmonizer.setInterval(-5) }  // control side
  var events: [TimedEvent] = []
  if number > 0 {
    events.append(TimedEvent(offset: 0, message: .noteOff(keys[(number - 1) % 8])))
  }
  events.append(TimedEvent(offset: 0, message: .noteOn(keys[number % 8], velocity: 100)))
  let cycle = RenderCycle(firstFrame: Int64(number * frames), frameCount: frames)
  events.withUnsafeBufferPointer { events in
    sampler.render(cycle, events: harmonizer.render(cycle, events: events), into: block)
  }
  try writer.write(block)
}
let summary = try writer.finish()
try file.commit()
print("harmonizer.wav: \(summary.frameCount / 48_000) seconds, peak \(summary.statistics.peak)")
samples.deallocate()
channels.deallocate()
