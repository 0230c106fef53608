import Synchronization
import TactusMIDI
import TactusRender

/// An effect at work on the audio thread: what it is set to, and where its memory is.
///
/// The settings are those of one version of the chain; the memory goes from version to version. An effect that is
/// *bypassed* lets all pass that is new, and still ends what it has begun; so effects leave a chain while notes are
/// held, without cutting or losing any.
protocol EffectStage: BitwiseCopyable {
  /// Whether it lets pass what is new.
  var isBypassed: Bool { get }
  /// Makes the events of a cycle of those that come in.
  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter)
  /// Ends all that it has begun, at offset 0, and forgets it.
  func release(_ output: inout EventWriter)
  /// Forgets all.
  func reset()
  /// Whether it remembers nothing: bypassed, it could be taken away.
  func isIdle() -> Bool
  /// The first frame on which it may write something although nothing comes in, or one before that; `.max` for never, as
  /// in effects that only answer. Until then time need not be rendered.
  ///
  /// - Parameter line: the host's line of beats; nil while it stands.
  func nextFrame(_ line: HostTickMap?) -> Int64
}

extension EffectStage {
  func nextFrame(_ line: HostTickMap?) -> Int64 { .max }
}

/// What all effects of a chain are told of a cycle.
struct StageCycle {
  /// The first frame, counted from the chain's beginning: without the host's jumps.
  var firstFrame: Int64
  /// How many frames; none where a chain ends.
  var frames: Int
  /// Frames per second.
  var sampleRate: Double
  /// What the host says.
  var context: MusicalContext
  /// The host's beats.
  var course: CycleBeatMap
  /// The unit's own parameters, as effects set them: ``ChainProcessor/parameter(_:)``.
  let parameters: UnsafeMutablePointer<Atomic<Int>>

  /// Nothing has been rendered.
  init(sampleRate: Double, course: CycleBeatMap, parameters: UnsafeMutablePointer<Atomic<Int>>) {
    (self.sampleRate, self.course, self.parameters) = (sampleRate, course, parameters)
    (firstFrame, frames, context) = (0, 0, MusicalContext())
  }
}
