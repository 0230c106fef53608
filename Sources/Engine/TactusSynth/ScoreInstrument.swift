import TactusRealtime
import TactusRender

/// The instrument on which a bounce plays its score: the whole synthesizer, or its stems.
///
/// - Thread: control
package protocol ScoreInstrument: AnyObject {
  /// The number of channels of a block.
  var channelCount: Int { get }
  /// Renders the next frames.
  ///
  /// - Parameters:
  ///   - perform: calls its second argument once for each number below its first argument, on any threads.
  ///   - whileIdle: may be called, by any of these threads, when a thread has nothing to do.
  func play(
    frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void,
    whileIdle: @Sendable () -> Void)
  /// Starts recording what happens to the voices, for a tracer that must outlive the recording; nil stops the
  /// recording.
  func setTracer(_ tracer: VoiceTracer?)
  /// The counters since the start.
  var counters: SynthCounters { get }
  /// The presets that notes required but the bank does not have.
  var missingPresets: [MissingPreset] { get }
  /// The number of sounding voices, without those fading out.
  var voiceCount: Int { get }
  /// Whether any voice sounds or fades.
  var hasVoices: Bool { get }
  /// The highest level that the effects may still have, as a fraction of full scale.
  var effectLevel: Float { get }
}

extension SoundFontSynth: ScoreInstrument {
  package var channelCount: Int { 2 }

  package func play(
    frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void,
    whileIdle: @Sendable () -> Void
  ) {
    render(frames: frames, events: events, into: block, perform: perform, whileIdle: whileIdle)
  }
}
