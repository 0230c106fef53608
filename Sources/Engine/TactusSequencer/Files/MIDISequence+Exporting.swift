import TactusFiles
import TactusMIDI
import TactusTime

extension MIDISequence {
  /// Returns a MIDI file that plays the same events as the sequence.
  ///
  /// - If all tracks are plain clips, as after an import, they are written unchanged. If any track is a pattern or a
  ///   loop, or is moved, transposed, swung or inaudible, the audible result is written (``flattened(_:isFilling:)``).
  /// - At one tick the order is: events that play nothing; note-offs; other messages; note-ons. Within each of these,
  ///   the order of the track is kept.
  /// - Name, tempi and meters are written to an additional first track, unless file events define them. This track is
  ///   also written, with an empty name, if an import would otherwise take the first track for it.
  /// - Tempo ramps become steps of a sixteenth; each step corrects the rounding errors of the steps before it. The
  ///   `MIDIFile` value stores tempi in units of 10 ns; the encoded file stores them in microseconds, as the format
  ///   requires.
  ///
  /// Laws: if the events of a file f have this order at each tick, `MIDISequence(f).midiFile()` has the events of f,
  /// and also note-offs for notes that do not end in f. `MIDISequence(s.midiFile())` has the clips of s, unless one
  /// note lies within another on the same key.
  /// - Parameters:
  ///   - end: the tick at which the file ends; events that start later are left out. If it is nil, loops end at
  ///     ``length``, and other tracks are written completely.
  ///   - isFilling: whether steps that play only during fills are included.
  public func midiFile(until end: Tick? = nil, isFilling: Bool = false) throws(FlatteningError) -> MIDIFile {
    let hasSolo = tracks.contains { $0.isSolo }
    let isPlain = end == nil && tracks.allSatisfy { $0.isPlain && !$0.isMuted && ($0.isSolo || !hasSolo) }
    let source =
      isPlain ? self : try flattened(0..<max(0, end ?? length), isFilling: isFilling, includesEnd: end == nil)
    let (keepsTempi, keepsMeters, keepsName) = (source.keepsTempi, source.keepsMeters, source.keepsName)
    let isKept = { (event: FileEvent) in event.isTempo ? keepsTempi : event.isMeta(0x58) ? keepsMeters : true }
    var tracks = source.tracks.map { FileTrack($0, keeping: isKept, portNumbers) }
    var conductor = source.conductorEvents
    conductor += source.fileEvents.filter { isKept($0) && (!$0.isMeta(0x03) || keepsName) }
    let isMistakable = tracks.count > 1 && source.tracks[0].playsNothing
    if isMistakable, conductor.isEmpty { conductor = [.noName] }
    if !conductor.isEmpty { tracks.insert(FileTrack(conductor), at: 0) }
    let ticks = min(max(1, ticksPerQuarter), TimeSettings.divisionLimit)
    return MIDIFile(
      format: tracks.count == 1 ? .single : .simultaneous, division: .ticksPerQuarter(ticks),
      tracks: tracks.map { $0.track })
  }

  /// Whether file events define the tempi of the sequence.
  private var keepsTempi: Bool {
    ownTempi.allSatisfy { $0.curve == .step } && Self.tempi(in: allFileEvents) == ownTempi
  }
  private var keepsMeters: Bool { Self.meters(in: allFileEvents) == ownMeters }
  private var keepsName: Bool { Self.name(in: fileEvents) ?? "" == name }

  /// The effective tempi, ascending.
  private var ownTempi: [TempoMap.Entry] {
    Self.lastAtEachTick(
      tempi.filter { $0.tempo.tensOfNanoseconds > 0 }.map {
        TempoMap.Entry(tick: max(0, TimeSettings.clamp(tick: $0.tick)), tempo: $0.tempo, curve: $0.curve)
      }, { $0.tick })
  }

  /// The effective meters, ascending.
  private var ownMeters: [MeterMap.Entry] {
    Self.lastAtEachTick(
      meters.map { MeterMap.Entry(tick: max(0, TimeSettings.clamp(tick: $0.tick)), meter: $0.meter) }, { $0.tick })
  }

