import Synchronization
import TactusRealtime

/// The load and losses of a driver's audio thread.
///
/// - Thread: any
public struct AudioLoad: Hashable, Sendable {
  /// The processor time used, in seconds.
  public var busy = 0.0
  /// The processor time of the longest cycle, in seconds.
  public var longest = 0.0
  /// The number of frames rendered.
  public var frames = 0
  /// The number of cycles rendered.
  public var cycles = 0
  /// The number of cycles that used more processor time than their duration.
  public var lateCycles = 0
  /// The number of cycles that took longer than their duration although they used less processor time, because other
  /// processes used the processor.
  public var delayedCycles = 0
  /// The number of messages that did not fit into a MIDI output.
  public var lostMessages = 0
  /// The number of frames for which a JACK server did not call the client. On a busy machine, PipeWire does not wait
  /// for its clients, and input in such a cycle is lost. With jackd, frames are counted if its clock jumps after an
  /// xrun.
  public var missedFrames = 0

  /// Creates a load of zero.
  public init() {}
}

/// The memory of the counters of an audio thread.
///
/// - Thread: any
package final class AudioLoadMemory: Sendable {
  private let memory = SharedWords(0, 0, 0, 0, 0, 0, 0, 0)

  package init() {}

  /// The counters, for the audio thread; valid as long as this object lives.
  package var words: AudioLoadWords {
    AudioLoadWords(
      busy: memory[0], longest: memory[1], frames: memory[2], cycles: memory[3], late: memory[4], delayed: memory[5],
      lost: memory[6], missed: memory[7])
  }

  /// The current values.
  package var load: AudioLoad {
    let words = words
    var load = AudioLoad()
    load.busy = Double(words.busy.pointee.load(ordering: .relaxed)) / 1e6
    load.longest = Double(words.longest.pointee.load(ordering: .relaxed)) / 1e6
    load.frames = words.frames.pointee.load(ordering: .relaxed)
    load.cycles = words.cycles.pointee.load(ordering: .relaxed)
    load.lateCycles = words.late.pointee.load(ordering: .relaxed)
    load.delayedCycles = words.delayed.pointee.load(ordering: .relaxed)
    load.lostMessages = words.lost.pointee.load(ordering: .relaxed)
    load.missedFrames = words.missed.pointee.load(ordering: .relaxed)
    return load
  }
}
