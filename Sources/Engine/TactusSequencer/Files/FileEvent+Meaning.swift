import TactusFiles
import TactusTime

extension FileEvent {
  /// Whether this is a meta event of this type.
  func isMeta(_ type: UInt8) -> Bool {
    if case .meta(type, _) = content { return true }
    return false
  }

  /// Whether the event sets the tempo.
  var isTempo: Bool {
    if case .tempo = content { return true }
    return isMeta(0x51)
  }

  var isTempoOrMeter: Bool { isTempo || isMeta(0x58) }
  /// Whether the event sets a tempo, a meter or a name. The sequence has separate properties for these.
  var isConducting: Bool { isTempoOrMeter || isMeta(0x03) }

  /// The decoded meta event.
  private var meaning: MIDIFile.Meta? {
    var track = MIDIFile.Track()
    switch content {
    case .meta(let type, let bytes) where type != 0x2F && type < 0x80: track.appendMeta(type, bytes, at: 0)
    case .tempo(let units): return .tempo(tenNanoseconds: units)
    default: return nil
    }
    return track.meaning(of: track.events[0])
  }

  /// The tempo that the event sets.
  fileprivate var tempo: Tempo? {
    if isTempo, case .tempo(let units) = meaning { return Tempo(tensOfNanoseconds: units) }
    return nil
  }

  /// The meter that the event sets; an invalid one counts as 4/4.
  fileprivate var meter: Meter? {
    guard isMeta(0x58), case .timeSignature(let signature) = meaning else { return nil }
    return Meter(numerator: signature.rawNumerator, denominatorPower: signature.denominatorPower) ?? .common
  }

  /// The text of a meta event.
  fileprivate var text: String? {
    guard case .meta(let type, let bytes) = content, (1...15).contains(type) else { return nil }
    var track = MIDIFile.Track()
    track.appendMeta(type, bytes, at: 0)
    return track.payload(of: track.events[0]).text()
  }
}

extension MIDISequence {
  /// The events of the file that play nothing, track by track.
  var allFileEvents: [FileEvent] { fileEvents + tracks.flatMap { $0.fileEvents } }

  /// Returns the tempi that events set, ascending by tick; if there are several at one tick, only the last is returned.
  static func tempi(in events: [FileEvent]) -> [TempoMap.Entry] {
    lastAtEachTick(
      events.compactMap { event in event.tempo.map { TempoMap.Entry(tick: event.tick, tempo: $0) } }, { $0.tick })
  }

  /// Returns the meters that events set, ascending by tick; if there are several at one tick, only the last is
  /// returned.
  static func meters(in events: [FileEvent]) -> [MeterMap.Entry] {
    lastAtEachTick(
      events.compactMap { event in event.meter.map { MeterMap.Entry(tick: event.tick, meter: $0) } }, { $0.tick })
  }

  /// Returns the entries sorted by tick; if there are several at one tick, only the last is returned.
  static func lastAtEachTick<Entry>(_ entries: [Entry], _ tick: (Entry) -> Tick) -> [Entry] {
    let order = entries.indices.sorted { (tick(entries[$0]), $0) < (tick(entries[$1]), $1) }
    return order.indices.compactMap { position in
      let isLast = position + 1 == order.count || tick(entries[order[position + 1]]) > tick(entries[order[position]])
      return isLast ? entries[order[position]] : nil
    }
  }

  /// Returns the first sequence or track name among events; nil if there is none.
  static func name(in events: [FileEvent]) -> String? { events.first { $0.isMeta(0x03) }?.text }
}
