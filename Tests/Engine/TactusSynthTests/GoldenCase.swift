import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth
import TestSupport

/// A bank and a few events, to be rendered by the synthesizer and by the golden model.
struct GoldenCase {
  var bank: TinyBank
  var events: [Golden.TimedEvent] = []
  var rate = 48_000
  var frameCount = GoldenComparisonTests.number("TACTUS_FRAMES", 4_000)
  var interpolation = Golden.Interpolation.cubic
  var key = 60
  var velocity = 100
  var noteFrame = 0
  /// From the note's frame; nil for a note that is held to the end.
  var length: Int?

  /// A sine, looped.
  init() { bank = TinyBank(.sine(period: 100, cycles: 10), [.sampleModes: 1]) }

  var generators: [Golden.Generator: Int] {
    get { bank.instruments[0][0].generators }
    set { bank.instruments[0][0].generators = newValue }
  }

  var modulators: [Golden.Modulator] {
    get { bank.instruments[0][0].modulators }
    set { bank.instruments[0][0].modulators = newValue }
  }

  /// Events and the note, ascending; within a frame controllers come before the note.
  var timeline: [Golden.TimedEvent] {
    var all = events + [.init(noteFrame, .noteOn(key: key, velocity: velocity))]
    if let length { all.append(.init(noteFrame + length, .noteOff(key: key))) }
    return all.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }

  /// The output of the formulas, at the synthesizer's level.
  func reference() -> (left: [Double], right: [Double]) {
    var options = Golden.Options(rate: Double(rate))
    options.interpolation = interpolation
    // Choices that the specification leaves open, as the synthesizer makes them.
    options.smoothing = .all
    options.wheelTop = .printed
    options.shortestDelayIsNone = true
    options.changesRunningStages = false
    options.endsWithSample = true
    options.bypass = .untilMoved
    options.clampsBeforeKeyScaling = false
    options.isSilentFrom960 = true
    let (pool, regions) = bank.golden()
    let output = Golden.render(pool, regions, events: timeline, frameCount: frameCount, options)
    return (output.left.map { $0 * Self.voiceGain }, output.right.map { $0 * Self.voiceGain })
  }

  /// The contribution of a voice at full level to the synthesizer's output.
  static let voiceGain = 0.25

  /// The synthesizer's dry output.
  func candidate() throws -> (left: [Float], right: [Float]) {
    let bytes = try bank.soundFont().write()
    let font = try SoundFont(FileBytes(copying: bytes, name: "tiny"), strictness: .strict)
    var settings = SynthSettings()
    settings.noiseFloor = -200
    settings.reverb = false
    settings.chorus = false
    settings.interpolation = interpolation == .cubic ? .cubic : .linear
    let synth = SoundFontSynth(bank: SoundBank(font), settings: settings)
    synth.prepare(sampleRate: rate, maximumFrameCount: frameCount)
    let messages = timeline.flatMap { timed in
      timed.event.messages().map { TimedEvent(offset: Int32(timed.frame), message: $0) }
    }
    var left = [Float](repeating: 0, count: frameCount)
    var right = left
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        messages.withUnsafeBufferPointer { messages in
          withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2) { channels in
            guard let l = left.baseAddress, let r = right.baseAddress, let base = channels.baseAddress else { return }
            base.initialize(to: l)
            (base + 1).initialize(to: r)
            synth.render(
              RenderCycle(firstFrame: 0, frameCount: frameCount), events: messages,
              into: AudioBlock(channels: UnsafePointer(base), channelCount: 2, frameCount: frameCount))
          }
        }
      }
    }
    return (left, right)
  }

  /// Compares the synthesizer with the model, both channels one after the other.
  ///
  /// Differences count relative to the peak, but to no lower one than 60 dB below a voice at full level.
  func compare() throws -> AudioDifference {
    let (l, r) = reference()
    let (left, right) = try candidate()
    return compareAudio(left + right, to: l + r, floor: Self.voiceGain / 1_000)
  }
}
