import TactusRealtime
import TactusRender

/// A cycle of a score: its length and its events.
struct ScoreCycle {
  let frames: Int
  let events: EventList
}

/// The state of a lane that sounds.
struct SoundingLane {
  let voice: Int
  let state: LaneState
}

/// One of several cores that play the same score, and how far it has come.
///
/// - Thread: any, one at a time
struct Replica {
  let core: UnsafeMutablePointer<SynthCore>
  /// The frames and events of the current cycle that it has passed.
  private(set) var frames = 0
  private var events = 0

  init(_ core: UnsafeMutablePointer<SynthCore>) { self.core = core }

  /// The length of the next chunk, which ends at a frame of the cycle or before.
  func nextLength(_ cycle: ScoreCycle, most: Int, to end: Int) -> Int {
    core.pointee.chunkLength(min(most, end - frames), rest(of: cycle), at: frames)
  }

  /// Renders or follows the next chunk.
  mutating func advance(_ length: Int, _ cycle: ScoreCycle) -> RenderedChunk {
    events += core.pointee.renderVoices(length, events: rest(of: cycle), base: frames)
    frames += length
    return core.pointee.takeChunk(length)
  }

  /// Follows the score for a chunk.
  mutating func followChunk(_ cycle: ScoreCycle, to end: Int) {
    _ = advance(nextLength(cycle, most: SynthLimits.chunkFrames, to: end), cycle)
  }

  /// Stops rendering. From now on, the core only follows the score.
  func endRendering() { core.pointee.voices.pointee.renderer.updates.endRendering() }

  /// Begins to render at a frame up to which the core has followed the score. At first, filtered voices sound different
  /// from those of a core that has rendered everything.
  func beginRendering() {
    let pool = core.pointee.voices
    pool.pointee.renderer.updates.beginRendering(laneCount, at: pool.pointee.frame)
  }

  /// Resumes rendering at the frame at which `endRendering` was called.
  func resumeRendering() { core.pointee.voices.pointee.renderer.updates.resumeRendering() }

  /// Whether every lane that sounds here has the state that a list, ascending by voice, gives for it.
  func isInState(_ lanes: [SoundingLane]) -> Bool {
    var rest = lanes[...]
    for voice in 0..<laneCount {
      guard let here = laneState(of: voice) else { continue }
      while let lane = rest.first, lane.voice < voice { rest.removeFirst() }
      guard let lane = rest.first, lane.voice == voice, here.isSame(as: lane.state) else { return false }
    }
    return true
  }

  /// The states of all lanes that sound, ascending by voice.
  var state: [SoundingLane] {
    (0..<laneCount).compactMap { voice in laneState(of: voice).map { SoundingLane(voice: voice, state: $0) } }
  }

  private var laneCount: Int { core.pointee.voices.pointee.renderer.groupCount * 8 }

  private func laneState(of voice: Int) -> LaneState? {
    core.pointee.voices.pointee.renderer.updates.laneState(of: voice)
  }

  /// Begins the next cycle.
  mutating func beginCycle() { (frames, events) = (0, 0) }

  /// Takes over the state of another replica, from which it follows the score.
  mutating func take(_ other: Replica) {
    core.pointee.take(other.core.pointee)
    (frames, events) = (other.frames, other.events)
    endRendering()
  }

  private func rest(of cycle: ScoreCycle) -> EventList { EventList(rebasing: cycle.events[events...]) }
}
