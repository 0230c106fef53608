/// The pool of all voices: starts, releases, steals and fades voices on the commands of the channels.
///
///     voice commands ─► VoicePool ─► VoiceRenderer ─► VoiceUpdates ─► lanes
///
/// Each type in the diagram calls only the type to its right. The pool reads the channels but never changes them.
/// - Thread: audio
struct VoicePool {
  var renderer: VoiceRenderer
  /// The state of the channels; read only.
  let channels: UnsafePointer<Channel>
  /// The expressions of keys; read only.
  let expressions: NoteExpressions
  var bank: BankTables
  /// The number of the current bank, counted from the first; see ``LiveSynth``.
  var bankNumber: UInt32 = 0
  /// The maximum number of voices.
  var polyphony: Int
  /// The routes of notes to outputs by part; nil if all voices go to one output.
  var routes: UnsafeMutablePointer<OutputRoutes>?
  var frame: Int64 = 0
  var noteCount: UInt64 = 0
  /// Whether any voice is dirty at this frame.
  var hasPendingModulation = false
  var counters = VoiceCounters()
}

/// The counters of voices; see ``SynthCounters``.
struct VoiceCounters {
  var voicesStarted = 0
  var peakVoices = 0
  var stolenVoices = 0
  var cutVoices = 0
  var silentNotes = 0
  var undecodedVoices = 0
}

extension VoicePool {
  /// Advances to the frame of the next event; called once all events of the current frame have been received.
  mutating func advance(to next: Int64) {
    applyPendingModulation()
    frame = next
    renderer.advanceVoicesThatMayEnd(before: next)
  }

  /// Renders up to `end`: the end of the current block, or of the render cycle if that comes first.
  mutating func render(to end: Int64) {
    applyPendingModulation()
    renderer.runGroups(to: end)
    frame = end
  }

  /// Ends all voices, and restarts the frame count at 0.
  mutating func reset() {
    renderer.reset()
    hasPendingModulation = false
    noteCount = 0
    frame = 0
    counters = VoiceCounters()
  }

  /// Schedules a voice's update for the current frame.
  @inline(__always)
  mutating func scheduleUpdate(_ voice: Int, at now: Int64) { renderer.updates.scheduleUpdate(voice, at: now) }

  /// Marks a voice's score as outdated, so that it is recomputed.
  @inline(__always)
  func invalidateScore(_ index: Int) { renderer.updates.table.invalidateScore(index) }

  // Shortcuts to members of the types that the pool uses.

  @inline(__always) var modulation: Modulation { renderer.updates.modulation }
  @inline(__always) var voices: UnsafeMutablePointer<Voice> { renderer.updates.table.voices }
  @inline(__always) var scores: UnsafeMutablePointer<StealScore> { renderer.updates.table.scores }
  @inline(__always) var groups: UnsafeMutablePointer<VoiceGroup> { renderer.updates.groups }
  @inline(__always) var readers: UnsafeMutablePointer<LaneReader> { renderer.updates.readers }
  @inline(__always) var partialBlocks: UnsafeMutablePointer<PartialBlock> { renderer.updates.partialBlocks }
  @inline(__always) var channelLists: VoiceLists { renderer.updates.table.channelLists }
  @inline(__always) var keyLists: VoiceLists { renderer.updates.table.keyLists }
  /// The number of voices that sound and are not fading.
  @inline(__always) var soundingVoices: Int { renderer.updates.table.soundingVoices }
  /// Whether any voice sounds or fades.
  var hasVoices: Bool { renderer.hasVoices }
}
