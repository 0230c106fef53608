import CLV2
import TactusLV2Atoms

/// The audio side of the properties that hosts set by messages: the requested paths, and those in use.
///
///     patch:Set ─► requested ─► worker: loads ─► reply ─► current ─► patch:Set
///                                                patch:Get ───┘
///
/// - Thread: audio; control while the plug-in does not run
package struct LV2Properties {
  /// The kind of work; the first byte of messages to the worker and of its replies.
  package enum Work: UInt8 {
    /// The unit has requested a run of its main-thread tasks.
    case mainThreadTasks = 0
    case bank = 1
    case document = 2
    /// A reply only: the state of the unit has changed without a new bank or document.
    case state = 3
    /// A request only: the window has changed what the unit plays.
    case contents = 4
    /// A request only: a block of a host that renders offline selects presets.
    case programs = 5
  }

  /// A property's path, and the pending operations on it.
  package struct Slot {
    package var requested: LV2Path
    package var current: LV2Path
    package var isRequested = false
    package var mustBeReported = false

    package init(_ memory: UnsafeMutablePointer<UInt8>) {
      requested = LV2Path(memory)
      current = LV2Path(memory + LV2Path.header + LV2Path.capacity)
    }
  }

  package var bank: Slot
  package var document: Slot
  /// Whether the host must be notified that the plug-in has changed its state.
  package var isStateChanged = false
  /// Memory for building messages.
  package let message: UnsafeMutableRawPointer

  /// The number of bytes that the paths and the messages need.
  package static let byteCount = 5 * (LV2Path.header + LV2Path.capacity) + 256

  /// Creates properties without paths.
  package init(_ memory: UnsafeMutablePointer<UInt8>) {
    let step = LV2Path.header + LV2Path.capacity
    bank = Slot(memory)
    document = Slot(memory + 2 * step)
    message = UnsafeMutableRawPointer(memory + 4 * step)
  }

  /// Processes a message; messages about other properties are ignored.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func take(_ event: AtomEvent, _ atoms: LV2URIDs, _ urids: LV2PluginURIDs) {
    guard var properties = AtomProperties(event.body, size: event.size, type: event.type, atoms),
      properties.kind != 0, properties.kind == urids.set || properties.kind == urids.get
    else { return }
    var name: UInt32 = 0
    var value: AtomProperty?
    while let property = properties.next() {
      if property.key == urids.value { value = property }
      guard property.type == urids.urid, property.size >= 4 else { continue }
      let urid = property.body.loadUnaligned(as: UInt32.self)
      if property.key == urids.property { name = urid }
      if property.key == urids.subject, urid != urids.plugin { return }
    }
    if properties.kind == urids.get { return report(name, urids) }
    guard let value, name != 0, value.type == urids.path || value.type == urids.string else { return }
    if name == urids.bank { Self.request(&bank, value) }
    if name == urids.document { Self.request(&document, value) }
  }

  private static func request(_ slot: inout Slot, _ value: AtomProperty) {
    if slot.requested.take(value.body, count: value.size) { slot.isRequested = true }
  }

  /// Schedules the report of one property, or of both if none is named.
  private mutating func report(_ name: UInt32, _ urids: LV2PluginURIDs) {
    if name == 0 || name == urids.bank { bank.mustBeReported = urids.bank != 0 }
    if name == 0 || name == urids.document { document.mustBeReported = true }
  }

  /// Stores the path that is now in use.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func setCurrent(_ work: Work, _ path: UnsafeRawPointer, count: Int) {
    switch work {
    case .mainThreadTasks, .state, .contents, .programs: break
    case .bank: if bank.current.take(path, count: count) { bank.mustBeReported = true }
    case .document: if document.current.take(path, count: count) { document.mustBeReported = true }
    }
  }

  /// Writes pending reports as far as there is room; the rest follow later.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func send(_ writer: inout AtomWriter, at offset: Int32, _ atoms: LV2URIDs, _ urids: LV2PluginURIDs) {
    if bank.mustBeReported, urids.bank == 0 || send(bank.current, of: urids.bank, &writer, at: offset, atoms, urids) {
      bank.mustBeReported = false
    }
    if document.mustBeReported, send(document.current, of: urids.document, &writer, at: offset, atoms, urids) {
      document.mustBeReported = false
    }
    if isStateChanged {
      message.storeBytes(of: 0, as: UInt32.self)
      message.storeBytes(of: urids.stateChanged, toByteOffset: 4, as: UInt32.self)
      isStateChanged = !writer.write(message, count: 8, type: atoms.object, at: offset)
    }
  }

  /// Writes an object of the class patch:Set: the property's name, and a path as its value.
  private func send(
    _ path: LV2Path, of name: UInt32, _ writer: inout AtomWriter, at offset: Int32, _ atoms: LV2URIDs,
    _ urids: LV2PluginURIDs
  ) -> Bool {
    let size = path.count &+ 1
    message.storeBytes(of: 0, as: UInt32.self)
    message.storeBytes(of: urids.set, toByteOffset: 4, as: UInt32.self)
    let property = LV2_Atom_Property_Body(key: urids.property, context: 0, value: LV2_Atom(size: 4, type: urids.urid))
    message.storeBytes(of: property, toByteOffset: 8, as: LV2_Atom_Property_Body.self)
    message.storeBytes(of: UInt64(name), toByteOffset: 24, as: UInt64.self)
    let atom = LV2_Atom(size: UInt32(truncatingIfNeeded: size), type: urids.path)
    let value = LV2_Atom_Property_Body(key: urids.value, context: 0, value: atom)
    message.storeBytes(of: value, toByteOffset: 32, as: LV2_Atom_Property_Body.self)
    (message + 48).copyMemory(from: path.bytes, byteCount: path.count)
    let padded = (size &+ 7) & ~7
    for index in path.count..<padded { message.storeBytes(of: 0, toByteOffset: 48 &+ index, as: UInt8.self) }
    return writer.write(message, count: 48 &+ padded, type: atoms.object, at: offset)
  }
}
