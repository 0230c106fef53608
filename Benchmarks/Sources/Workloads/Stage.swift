import Tactus

/// A synthesizer with the buffers of a host, rendered cycle by cycle.
public final class Stage {
  /// The synthesizer.
  public let synth: SoundFontSynth
  /// The number of frames of a cycle.
  public let frames: Int
  private let memory: UnsafeMutablePointer<Float>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private var frame: Int64 = 0

  /// Creates a synthesizer that is ready to play.
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

  /// The audio of the last cycle.
  public var block: AudioBlock { AudioBlock(channels: channels, channelCount: 2, frameCount: frames) }

  /// Renders the next cycle.
  public func render(_ events: EventList = EventList(start: nil, count: 0)) {
    synth.render(RenderCycle(firstFrame: frame, frameCount: frames), events: events, into: block)
    frame += Int64(frames)
  }

  /// Renders the next cycle, with the messages at its first frame.
  public func render(_ messages: [ChannelMessage]) {
    messages.map { TimedEvent(offset: 0, message: $0) }.withUnsafeBufferPointer { render($0) }
  }
}
