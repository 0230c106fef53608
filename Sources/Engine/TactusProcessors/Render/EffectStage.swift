import Synchronization
import TactusMIDI
import TactusRender

/// A running effect on the audio thread: its settings, and the address of its memory.
///
/// The settings belong to one version of the chain; the memory is kept across versions. A *bypassed* effect passes all
/// new events unchanged and still ends the notes that it has started. An effect can therefore be removed from a chain
/// while notes are held, without cutting notes or leaving them hanging.
protocol EffectStage: BitwiseCopyable {
  /// Whether the effect passes all new events unchanged.
  var isBypassed: Bool { get }
  /// Transforms the events of a cycle.
  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter)
  /// Ends everything that the effect has started, at offset 0, and clears its state.
  func release(_ output: inout EventWriter)
  /// Clears the effect's state.
  func reset()
  /// Whether the effect has no state, so that it can be removed if it is bypassed.
  func isIdle() -> Bool
  /// Returns a frame before which the effect writes nothing without input, so that earlier frames need not be rendered;
  /// `.max` for effects that only respond to events.
  ///
  /// - Parameter line: the host's tick map; nil while the transport is stopped.
  func nextFrame(_ line: HostTickMap?) -> Int64
}

extension EffectStage {
  func nextFrame(_ line: HostTickMap?) -> Int64 { .max }
}

/// The context of a cycle, the same for all effects of a chain.
struct StageCycle {
  /// The first frame, counted from the chain's start; the count ignores the host's jumps.
  var firstFrame: Int64
  /// The number of frames; 0 in a chain's last cycle.
  var frames: Int
  /// Frames per second.
  var sampleRate: Double
  /// The musical context of the source that the chain follows.
  var context: MusicalContext
  /// The beat map of the cycle.
  var beatMap: CycleBeatMap
  /// The parameters of the plug-in unit that effects can set: see ``ChainProcessor/parameter(_:)``.
  let parameters: UnsafeMutablePointer<Atomic<Int>>

  /// Creates the context before the first cycle.
  init(sampleRate: Double, beatMap: CycleBeatMap, parameters: UnsafeMutablePointer<Atomic<Int>>) {
    (self.sampleRate, self.beatMap, self.parameters) = (sampleRate, beatMap, parameters)
    (firstFrame, frames, context) = (0, 0, MusicalContext())
  }
}
