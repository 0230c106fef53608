import CLV2
import TactusLV2Atoms
import TactusMIDI

/// The laws for LV2 atoms: reading never leaves a sequence, whatever sizes it declares, offsets ascend inside the
/// cycle, and written events can be read again.
enum AtomFuzzing {
  private static let frameCount = 64

  static func violation(_ bytes: [UInt8]) -> String? {
    let words = 2 * (bytes.count / 8)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 16 + 4 * words, alignment: 8)
    defer { memory.deallocate() }
    let sequence = memory.assumingMemoryBound(to: LV2_Atom_Sequence.self)
    sequence.initialize(to: LV2_Atom_Sequence())
    sequence.pointee.atom = LV2_Atom(size: UInt32(8 + 4 * words), type: urids.sequence)
    for word in 0..<words {
      // where a type or a key is expected, small numbers mean those that a host has assigned
      let value = bytes[4 * word..<4 * word + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      (memory + 16 + 4 * word).storeBytes(of: value, as: UInt32.self)
    }
    return violationReading(sequence, size: 16 + 4 * words)
  }

  private static func violationReading(_ sequence: UnsafeMutablePointer<LV2_Atom_Sequence>, size: Int) -> String? {
    let start = UnsafeRawPointer(sequence)
    var (reader, last) = (AtomReader(sequence, urids, frameCount: frameCount), Int32(0))
    var transport = LV2Transport(sampleRate: 48_000)
    while let event = reader.next() {
      if event.body < start + 16 || event.body - start + event.size > size { return "an event outside its sequence" }
      if event.offset < last || event.offset >= frameCount { return "offset \(event.offset) after \(last)" }
      last = event.offset
      if let violation = violationReadingObject(event) { return violation }
      if let position = LV2Position(event.body, size: event.size, type: event.type, urids) {
        transport.take(position, at: Int64(event.offset))
        let context = transport.context(at: Int64(event.offset) + 1)
        if context.hasTempo, !(context.tempo.isFinite && context.tempo >= 0) { return "a tempo of \(context.tempo)" }
        if context.hasBeat, !context.beat.isFinite { return "a beat of \(context.beat)" }
      }
      if let violation = violationWriting(event) { return violation }
    }
    return nil
  }

  private static func violationReadingObject(_ event: AtomEvent) -> String? {
    guard var properties = AtomProperties(event.body, size: event.size, type: event.type, urids) else { return nil }
    while let property = properties.next() {
      let offset = property.body - event.body
      if offset < 24 || offset + property.size > event.size { return "a property outside its object" }
      _ = urids.number(property.body, size: property.size, type: property.type)
      _ = urids.wholeNumber(property.body, size: property.size, type: property.type)
    }
    return nil
  }

  /// An event into a port with room for one, and read again.
  private static func violationWriting(_ event: AtomEvent) -> String? {
    let capacity = 8 + 16 + (event.size + 7) & ~7
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity + 8, alignment: 8)
    defer { memory.deallocate() }
    let sequence = memory.assumingMemoryBound(to: LV2_Atom_Sequence.self)
    sequence.initialize(to: LV2_Atom_Sequence())
    sequence.pointee.atom = LV2_Atom(size: UInt32(capacity), type: 0)
    var writer = AtomWriter(sequence, urids)
    guard writer.write(event.body, count: event.size, type: event.type, at: event.offset) else {
      return "an event of \(event.size) bytes finds no room"
    }
    var reader = AtomReader(sequence, urids, frameCount: frameCount)
    guard let again = reader.next(), again.size == event.size, again.offset == event.offset else {
      return "what is written is not read"
    }
    let isSame = (0..<event.size).allSatisfy {
      again.body.load(fromByteOffset: $0, as: UInt8.self) == event.body.load(fromByteOffset: $0, as: UInt8.self)
    }
    return isSame && reader.next() == nil ? nil : "what is written is read as something else"
  }

  /// A host's numbers for URIs: 1, 2, 3 … in the order in which they are asked for.
  private static let urids: LV2URIDs = {
    final class Counter { var count: UInt32 = 0 }
    let counter = Counter()
    return withExtendedLifetime(counter) {
      var map = LV2_URID_Map(handle: Unmanaged.passUnretained(counter).toOpaque()) { handle, _ in
        guard let handle else { return 0 }
        let counter = Unmanaged<Counter>.fromOpaque(handle).takeUnretainedValue()
        counter.count += 1
        return counter.count
      }
      return LV2URIDs(&map)
    }
  }()

  // MARK: Seeds

  /// A note, a position and an object whose last property is longer than what is left.
  static var seeds: [[UInt8]] {
    let note = event(frame: 3, type: urids.midiEvent, [0x90, 60, 100])
    let speed = property(urids.speed, urids.float, word(Float(1).bitPattern))
    let tempo = property(urids.beatsPerMinute, urids.float, word(Float(133.5).bitPattern))
    let bar = property(urids.bar, urids.long, word(7) + word(0))
    let beat = property(urids.barBeat, urids.float, word(Float(1.25).bitPattern))
    let position = word(0) + word(urids.position) + speed + tempo + bar + beat
    let cut = word(0) + word(urids.position) + word(urids.speed) + word(0) + word(400) + word(urids.float)
    return [
      note + event(frame: 9, type: urids.object, position), event(frame: 70, type: urids.blank, cut) + note,
    ]
  }

  private static func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
  }

  private static func event(frame: UInt32, type: UInt32, _ body: [UInt8]) -> [UInt8] {
    word(frame) + word(0) + word(UInt32(body.count)) + word(type) + padded(body)
  }

  private static func property(_ key: UInt32, _ type: UInt32, _ value: [UInt8]) -> [UInt8] {
    word(key) + word(0) + word(UInt32(value.count)) + word(type) + padded(value)
  }
}
