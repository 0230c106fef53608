import CTactusKernels
import TactusDSP
import TactusMIDI
import TactusRealtime
import TactusRender

/// The voices of a synthesizer: which sound, how they are modulated, and their audio.
///
///     voice commands ─► notes ─► voices (control plane) ─► lanes (audio plane) ─► stripes
///
/// It reads the channels and changes nothing of them.
/// - Thread: audio
struct VoiceEngine {
  var modulation: Modulation
  var reading = Reading.cubic
  var polyphony = 0
  var groupCount = 0
  /// No group from this one on sounds.
  var groupEnd = 0
  var groups: UnsafeMutablePointer<VoiceGroup>
  /// Eight for each group.
  var voices: UnsafeMutablePointer<Voice>
  var readers: UnsafeMutablePointer<LaneReader>
  /// Room for a `LoopSeam` of each reader.
  var seams: UnsafeMutablePointer<Int16>
  var levels: UnsafeMutablePointer<LaneLevel>
  /// One for each group.
  var curves: UnsafeMutablePointer<TactusCurves>
  /// For each voice the next absolute frame at which it wants attention, and the frame from which on no event may come
  /// before it has had it; for each group the first of its voices' such frames.
  var dues: UnsafeMutablePointer<Int64>
  var deadlines: UnsafeMutablePointer<Int64>
  var groupDeadlines: UnsafeMutablePointer<Int64>
  /// For each voice the next frame at which its filter turns, between two turns of the voice.
  var filterDues: UnsafeMutablePointer<Int64>
  /// For each group that sounds the frame up to which it has.
  var groupFrames: UnsafeMutablePointer<Int64>
  /// For each group what of its rows is filled before its time, and for each voice in them up to which frame.
  var heldRows: UnsafeMutablePointer<HeldRow>
  var laneFrames: UnsafeMutablePointer<Int64>
  /// How little each voice would be missed.
  var scores: UnsafeMutablePointer<StealScore>
  /// Whether some voice's tone has changed at this frame.
  var hasStaleVoices = false
  /// The frame at the beginning of the buses.
  var busFrame: Int64 = 0
  /// What the channels say; read only.
  var channels: UnsafePointer<Channel>
  /// The voices of each channel, and those of each key of it.
  var channelLists: VoiceLists
  var keyLists: VoiceLists
  var rows: LaneRows
  /// Which rows are being filled, and how many changes of filters the first two groups in them and the third have.
  var row = RowPlace()
  var changeCount = 0
  var loneChangeCount = 0
  /// One set of buses for each stripe, each `SynthLimits.chunkFrames` long.
  var buses: UnsafeMutablePointer<VoiceBuses>
  /// The sum of the stripes.
  var mix: VoiceBuses
  /// Which stripes have sounded since the buses were last summed, a bit each: at all, to the reverb, to the chorus.
  var usedStripes: UInt32 = 0
  var reverbStripes: UInt32 = 0
  var chorusStripes: UInt32 = 0
  /// Which stripes this core renders, a bit each.
  var ownStripes: UInt32 = .max
  /// Where each stem sounds; nil where all is mixed together.
  var stems: UnsafeMutablePointer<StemBuses>?
  var bank: BankTables
  /// Counts the banks that have been played; see ``LiveSynth``.
  var bankNumber: UInt32 = 0
  var frame: Int64 = 0
  var noteCount: UInt64 = 0
  /// Voices that sound and are not fading.
  var soundingVoices = 0
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

extension VoiceEngine {
  /// Goes on to the frame of the next event: all events of the current frame are known.
  mutating func moveOn(to next: Int64) {
    settleTones()
    frame = next
    meetDeadlines(before: next)
  }

  /// Renders from the current frame to the end of a grid block, or of a cycle inside it.
  mutating func render(to end: Int64) {
    settleTones()
    runGroups(to: end)
    frame = end
  }

  /// Whether any voice sounds or fades.
  var hasVoices: Bool {
    for index in 0..<groupEnd where groups[index].active != 0 { return true }
    return false
  }

  /// No voice sounds, and frames are counted from 0.
  mutating func reset() {
    for index in 0..<(groupCount &* 8) {
      voices[index] = Voice()
      dues[index] = .max
      deadlines[index] = .max
      filterDues[index] = .max
      forgetScore(index)
    }
    for index in 0..<groupCount {
      groups[index] = VoiceGroup()
      groupDeadlines[index] = .max
      heldRows[index] = HeldRow()
    }
    (groupEnd, hasStaleVoices) = (0, false)
    channelLists.clear(SynthLimits.channels)
    keyLists.clear(SynthLimits.keyLists)
    soundingVoices = 0
    noteCount = 0
    frame = 0
    counters = VoiceCounters()
  }

  /// Asks for a voice's turn at a frame.
  @inline(__always)
  mutating func call(_ voice: Int, at now: Int64) {
    dues[voice] = min(dues[voice], now)
    setDeadline(voice)
    groupDeadlines[voice &>> 3] = min(groupDeadlines[voice &>> 3], deadlines[voice])
  }
}
