import CTactusKernels

/// Renders voices: fills a row of frames for each lane, from update to update of its voice, filters the rows of a group
/// side by side, and adds them to the buses.
///
/// It knows no MIDI and decides nothing but when a voice is updated.
/// - Thread: audio
struct VoiceRenderer {
  var updates: VoiceUpdates
  var reading: Reading
  let groupCount: Int
  /// No group from this one on sounds.
  var groupEnd = 0
  /// For each group that sounds the frame up to which it has.
  let groupFrames: UnsafeMutablePointer<Int64>
  /// For each voice up to which frame its held row is filled.
  let laneFrames: UnsafeMutablePointer<Int64>
  /// One set of buses for each stripe, each `SynthLimits.chunkFrames` long.
  var buses: UnsafeMutablePointer<VoiceBuses>
  /// The sum of the stripes.
  var mix: VoiceBuses
  /// The frame at the beginning of the buses.
  var busFrame: Int64 = 0
  /// Which stripes have sounded since the buses were last summed, a bit each: at all, to the reverb, to the chorus.
  var usedStripes: UInt32 = 0
  var reverbStripes: UInt32 = 0
  var chorusStripes: UInt32 = 0
  /// Which stripes this core renders, a bit each.
  var ownStripes: UInt32 = .max
  /// Where each stem sounds; nil where all is mixed together.
  var stems: UnsafeMutablePointer<StemBuses>?
}

extension VoiceRenderer {
  /// Whether any voice sounds or fades.
  var hasVoices: Bool {
    for index in 0..<groupEnd where groups[index].active != 0 { return true }
    return false
  }

  /// No voice sounds.
  mutating func reset() {
    updates.reset(groupCount: groupCount)
    groupEnd = 0
  }

  // What is below.

  @inline(__always) var voices: UnsafeMutablePointer<Voice> { updates.table.voices }
  @inline(__always) var groups: UnsafeMutablePointer<VoiceGroup> { updates.groups }
  @inline(__always) var readers: UnsafeMutablePointer<LaneReader> { updates.readers }
  @inline(__always) var levels: UnsafeMutablePointer<LaneLevel> { updates.levels }
  @inline(__always) var curves: UnsafeMutablePointer<TactusCurves> { updates.curves }
  @inline(__always) var dues: UnsafeMutablePointer<Int64> { updates.dues }
  @inline(__always) var deadlines: UnsafeMutablePointer<Int64> { updates.deadlines }
  @inline(__always) var groupDeadlines: UnsafeMutablePointer<Int64> { updates.groupDeadlines }
  @inline(__always) var heldRows: UnsafeMutablePointer<HeldRow> { updates.heldRows }
  @inline(__always) var rows: LaneRows { updates.rows }
}
