import CTactusKernels
import TactusDSP
import TactusMIDI
import TactusRealtime
import TactusRender

/// The whole state of a synthesizer on the audio thread: plain memory behind pointers.
///
///     events ─► channels ─► notes ─► voices (control plane) ─► lanes (audio plane) ─► stripes ─► mix, effects
///
/// `SoundFontSynth` owns the memory; several cores with the same settings and events decide alike, and each may render
/// the lanes of its own stripes only.
/// - Thread: audio
struct SynthCore {
  var sampleRate = 48_000.0
  var reading = Reading.cubic
  /// The gain of everything, per point of a 16-bit sample.
  var unitGain = 0.0
  /// The level below which a voice has died away, in octaves of amplitude relative to full scale.
  var noiseFloor = -18.0
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
  var channels: UnsafeMutablePointer<Channel>
  /// The voices of each channel, and those of each key of it.
  var channelLists: VoiceLists
  var keyLists: VoiceLists
  var tunings: TuningPrograms
  /// Room for one voice's generators after modulation, and one region's links.
  var values: UnsafeMutablePointer<Double>
  var links: UnsafeMutablePointer<Double>
  var concave: UnsafeMutablePointer<Double>
  /// What filters are made of, for cutoffs from 1,500 cents, one for each `SynthLimits.filterStep`; and 2π · frequency / rate
  /// of 0 cents.
  var filterPoints: UnsafeMutablePointer<FilterPoint>
  var baseAngle = 0.0
  /// Where a filter that was asleep comes into the path: where it delays low frequencies by nothing, in absolute cents.
  var wakeCutoff = 13_500.0
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
  /// How each channel, as a part, hears its port; and what the parts of a port have in common.
  var parts: UnsafeMutablePointer<PartSettings>
  var ports: UnsafeMutablePointer<PortState>
  /// What all ports share.
  var master = MasterControl()
  /// Where a ``LiveSynth``'s questions from outside go; nil for others.
  var inquiries: RingProducer<DeviceInquiry>?
  /// What a ``LiveSynth`` is tuned to, in cents.
  var unitTuning = 0.0
  /// The system at power-on.
  var startSystem = SoundSystem.gs
  /// For each port the message that is arriving.
  var exclusiveBytes: UnsafeMutablePointer<UInt8>
  /// Presets that were asked for and are not there.
  var missing: UnsafeMutablePointer<MissingEntry>
  var missingCount = 0
  var frame: Int64 = 0
  var noteCount: UInt64 = 0
  /// Voices that sound and are not fading.
  var soundingVoices = 0
  /// While a score is only asked what it needs: a byte for each region, set where a voice would start. Then none does.
  var wanted: UnsafeMutablePointer<UInt8>?
  var counters = SynthCounters()
}

/// The flat tables of a `SoundBank`.
struct BankTables {
  var regions: UnsafePointer<Region>
  var ranges: UnsafePointer<RegionRange>
  var presets: UnsafePointer<PresetEntry>
  var presetCount: Int32
}

/// A preset: where its regions stand. Sorted by address.
struct PresetEntry {
  /// bank · 128 + program.
  var address: Int32
  var firstRegion: Int32
  var regionCount: Int32
}

/// What happened since the start, for people to read.
public struct SynthCounters: Hashable, Sendable {
  /// Voices started, one for each region of each note.
  public var voicesStarted = 0
  /// The most voices that sounded at once.
  public var peakVoices = 0
  /// Voices faded out early because the polyphony was used up.
  public var stolenVoices = 0
  /// Fading voices cut short because even the room for fading was used up.
  public var cutVoices = 0
  /// Notes for which the chosen preset has no sound, or that found no preset at all.
  public var silentNotes = 0
  /// Voices left out because their compressed sample had not been decoded: see ``SoundBank/prepare(bank:program:)``.
  public var undecodedVoices = 0
  /// Presets that notes asked for and the bank does not have, each counted once.
  public var missingPresets = 0
  /// System-exclusive messages that were followed.
  public var systemMessages = 0
  /// System-exclusive messages for others, or about what the synthesizer does not have.
  public var ignoredSystemMessages = 0
  /// System-exclusive messages that were ignored because their checksum is wrong.
  public var badChecksums = 0
  /// System-exclusive messages that were ignored because they are longer than any that the synthesizer follows.
  public var longSystemMessages = 0

  /// Nothing yet.
  public init() {}
}

extension SynthCore {
  /// Renders the voices of this core's stripes from the current frame on; the buses have been cleared.
  ///
  /// - Parameters:
  ///   - count: at most `SynthLimits.chunkFrames`.
  ///   - events: the cycle's events; those before `base + count` and from `eventIndex` on take effect here.
  ///   - base: the offset of this chunk in the cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func renderVoices(_ count: Int, events: EventList, base: Int) -> Int {
    var index = 0
    let end = frame &+ Int64(count)
    busFrame = frame
    while frame < end {
      let grid = Int64(SynthLimits.gridFrames)
      let blockEnd = min(end, (frame & ~(grid &- 1)) &+ grid)
      while index < events.count {
        let place = busFrame &+ Int64(max(0, Int(events[index].offset) &- base))
        guard place < blockEnd else { break }
        if place > frame {
          settleTones()
          frame = place
          meetDeadlines(before: frame)
        }
        receive(events[index].message)
        index &+= 1
      }
      settleTones()
      runGroups(to: blockEnd)
      frame = blockEnd
    }
    return index
  }

  /// Whether any voice sounds or fades.
  var hasVoices: Bool {
    for index in 0..<groupEnd where groups[index].active != 0 { return true }
    return false
  }

  /// Back to the beginning: no voice sounds, all channels as at power-on.
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
    missingCount = 0
    tunings.count = 0
    master = MasterControl()
    channelLists.clear(SynthLimits.channels)
    keyLists.clear(SynthLimits.keyLists)
    for port in 0..<16 {
      ports[port] = PortState(system: startSystem)
      setParts(of: port)
    }
    for index in 0..<SynthLimits.channels { channels[index].traits = 0 }
    applyMasterTuning()
    soundingVoices = 0
    noteCount = 0
    frame = 0
    counters = SynthCounters()
  }

  /// Asks for a voice's turn at a frame.
  @inline(__always)
  mutating func call(_ voice: Int, at now: Int64) {
    dues[voice] = min(dues[voice], now)
    setDeadline(voice)
    groupDeadlines[voice &>> 3] = min(groupDeadlines[voice &>> 3], deadlines[voice])
  }
}
