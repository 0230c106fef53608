import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime

/// A sequencer for live playback, with a sampler and a MIDI clock sender. It uses its own transport, or one that
/// several programs share.
///
///     let live = try LiveSequence(sequence, sampleRate: 48_000)
///     live.sequencer.play(from: 0)
///
/// Publish edits to ``sequencer``, and banks and MIDI effects to ``sampler``. The tempo map of the first sequence
/// converts frames of a shared transport to ticks; sequences that follow such a transport must therefore keep the
/// resolution of the first one.
/// - Thread: created and freed on the control side; rendered by one audio thread
public final class LiveSequence: @unchecked Sendable {  // only the audio thread uses `core`; the rest is thread-safe
  /// The sequencer.
  public let sequencer: Sequencer
  /// The sampler; silent until it has a bank.
  public let sampler: Sampler
  /// The part of the live sequence that runs on the audio thread.
  package let core: UnsafeMutablePointer<LiveSequenceCore>
  private let clock: FrameClock
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let clockBuffer: UnsafeMutableBufferPointer<TimedEvent>
  private let inputBuffer: UnsafeMutableBufferPointer<TimedEvent>
  private let sides: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>

  /// The reason why a live sequence cannot be created.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// The sequencer does not accept the sequence.
    case sequencer(SequencerError)
    /// The chain of the sampler cannot be run.
    case chain(ChainError)

    /// The error in one sentence.
    public var description: String {
      switch self {
      case .sequencer(let error): "\(error)"
      case .chain(let error): "\(error)"
      }
    }
  }

  /// Creates a live sequence, stopped at its start.
  ///
  /// - Parameters:
  ///   - sequence: the sequence to play first.
  ///   - sampleRate: frames per second.
  ///   - transport: the transport to follow.
  ///   - hasSound: whether the sampler is rendered.
  ///   - hasClock: whether MIDI clock is sent.
  ///   - end: the tick of `sequence` at which the internal transport stops; nil for never. If a sequence of another
  ///     resolution is published later, it is the first tick at or after the same beat.
  ///   - synth: the settings of the sampler.
  ///   - mostTracks: the largest number of tracks in sequences that are published later, if it exceeds that of this
  ///     one.
  /// - Thread: control
  public init(
    _ sequence: MIDISequence, sampleRate: Int, transport: TransportSource = .sequencer, hasSound: Bool = true,
    hasClock: Bool = false, end: Tick? = nil, synth: SynthSettings = SynthSettings(), mostTracks: Int = 1
  ) throws(Failure) {
    var settings = SequencerSettings()
    settings.mostTracks = max(mostTracks, sequence.tracks.count)
    settings.mostSounding = 8_192
    settings.reports = false
    sequencer = Sequencer(sampleRate: sampleRate, settings: settings)
    do { sampler = try Sampler(sampleRate: sampleRate, settings: synth) } catch { throw .chain(error) }
    do { try sequencer.publish(sequence) } catch { throw .sequencer(error) }
    if let end { sequencer.core.pointee.stop(atTick: end, ticksPerQuarter: sequence.ticksPerQuarter) }
    sequencer.useInternalTransport(true)
    clock = FrameClock(map: sequence.tempoMap, sampleRate: sampleRate)
    buffer = .allocate(capacity: 1 << 16)
    clockBuffer = .allocate(capacity: 1 << 12)
    inputBuffer = .allocate(capacity: 1 << 12)
    sides = .allocate(capacity: 64)
    core = .allocate(capacity: 1)
    core.initialize(
      to: LiveSequenceCore(
        sequencer: sequencer.core, sampler: sampler.renderer, hasSound: hasSound, hasClock: hasClock, source: transport,
        sampleRate: sampleRate, cursor: clock.makeCursor(), buffer: buffer, clockBuffer: clockBuffer,
        inputBuffer: inputBuffer, sides: sides))
  }

  deinit {
    core.deallocate()
    buffer.deallocate()
    clockBuffer.deallocate()
    inputBuffer.deallocate()
    sides.deallocate()
  }
}
