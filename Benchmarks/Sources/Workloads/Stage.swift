import Tactus

/// A synthesizer and the buffers of its host, to be played cycle by cycle.
public final class Stage {
  /// The synthesizer.
  public let synth: SoundFontSynth
  /// How many frames a cycle has.
  public let frames: Int
  private let memory: UnsafeMutablePointer<Float>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private var frame: Int64 = 0

  /// A synthesizer that is ready to play.
  public init(_ bank: SoundBank, _ settings: SynthSettings, sampleRate: Int, frames: Int) {
    self.frames = frames
    synth = SoundFontSynth(bank: bank, settings: settings)
    synth.prepare(sampleRate: sampleRate, maximumFrameCount: frames)
    memory = .allocate(capacity: 2 * frames)
    memory.initialize(repeating: 0, count: 2 * frames)
    channels = .allocate(capacity: 2)
    channels.initialize(to: memory)
    (channels + 1).initialize(to: memory + frames)
  }

  deinit {
    memory.deallocate()
    channels.deallocate()
  }

  /// What the last cycle sounded like.
  public var block: AudioBlock { AudioBlock(channels: channels, channelCount: 2, frameCount: frames) }

  /// Plays the next cycle.
  public func render(_ events: EventList = EventList(start: nil, count: 0)) {
    synth.render(RenderCycle(firstFrame: frame, frameCount: frames), events: events, into: block)
    frame += Int64(frames)
  }

  /// Plays the next cycle with messages at its first frame.
  public func render(_ messages: [ChannelMessage]) {
    messages.map { TimedEvent(offset: 0, message: $0) }.withUnsafeBufferPointer { render($0) }
  }
}
