import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth

/// Renders a song with a bank, offline and as fast as the machine can: the same bytes every time.
///
///     let bouncer = try Bouncer(song, bank: bank)
///     let report = try bouncer.render { block in … } progress: { … }
///
/// A bouncer is a plan; each `render` makes the sound anew from its beginning. The result depends on song, bank and
/// settings only, not on the number of threads.
/// - Thread: any; `render` blocks its caller
public struct Bouncer: Sendable {
  /// The song, compiled for the sample rate.
  public let timeline: EventTimeline
  /// The bank.
  public let bank: SoundBank
  /// The settings.
  public let settings: BounceSettings

  /// Compiles a song; its end is known from here on.
  ///
  /// - Throws: `BounceError.tooLong` where the song alone exceeds the maximum, `badSetting` for settings out of range.
  /// - Thread: control
  public init(
    _ song: MIDIFile, bank: SoundBank, settings: BounceSettings = BounceSettings(),
    choice: SequenceChoice = .first
  ) throws(BounceError) {
    try settings.check()
    self.bank = bank
    self.settings = settings
    timeline = SequenceCompiler(sampleRate: settings.sampleRate, choice: choice).compile(song)
    let seconds = Double(timeline.endFrame) / Double(settings.sampleRate) + settings.leadIn
    guard seconds <= settings.maximumLength else {
      throw .tooLong(seconds: seconds, maximum: settings.maximumLength)
    }
  }

  /// Frames from the beginning to the song's end, lead-in included, tail not.
  public var songFrames: Int64 { leadInFrames + timeline.endFrame }
  /// Frames before the song.
  public var leadInFrames: Int64 { Int64(settings.leadIn * Double(settings.sampleRate) + 0.5) }

  /// Renders from the first frame to the last.
  ///
  /// - Parameters:
  ///   - work: who runs the parts that can run at the same time.
  ///   - progress: told after each cycle; answers whether to go on.
  ///   - receive: gets the blocks, stereo, one after the other; what it throws ends the bounce.
  /// - Throws: `BounceError.cancelled` where `progress` says no, and what `receive` throws.
  public func render(
    with work: some ParallelWork = SerialWork(), progress: (BounceProgress) -> Bool = { _ in true },
    into receive: (AudioBlock) throws -> Void
  ) throws -> BounceReport {
    var run = BounceRun(self, replicas: work.width)
    defer { run.free() }
    while let count = run.nextCycle() {
      let block = run.render(count, with: work)
      try receive(block)
      guard progress(run.progress) else { throw BounceError.cancelled }
    }
    return run.report
  }
}

extension BounceSettings {
  fileprivate func check() throws(BounceError) {
    guard (8_000...768_000).contains(sampleRate) else {
      throw .badSetting("the sample rate", expected: "between 8000 and 768000 frames per second")
    }
    guard (0...86_400).contains(leadIn) else {
      throw .badSetting("the lead-in", expected: "between 0 and 86400 seconds")
    }
    guard maximumLength > 0, maximumLength <= 1e9 else {
      throw .badSetting("the maximum length", expected: "above 0 and at most a thousand million seconds")
    }
    let (shortest, longest) = (0.0, 86_400.0)
    switch tail {
    case .seconds(let seconds) where seconds >= shortest && seconds <= longest: break
    case .automatic(let threshold, let maximum)
    where maximum >= shortest && maximum <= longest && threshold <= 0 && threshold >= -140: break
    default:
      throw .badSetting("the tail", expected: "between 0 and 86400 seconds, its threshold between -140 and 0 dBFS")
    }
    guard (1...4_096).contains(synth.polyphony) else {
      throw .badSetting("the polyphony", expected: "between 1 and 4096")
    }
    guard (-96...48).contains(synth.gain) else { throw .badSetting("the gain", expected: "between -96 and 48 dB") }
  }
}
