import CTactusKernels

/// Updates voices when they are due: derives their parameters and writes them to their lanes.
///
/// - Thread: audio
struct VoiceUpdates {
  var table: VoiceTable
  var modulation: Modulation
  let groups: UnsafeMutablePointer<VoiceGroup>
  /// One for each voice.
  let readers: UnsafeMutablePointer<LaneReader>
  /// Room for a `UnrolledLoopWindow` of each reader.
  let loopWindows: UnsafeMutablePointer<Int16>
  let levels: UnsafeMutablePointer<LaneLevel>
  /// One for each group.
  let curves: UnsafeMutablePointer<TactusCurves>
  /// For each voice the next absolute frame at which it wants attention, and the frame from which on no event may come
  /// before it has had it; for each group the first of its voices' such frames.
  let dues: UnsafeMutablePointer<Int64>
  let deadlines: UnsafeMutablePointer<Int64>
  let groupDeadlines: UnsafeMutablePointer<Int64>
  /// For each voice the next frame at which its filter turns, between two turns of the voice.
  let filterDues: UnsafeMutablePointer<Int64>
  let rows: LaneRows
  /// For each group what of its rows is filled before its time.
  let heldRows: UnsafeMutablePointer<HeldRow>
  /// Which rows are being filled, and how many changes of filters the first two groups in them and the third have.
  var row = RowPlace()
  var changeCount = 0
  var loneChangeCount = 0

  @inline(__always) var voices: UnsafeMutablePointer<Voice> { table.voices }
}

extension VoiceUpdates {
  /// No voice sounds.
  mutating func reset(groupCount: Int) {
    for index in 0..<(groupCount &* 8) {
      voices[index] = Voice()
      dues[index] = .max
      deadlines[index] = .max
      filterDues[index] = .max
      table.forgetScore(index)
    }
    for index in 0..<groupCount {
      groups[index] = VoiceGroup()
      groupDeadlines[index] = .max
      heldRows[index] = HeldRow()
    }
    table.channelLists.clear(SynthLimits.channels)
    table.keyLists.clear(SynthLimits.keyLists)
    table.soundingVoices = 0
  }

  /// Asks for a voice's turn at a frame.
  @inline(__always)
  mutating func call(_ voice: Int, at now: Int64) {
    dues[voice] = min(dues[voice], now)
    setDeadline(voice)
    groupDeadlines[voice &>> 3] = min(groupDeadlines[voice &>> 3], deadlines[voice])
  }
}