  /// The events that define the sequence's name, tempi and meters. Each of the three is left out if file events already
  /// define it.
  var conductorEvents: [FileEvent] {
    var events: [FileEvent] = []
    if !keepsName, !name.isEmpty { events.append(FileEvent(tick: 0, .meta(type: 0x03, Array(name.utf8)))) }
    if !keepsTempi {
      let hasRamps = ownTempi.contains { $0.curve != .step }
      events += (hasRamps ? tempoMap.steps : ownTempi).map { FileEvent(tick: $0.tick, $0.tempo) }
    }
    if !keepsMeters {
      for entry in ownMeters {
        let bytes = [UInt8(clamping: entry.meter.beats), UInt8(entry.meter.noteValue.trailingZeroBitCount), 24, 8]
        events.append(FileEvent(tick: entry.tick, .meta(type: 0x58, bytes)))
      }
    }
    let order = events.indices.sorted { (events[$0].tick, $0) < (events[$1].tick, $1) }
    return order.map { events[$0] }
  }
}

extension Track {
  /// Whether the track plays its clip unchanged.
  fileprivate var isPlain: Bool {
    clip != nil && !isLooped && start == 0 && channel == nil && port == nil && transpose == 0 && swing == nil
      && groove == nil && overlap == .layer
  }

  /// Whether an import would mistake the track for one that only holds the sequence's name and tempi.
  fileprivate var playsNothing: Bool {
    let isEmpty = clip.map { $0.notes.isEmpty && $0.messages.isEmpty } ?? false
    let endsNote = fileEvents.contains { if case .noteOff = $0.content { true } else { false } }
    return isEmpty && !endsNote && !(fileEvents.isEmpty && name.isEmpty)
  }

  /// The event with the track's name, if it has one.
  var nameEvents: [FileEvent] { name.isEmpty ? [] : [FileEvent(tick: 0, .meta(type: 0x03, Array(name.utf8)))] }
}

extension FileEvent {
  /// The empty name of a sequence without a name. An import takes the first track for that of the sequence only if it
  /// has an event.
  static var noName: FileEvent { FileEvent(tick: 0, .meta(type: 0x03, [])) }

  /// Creates a tempo event. If the tempo is a whole number of microseconds per quarter note, the event is the meta
  /// event of a MIDI file; otherwise, it is the tempo message of a clip file.
  fileprivate init(tick: Tick, _ tempo: Tempo) {
    let (whole, units) = tempo.tensOfNanoseconds.quotientAndRemainder(dividingBy: 100)
    if units == 0, whole <= 0xFF_FFFF {
      self.init(tick: tick, .meta(type: 0x51, [16, 8, 0].map { UInt8(truncatingIfNeeded: whole >> $0) }))
    } else {
      self.init(tick: tick, .tempo(tenNanoseconds: tempo.tensOfNanoseconds))
    }
  }
}

extension TempoMap {
  /// The map with each ramp converted to steps of a sixteenth, or to longer ones if there would be more than 4,096 for
  /// a ramp, or more than 262,144 for all ramps. Each step ends at the same time as the part of the ramp that it
  /// replaces, as closely as tempi in units of 10 ns permit.
  fileprivate var steps: [Entry] {
    var result: [Entry] = []
    let sixteenth = max(1, Tick(timeBase.nominalTicksPerQuarter) / 4)
    let most = max(1, min(4_096, 262_144 / Tick(entries.count)))
    for (index, entry) in entries.enumerated() {
      result.append(Entry(tick: entry.tick, tempo: entry.tempo))
      guard entry.curve != .step, index + 1 < entries.count else { continue }
      result.removeLast()
      let end = entries[index + 1].tick
      let length = max(sixteenth, (end - entry.tick) / most + 1)
      var (tick, reached) = (entry.tick, time(atTick: entry.tick))
      while tick < end {
        let next = min(tick + length, end)
        let units = Int128(time(atTick: next)) - Int128(reached)
        let tempo = max(1, (units + Int128(next - tick) / 2) / Int128(next - tick))
        result.append(Entry(tick: tick, tempo: Tempo(tensOfNanoseconds: UInt32(clamping: tempo))))
        reached += (tempo * Int128(next - tick))
        tick = next
      }
    }
    return result
  }
}
