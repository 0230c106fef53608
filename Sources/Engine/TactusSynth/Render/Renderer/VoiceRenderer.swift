import CTactusKernels

/// Renders voices: fills a buffer of frames for each lane, in segments between the updates of its voice, filters the
/// lanes of a group side by side, and adds them to the buses.
///
/// It does not handle MIDI; its only decision is when each voice is updated. Functions that are not inlined are
/// `mutating` even if they only read: their callers would otherwise copy the whole value for each call.
/// - Thread: audio
struct VoiceRenderer {
  var updates: VoiceUpdates
  var interpolation: LaneInterpolation
  let groupCount: Int
  /// The index after the last group that sounds.
  var groupEnd = 0
  /// For each sounding group, the frame up to which it is rendered.
  let groupFrames: UnsafeMutablePointer<Int64>
  /// For each voice, the frame up to which its partially rendered block is filled.
  let laneFrames: UnsafeMutablePointer<Int64>
  /// One set of buses for each partial mix, each `SynthLimits.chunkFrames` long, followed by sets for the partial mixes
  /// of each insertion effect. Partial mixes are summed in a fixed order, so the result does not depend on the number of
  /// threads.
  var buses: UnsafeMutablePointer<VoiceBuses>
  /// The sum of the partial mixes.
  var mix: VoiceBuses
  /// Two buffers of a block for the dry part of a mix of which only the sends are used.
  let unused: UnsafeMutablePointer<Float>
  /// The frame at which the buses begin.
  var busFrame: Int64 = 0
  /// The partial mixes whose buses have been used since the last sum.
  var used = TactusUsedMixes()
  /// The buses of each stem; nil if all voices are mixed together.
  var stems: UnsafeMutablePointer<StemBuses>?
}

extension VoiceRenderer {
  /// Whether a voice sounds or fades.
  var hasVoices: Bool {
    for index in 0..<groupEnd where groups[index].active != 0 { return true }
    return false
  }

  /// Ends all voices.
  mutating func reset() {
    updates.reset(groupCount: groupCount)
    groupEnd = 0
  }

  // Shortcuts to members of the types that the renderer uses.

  @inline(__always) var voices: UnsafeMutablePointer<Voice> { updates.table.voices }
  @inline(__always) var groups: UnsafeMutablePointer<VoiceGroup> { updates.groups }
  @inline(__always) var readers: UnsafeMutablePointer<LaneReader> { updates.readers }
  @inline(__always) var levels: UnsafeMutablePointer<LaneLevel> { updates.levels }
  @inline(__always) var curves: UnsafeMutablePointer<TactusCurves> { updates.curves }
  @inline(__always) var nextUpdates: UnsafeMutablePointer<Int64> { updates.nextUpdates }
  @inline(__always) var updateLimits: UnsafeMutablePointer<Int64> { updates.updateLimits }
  @inline(__always) var groupUpdateLimits: UnsafeMutablePointer<Int64> { updates.groupUpdateLimits }
  @inline(__always) var partialBlocks: UnsafeMutablePointer<PartialBlock> { updates.partialBlocks }
  @inline(__always) var buffers: LaneBuffers { updates.buffers }
}
