import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth

/// The law for the synthesizer: with any readable bank and any events, a second of sound is finite and bounded.
///
/// An input is the number of events, four bytes for each, and the bank.
enum SoundFuzzing {
  /// A voice is at most 48 dB louder than its samples, with a filter that resonates at 96 dB; 64 voices are at most 84
  /// dB louder.
  private static let loudest: Float = 16_384

  static func violation(_ bytes: [UInt8]) -> String? {
    var input = InputBytes(bytes)
    let events = (0..<Int(input.byte() & 63)).map { _ in input.take(4) }.filter { $0.count == 4 }
    guard let font = try? SoundFont(FileBytes(copying: input.remaining, name: "fuzz")) else { return nil }
    return violation(playing: SoundBank(font), events)
  }

  /// - Parameter gain: the factor by which regions may be louder than their samples.
  static func violation(playing bank: SoundBank, _ events: [[UInt8]] = score, gain: Float = 1) -> String? {
    var settings = SynthSettings()
    settings.polyphony = 64
    let synth = SoundFontSynth(bank: bank, settings: settings)
    synth.prepare(sampleRate: 8_000, maximumFrameCount: 1_000)
    for cycle in 0..<8 {
      let due = events.filter { Int($0[0] & 7) == cycle }.map { bytes in
        TimedEvent(
          offset: Int32(bytes[0] >> 3) * 31,
          message: ChannelMessage(status: 0x80 | bytes[1] & 0x7F, bytes[2] & 0x7F, bytes[3] & 0x7F))
      }.filter { $0.message.status < 0xF0 }.sorted { $0.offset < $1.offset }
      let sound = rendered(synth, cycle: cycle, frames: 1_000, due)
      if let violation = violation(of: sound, gain: gain) { return violation }
    }
    return nil
  }

  private static func rendered(
    _ synth: SoundFontSynth, cycle: Int, frames: Int, _ events: [TimedEvent]
  ) -> [Float] {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
    memory.initialize(repeating: .nan, count: 2 * frames)
    defer { memory.deallocate() }
    let channels = [memory, memory + frames]
    channels.withUnsafeBufferPointer { channels in
      guard let start = channels.baseAddress else { return }
      let block = AudioBlock(channels: start, channelCount: 2, frameCount: frames)
      events.withUnsafeBufferPointer {
        synth.render(RenderCycle(firstFrame: Int64(cycle * frames), frameCount: frames), events: $0, into: block)
      }
    }
    return Array(UnsafeBufferPointer(start: memory, count: 2 * frames))
  }

  /// The fault in the samples; nil if there is none.
  static func violation(of sound: [Float], gain: Float = 1) -> String? {
    for (index, sample) in sound.enumerated() where !(abs(sample) <= gain * loudest) {
      return "sample \(index) is \(sample)"
    }
    return nil
  }

  // MARK: Seeds

  /// Notes, pedals, controllers and bends on two channels.
  static let score: [[UInt8]] = [
    [0, 0x10, 60, 100], [8, 0x11, 64, 127], [1, 0x30, 1, 127], [2, 0x60, 0, 127], [3, 0x30, 64, 127],
    [4, 0x00, 60, 64],
    [5, 0x30, 64, 0], [6, 0x01, 64, 64], [6, 0x30, 121, 0], [7, 0x30, 120, 0],
  ]

  static var seeds: [[UInt8]] {
    FileFuzzing.bankSeeds.map { [UInt8(score.count)] + score.flatMap { $0 } + $0 }
  }

  static let smallBank: SoundBank = {
    let font = FileFuzzing.bankSeeds.first.flatMap { try? SoundFont(FileBytes(copying: $0, name: "seed")) }
    guard let font else { fatalError("the seed is no bank") }
    return SoundBank(font)
  }()
}
