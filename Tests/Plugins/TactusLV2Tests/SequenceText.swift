import CLV2

/// A sequence of atoms as a host writes it.
struct SequenceText {
  private(set) var bytes: [UInt8] = []

  /// Appends an event.
  ///
  /// - Parameter claimed: the size that it declares, if that is wrong.
  mutating func add(_ body: [UInt8], type: String, at frame: Int64, claimed: UInt32? = nil) {
    put(frame)
    put(claimed ?? UInt32(body.count))
    put(urid(type))
    bytes += body
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  mutating func addMIDI(_ body: [UInt8], at frame: Int) {
    add(body, type: "http://lv2plug.in/ns/ext/midi#MidiEvent", at: Int64(frame))
  }

  /// An object: its class and its properties.
  mutating func addObject(_ kind: String, _ properties: [(key: String, type: String, value: [UInt8])], at frame: Int) {
    var object = Self.bytes(of: UInt32(0)) + Self.bytes(of: urid(kind))
    for property in properties {
      object += Self.bytes(of: urid(property.key)) + Self.bytes(of: UInt32(0))
      object += Self.bytes(of: UInt32(property.value.count)) + Self.bytes(of: urid(property.type)) + property.value
      while object.count % 8 != 0 { object.append(0) }
    }
    add(object, type: "http://lv2plug.in/ns/ext/atom#Object", at: Int64(frame))
  }

  /// A position of the transport: a number of quarter notes, and a tempo; meters are 4/4.
  mutating func addPosition(frame: Int, transport: Int64, beat: Double, tempo: Double, speed: Float = 1) {
    let (time, atom) = ("http://lv2plug.in/ns/ext/time#", "http://lv2plug.in/ns/ext/atom#")
    let bar = Int64((beat / 4).rounded(.down))
    addObject(
      time + "Position",
      [
        (time + "frame", atom + "Long", Self.bytes(of: transport)),
        (time + "speed", atom + "Float", Self.bytes(of: speed)),
        (time + "beatsPerMinute", atom + "Float", Self.bytes(of: Float(tempo))),
        (time + "bar", atom + "Long", Self.bytes(of: bar)),
        (time + "barBeat", atom + "Double", Self.bytes(of: beat - 4 * Double(bar))),
        (time + "beatsPerBar", atom + "Float", Self.bytes(of: Float(4))),
        (time + "beatUnit", atom + "Int", Self.bytes(of: Int32(4))),
      ], at: frame)
  }

  /// The request to set a property to a path.
  mutating func addSet(_ property: String, path: String, at frame: Int = 0) {
    let (patch, atom) = ("http://lv2plug.in/ns/ext/patch#", "http://lv2plug.in/ns/ext/atom#")
    addObject(
      patch + "Set",
      [
        (patch + "property", atom + "URID", Self.bytes(of: urid(property))),
        (patch + "value", atom + "Path", Array(path.utf8) + [0]),
      ], at: frame)
  }

  mutating func addGet(at frame: Int = 0) { addObject("http://lv2plug.in/ns/ext/patch#Get", [], at: frame) }

  mutating func put<Number: BitwiseCopyable>(_ number: Number) { bytes += Self.bytes(of: number) }

  static func bytes<Number: BitwiseCopyable>(of number: Number) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

  /// The sequence in memory.
  func use(_ body: (UnsafeMutableRawPointer) -> Void) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 16 + bytes.count, alignment: 8)
    defer { memory.deallocate() }
    let header = LV2_Atom_Sequence(
      atom: LV2_Atom(size: UInt32(8 + bytes.count), type: urid("http://lv2plug.in/ns/ext/atom#Sequence")), unit: 0,
      pad: 0)
    memory.storeBytes(of: header, as: LV2_Atom_Sequence.self)
    (memory + 16).copyMemory(from: bytes, byteCount: bytes.count)
    body(memory)
  }
}

/// Memory for a sequence that is written, followed by guard bytes that must not change.
final class OutputMemory {
  let memory: UnsafeMutableRawPointer
  private let room: Int

  init(room: Int) {
    self.room = room
    memory = .allocate(byteCount: 8 + room + 64, alignment: 8)
    memory.initializeMemory(as: UInt8.self, repeating: 0xEE, count: 8 + room + 64)
    memory.storeBytes(
      of: LV2_Atom(size: UInt32(room), type: urid("http://lv2plug.in/ns/ext/atom#Chunk")), as: LV2_Atom.self)
  }

  deinit { memory.deallocate() }

  var isIntact: Bool {
    (8 + room..<8 + room + 64).allSatisfy { memory.load(fromByteOffset: $0, as: UInt8.self) == 0xEE }
  }

  /// The written events; their offsets must be inside the cycle and ascend.
  func events(_ frames: Int) -> [(frame: Int, type: UInt32, bytes: [UInt8])] {
    let header = memory.load(as: LV2_Atom_Sequence.self)
    guard header.atom.type == urid("http://lv2plug.in/ns/ext/atom#Sequence"), header.atom.size <= UInt32(room) else {
      return []
    }
    var events: [(frame: Int, type: UInt32, bytes: [UInt8])] = []
    var (position, last) = (16, 0)
    while position + 16 <= 8 + Int(header.atom.size) {
      let event = memory.loadUnaligned(fromByteOffset: position, as: LV2_Atom_Event.self)
      let frame = Int(event.frames)
      precondition(frame >= last && frame < max(1, frames), "an offset of \(frame) after \(last), of \(frames)")
      last = frame
      let body = UnsafeRawBufferPointer(start: memory + position + 16, count: Int(event.body.size))
      events.append((frame, event.body.type, Array(body)))
      position += 16 + (Int(event.body.size) + 7) & ~7
    }
    return events
  }
}
