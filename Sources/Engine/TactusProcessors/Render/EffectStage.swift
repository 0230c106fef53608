import Synchronization
import TactusMIDI
import TactusRender

/// A running effect on the audio thread: its settings, and the address of its memory.
///
/// The settings belong to one version of the chain; the memory is kept across versions. A *bypassed* effect passes
/// everything new and still ends what it has started. An effect can therefore leave a chain while notes are held
/// without cutting or losing any.
protocol EffectStage: BitwiseCopyable {
  /// Whether it passes everything new.
  var isBypassed: Bool { get }
  /// Transforms the events of a cycle.
  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter)
  /// Ends everything that it has started, at offset 0, and clears its state.
  func release(_ output: inout EventWriter)
  /// Clears its state.
  func reset()
  /// Whether it has no state: if it is bypassed, it can be removed.
  func isIdle() -> Bool
  /// A frame before which it writes nothing unless events come in; `.max` for effects that only respond to events. Time
  /// before it need not be rendered.
  ///
  /// - Parameter line: the host's line of beats; nil while the transport is stopped.
  func nextFrame(_ line: HostTickMap?) -> Int64
}

extension EffectStage {
  func nextFrame(_ line: HostTickMap?) -> Int64 { .max }
}

/// The context of a cycle, the same for all effects of a chain.
struct StageCycle {
  /// The first frame, counted from the chain's start without the host's jumps.
  var firstFrame: Int64
  /// The number of frames; 0 in a chain's last cycle.
  var frames: Int
  /// Frames per second.
  var sampleRate: Double
  /// The host's musical context.
  var context: MusicalContext
  /// The beat map of the cycle.
  var beatMap: CycleBeatMap
  /// The unit's own parameters that effects can set: ``ChainProcessor/parameter(_:)``.
  let parameters: UnsafeMutablePointer<Atomic<Int>>

  /// Nothing has been rendered.
  init(sampleRate: Double, beatMap: CycleBeatMap, parameters: UnsafeMutablePointer<Atomic<Int>>) {
    (self.sampleRate, self.beatMap, self.parameters) = (sampleRate, beatMap, parameters)
    (firstFrame, frames, context) = (0, 0, MusicalContext())
  }
}
