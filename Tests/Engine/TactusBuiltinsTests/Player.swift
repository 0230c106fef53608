import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth

/// Plays single notes of the built-in bank, or of another, with the synthesizer.
struct Player {
  static let rate = 32_000
  private let synth: SoundFontSynth
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let capacity: Int

  init(capacity: Int, bank: SoundFont = Made.bank) {
    var settings = SynthSettings()
    settings.reverb = false
    settings.chorus = false
    self.capacity = capacity
    synth = SoundFontSynth(bank: SoundBank(bank), settings: settings)
    synth.prepare(sampleRate: Self.rate, maximumFrameCount: capacity)
    left = .allocate(capacity: capacity)
    right = .allocate(capacity: capacity)
    channels = .allocate(capacity: 2)
    channels.initialize(to: left)
    (channels + 1).initialize(to: right)
  }

  func free() {
    left.deallocate()
    right.deallocate()
    channels.deallocate()
  }

  /// Returns this many frames of both channels, with the messages taking effect at their offsets.
  func play(_ messages: [(offset: Int, ChannelMessage)], frames: Int) -> (left: [Float], right: [Float]) {
    synth.reset()
    let events = messages.map { TimedEvent(offset: Int32($0.offset), message: $0.1) }
    events.withUnsafeBufferPointer {
      synth.render(
        RenderCycle(firstFrame: 0, frameCount: frames), events: $0,
        into: AudioBlock(channels: channels, channelCount: 2, frameCount: frames))
    }
    return (
      Array(UnsafeBufferPointer(start: left, count: frames)), Array(UnsafeBufferPointer(start: right, count: frames))
    )
  }

  /// The highest absolute value.
  static func peak(_ sound: (left: [Float], right: [Float])) -> Float {
    max(sound.left.reduce(0) { max($0, abs($1)) }, sound.right.reduce(0) { max($0, abs($1)) })
  }
}
