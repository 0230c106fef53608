/// Which notes sound: starts, releases, steals and fades voices as the channels command.
///
///     voice commands ─► VoicePool ─► VoiceRenderer ─► VoiceUpdates ─► lanes
///
/// It reads the channels and changes nothing of them. Each of these types calls only the next.
/// - Thread: audio
struct VoicePool {
  var renderer: VoiceRenderer
  /// What the channels have been set to; only read.
  let channels: UnsafePointer<Channel>
  var bank: BankTables
  /// Counts the banks that have been played; see ``LiveSynth``.
  var bankNumber: UInt32 = 0
  /// How many voices may sound.
  var polyphony: Int
  var frame: Int64 = 0
  var noteCount: UInt64 = 0
  /// Whether some voice's channel has changed at this frame.
  var hasPendingModulation = false
  var counters = VoiceCounters()
}

/// What has happened to voices; see ``SynthCounters``.
struct VoiceCounters {
  var voicesStarted = 0
  var peakVoices = 0
  var stolenVoices = 0
  var cutVoices = 0
  var silentNotes = 0
  var undecodedVoices = 0
}

extension VoicePool {
  /// Goes on to the frame of the next event: all events of the current frame are known.
  mutating func advance(to next: Int64) {
    applyPendingModulation()
    frame = next
    renderer.advanceVoicesThatMayEnd(before: next)
  }

  /// Renders from the current frame to the end of a grid block, or of a cycle inside it.
  mutating func render(to end: Int64) {
    applyPendingModulation()
    renderer.runGroups(to: end)
    frame = end
  }

  /// No voice sounds, and frames are counted from 0.
  mutating func reset() {
    renderer.reset()
    hasPendingModulation = false
    noteCount = 0
    frame = 0
    counters = VoiceCounters()
  }

  /// Asks for a voice's update at the current frame.
  @inline(__always)
  mutating func scheduleUpdate(_ voice: Int, at now: Int64) { renderer.updates.scheduleUpdate(voice, at: now) }

  /// Lets a voice's score be found anew.
  @inline(__always)
  func invalidateScore(_ index: Int) { renderer.updates.table.invalidateScore(index) }

  // What is below.

  @inline(__always) var modulation: Modulation { renderer.updates.modulation }
  @inline(__always) var voices: UnsafeMutablePointer<Voice> { renderer.updates.table.voices }
  @inline(__always) var scores: UnsafeMutablePointer<StealScore> { renderer.updates.table.scores }
  @inline(__always) var groups: UnsafeMutablePointer<VoiceGroup> { renderer.updates.groups }
  @inline(__always) var readers: UnsafeMutablePointer<LaneReader> { renderer.updates.readers }
  @inline(__always) var partialBlocks: UnsafeMutablePointer<PartialBlock> { renderer.updates.partialBlocks }
  @inline(__always) var channelLists: VoiceLists { renderer.updates.table.channelLists }
  @inline(__always) var keyLists: VoiceLists { renderer.updates.table.keyLists }
  /// Voices that sound and are not fading.
  @inline(__always) var soundingVoices: Int { renderer.updates.table.soundingVoices }
  /// Whether any voice sounds or fades.
  var hasVoices: Bool { renderer.hasVoices }
}
