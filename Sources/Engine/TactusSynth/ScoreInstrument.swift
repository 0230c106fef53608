import TactusRealtime
import TactusRender

/// What a bounce plays its score on: the synthesizer as a whole, or its stems.
///
/// - Thread: control
package protocol ScoreInstrument: AnyObject {
  /// How many channels a block has.
  var channelCount: Int { get }
  /// Renders the next frames; `perform` runs its argument once for each number below its first argument, on any threads.
  func play(frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void)
  /// What has happened so far.
  var counters: SynthCounters { get }
  /// What the bank does not have of what the notes asked for.
  var missingPresets: [MissingPreset] { get }
  /// How many voices sound, those fading out not counted.
  var voiceCount: Int { get }
  /// Whether any voice sounds or fades.
  var hasVoices: Bool { get }
  /// How loud the effects may still be, as a factor of full scale.
  var effectLevel: Float { get }
}

extension SoundFontSynth: ScoreInstrument {
  package var channelCount: Int { 2 }

  package func play(
    frames: Int, events: EventList, into block: AudioBlock, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) {
    render(frames: frames, events: events, into: block, perform: perform)
  }
}
