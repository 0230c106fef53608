import CTactusKernels

/// Runs the scheduled updates of voices: derives their parameters and writes them to their lanes.
///
/// Functions that are not inlined are `mutating` even if they only read: their callers would otherwise copy the whole
/// value for each call.
/// - Thread: audio
struct VoiceUpdates {
  var table: VoiceTable
  var modulation: Modulation
  let groups: UnsafeMutablePointer<VoiceGroup>
  /// The sample reader of each voice.
  let readers: UnsafeMutablePointer<LaneReader>
  /// An `UnrolledLoopWindow` for each reader.
  let loopWindows: UnsafeMutablePointer<Int16>
  /// The equalizer of each voice whose bit in `VoiceGroup.equalized` is set.
  let equalizers: UnsafeMutablePointer<LaneEqualizer>
  let levels: UnsafeMutablePointer<LaneLevel>
  /// The level curves of each group.
  let curves: UnsafeMutablePointer<TactusCurves>
  /// For each voice, the frame of its next update.
  let nextUpdates: UnsafeMutablePointer<Int64>
  /// For each voice, the frame up to which it must be rendered before a later event.
  let updateLimits: UnsafeMutablePointer<Int64>
  /// For each group, the earliest of the `updateLimits` of its voices.
  let groupUpdateLimits: UnsafeMutablePointer<Int64>
  /// For each voice, the frame at which its filter is updated next, before the next update of the voice itself;
  /// `Int64.max` if the filter needs no such update.
  let nextFilterUpdates: UnsafeMutablePointer<Int64>
  let buffers: LaneBuffers
  /// For each group, the part of its block that is rendered ahead of the rest.
  let partialBlocks: UnsafeMutablePointer<PartialBlock>
  /// The block that is being filled.
  var block = BlockPosition()
  /// The number of filter changes scheduled in the blocks of the first two groups.
  var changeCount = 0
  /// The number of filter changes scheduled in the block of the third group.
  var loneChangeCount = 0
  /// One bit per partial mix: this replica renders it.
  var ownMixes: UInt32 = .max
  /// Whether the signal data of all voices, except the states of their filters, are kept up to date even if the voices
  /// are not rendered; see ``beginRendering(_:at:)``.
  var keepsSignals = false

  @inline(__always) var voices: UnsafeMutablePointer<Voice> { table.voices }
}

extension VoiceUpdates {
  /// Returns the partial mixes of one of several replicas, as bits.
  static func ownMixes(of replica: Int, among count: Int) -> UInt32 {
    var mixes: UInt32 = 0
    for mix in stride(from: replica, to: SynthLimits.partialMixes, by: count) { mixes |= 1 &<< UInt32(mix) }
    return mixes
  }

  /// Whether this replica renders a group. The signal data of other groups are not kept up to date, except for what
  /// decisions depend on.
  @inline(__always)
  func isOwn(_ group: Int) -> Bool { ownMixes & 1 &<< UInt32(group % SynthLimits.partialMixes) != 0 }

  /// Whether the level curve and the equalizer of a voice are kept up to date.
  @inline(__always)
  func keepsSignals(of index: Int) -> Bool { keepsSignals || isOwn(index &>> 3) }

  /// Whether the playback position of a voice is kept up to date. It always is if the voice is rendered, and if the
  /// sample may end: in a loop that is never left, it cannot.
  @inline(__always)
  func tracksPhase(_ index: Int) -> Bool {
    keepsSignals(of: index) || !readers[index].isLooping || voices[index].region?.pointee.loopMode != 1
  }

  /// Ends all voices.
  mutating func reset(groupCount: Int) {
    for index in 0..<(groupCount &* 8) {
      voices[index] = Voice()
      nextUpdates[index] = .max
      updateLimits[index] = .max
      nextFilterUpdates[index] = .max
      table.invalidateScore(index)
    }
    for index in 0..<groupCount {
      groups[index] = VoiceGroup()
      groupUpdateLimits[index] = .max
      partialBlocks[index] = PartialBlock()
    }
    table.channelLists.clear(SynthLimits.channels)
    table.keyLists.clear(SynthLimits.keyLists)
    table.soundingVoices = 0
  }

  /// Schedules a voice's update for a frame.
  @inline(__always)
  mutating func scheduleUpdate(_ voice: Int, at now: Int64) {
    nextUpdates[voice] = min(nextUpdates[voice], now)
    setUpdateLimit(voice)
    groupUpdateLimits[voice &>> 3] = min(groupUpdateLimits[voice &>> 3], updateLimits[voice])
  }
}
