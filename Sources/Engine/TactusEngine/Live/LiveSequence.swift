import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime

/// A sequencer that plays live, with a sampler behind it and MIDI clock beside it, by its own transport or by one that
/// several programs share.
///
///     let live = try LiveSequence(sequence, sampleRate: 48_000)
///     live.sequencer.play(from: 0)
///
/// Edits are published to ``sequencer``, banks and functions to ``sampler``. The tempo map by which frames of a shared
/// transport are found is that of the first sequence.
/// - Thread: made and freed on the control side; rendered by one audio thread
public final class LiveSequence: @unchecked Sendable {  // the core is the audio thread's, its parts are thread-safe
  /// What plays.
  public let sequencer: Sequencer
  /// What sounds, once it has a bank.
  public let sampler: Sampler
  /// What renders it on an audio thread.
  package let core: UnsafeMutablePointer<LiveSequenceCore>
  private let clock: FrameClock
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let clockBuffer: UnsafeMutableBufferPointer<TimedEvent>
  private let sides: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>

  /// Why it cannot be made.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// The sequencer does not take the sequence.
    case sequencer(SequencerError)
    /// The sampler cannot be made.
    case chain(ChainError)

    /// One sentence.
    public var description: String {
      switch self {
      case .sequencer(let error): "\(error)"
      case .chain(let error): "\(error)"
      }
    }
  }

  /// A sequence that stands at its beginning.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - lead: whom it follows.
  ///   - hasSound: whether the sampler is rendered.
  ///   - hasClock: whether MIDI clock is sent.
  ///   - end: where its own transport stops; nil for nowhere.
  ///   - synth: what the sampler is made with.
  /// - Thread: control
  public init(
    _ sequence: MIDISequence, sampleRate: Int, lead: LiveLead = .own, hasSound: Bool = true, hasClock: Bool = false,
    end: Tick? = nil, synth: SynthSettings = SynthSettings()
  ) throws(Failure) {
    var settings = SequencerSettings()
    settings.mostTracks = max(1, sequence.tracks.count)
    settings.mostSounding = 8_192
    settings.reports = false
    sequencer = Sequencer(sampleRate: sampleRate, settings: settings)
    do { sampler = try Sampler(sampleRate: sampleRate, settings: synth) } catch { throw .chain(error) }
    do { try sequencer.publish(sequence) } catch { throw .sequencer(error) }
    sequencer.core.pointee.stopTick = end ?? .max
    sequencer.lead(true)
    clock = FrameClock(map: sequence.tempoMap, sampleRate: sampleRate)
    buffer = .allocate(capacity: 1 << 16)
    clockBuffer = .allocate(capacity: 1 << 12)
    sides = .allocate(capacity: 64)
    core = .allocate(capacity: 1)
    core.initialize(
      to: LiveSequenceCore(
        sequencer: sequencer.core, sampler: sampler.renderer, hasSound: hasSound, hasClock: hasClock, lead: lead,
        sampleRate: sampleRate, cursor: clock.makeCursor(), buffer: buffer, clockBuffer: clockBuffer,
        sides: sides))
  }

  deinit {
    core.deallocate()
    buffer.deallocate()
    clockBuffer.deallocate()
    sides.deallocate()
  }
}
