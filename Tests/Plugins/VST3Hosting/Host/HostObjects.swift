import CVST3

// The host's own objects. References to them are not counted: the host keeps them longer than any call.

func hostQuery(
  _ object: UnsafeMutableRawPointer?, _ id: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> tresult {
  result?.pointee = nil
  return tresult(kNoInterface)
}

func hostReference(_ object: UnsafeMutableRawPointer?) -> UInt32 { 1 }

func constant<Table>(_ table: Table) -> UnsafePointer<Table> {
  let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  memory.initialize(to: table)
  return UnsafePointer(memory)
}

/// A stream that transfers a few bytes at a time.
final class HostStream {
  struct Object {
    let table: UnsafePointer<IBStreamVtbl>
    var memory: UnsafeMutableBufferPointer<UInt8>
    var count: Int
    var position = 0
    /// The number of bytes transferred at once; 0 for an error.
    var most: Int
    /// Whether a read of fewer bytes than requested also returns an error, as `FileStream` of the SDK does.
    var isFile: Bool
  }

  private static var room: Int { 4 << 20 }
  private let object: UnsafeMutablePointer<Object>

  init(_ bytes: [UInt8] = [], most: Int = 1 << 20, isFile: Bool = false) {
    object = .allocate(capacity: 1)
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.room)
    _ = memory.initialize(from: bytes)
    object.initialize(to: Object(table: Self.table, memory: memory, count: bytes.count, most: most, isFile: isFile))
  }

  deinit {
    object.pointee.memory.deallocate()
    object.deallocate()
  }

  var stream: UnsafeMutablePointer<IBStream> {
    UnsafeMutableRawPointer(object).assumingMemoryBound(to: IBStream.self)
  }

  var bytes: [UInt8] { Array(object.pointee.memory.prefix(object.pointee.count)) }

  private static func object(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Object> {
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: Object.self)
  }

  private nonisolated(unsafe) static let table = constant(
    IBStreamVtbl(
      queryInterface: hostQuery, addRef: hostReference, release: hostReference,
      read: { pointer, buffer, count, done in
        let stream = HostStream.object(pointer)
        guard stream.pointee.most > 0, let buffer else { return tresult(kResultFalse) }
        let length = min(Int(count), stream.pointee.most, stream.pointee.count - stream.pointee.position)
        buffer.copyMemory(from: stream.pointee.memory.baseAddress! + stream.pointee.position, byteCount: length)
        stream.pointee.position += length
        done?.pointee = Int32(length)
        return tresult(stream.pointee.isFile && length < Int(count) ? kResultFalse : kResultOk)
      },
      write: { pointer, buffer, count, done in
        let stream = HostStream.object(pointer)
        let length = min(Int(count), stream.pointee.most, HostStream.room - stream.pointee.count)
        guard length > 0, let buffer else { return tresult(kResultFalse) }
        (stream.pointee.memory.baseAddress! + stream.pointee.count).update(
          from: buffer.assumingMemoryBound(to: UInt8.self), count: length)
        stream.pointee.count += length
        done?.pointee = Int32(length)
        return tresult(kResultOk)
      },
      seek: { _, _, _, _ in tresult(kNotImplemented) }, tell: { _, _ in tresult(kNotImplemented) }))
}

/// The host's handler, which counts what a component asks for.
final class HostHandler {
  struct Object {
    let table: UnsafePointer<IComponentHandlerVtbl>
    /// The other interfaces, if the host has them; each is an object of its own that begins with its table.
    var second: UnsafeMutablePointer<Other>?
    var units: UnsafeMutablePointer<Other>?
    var dirtyMarks = 0
    var newProgramLists = 0
    /// Notices of a unit or a program list that there is not.
    var oddNotices = 0
    var newValues = 0
    var newLatencies = 0
    var others = 0
    var references = 0
  }

  struct Other {
    let table: UnsafeRawPointer
    let handler: UnsafeMutablePointer<Object>
  }

  let object: UnsafeMutablePointer<Object>
  private let second: UnsafeMutablePointer<Other>
  private let units: UnsafeMutablePointer<Other>

  init() {
    object = .allocate(capacity: 1)
    second = .allocate(capacity: 1)
    units = .allocate(capacity: 1)
    second.initialize(to: Other(table: UnsafeRawPointer(Self.secondTable), handler: object))
    units.initialize(to: Other(table: UnsafeRawPointer(Self.unitsTable), handler: object))
    object.initialize(to: Object(table: Self.table, units: units))
  }

  deinit {
    object.deallocate()
    second.deallocate()
    units.deallocate()
  }

  /// Whether the handler has its second interface.
  var hasSecond: Bool {
    get { object.pointee.second != nil }
    set { object.pointee.second = newValue ? second : nil }
  }

  /// Whether the handler has the interface for units.
  var hasUnits: Bool {
    get { object.pointee.units != nil }
    set { object.pointee.units = newValue ? units : nil }
  }

  var handler: UnsafeMutablePointer<IComponentHandler> {
    UnsafeMutableRawPointer(object).assumingMemoryBound(to: IComponentHandler.self)
  }

  private static func object(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Object> {
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: Object.self)
  }

  /// The interface with an identifier, besides the handler's own; nil if the host does not have it.
  private static func other(
    _ id: UnsafePointer<CChar>?, of handler: UnsafeMutablePointer<Object>
  ) -> UnsafeMutablePointer<Other>? {
    guard let id else { return nil }
    func isID<ID>(_ own: ID) -> Bool { withIdentifier(own) { own in (0..<16).allSatisfy { own[$0] == id[$0] } } }
    if isID(IComponentHandler2_iid) { return handler.pointee.second }
    return isID(IUnitHandler_iid) ? handler.pointee.units : nil
  }

  /// Counts references to all interfaces.
  private static func count(_ change: Int, _ object: UnsafeMutablePointer<Object>) -> UInt32 {
    object.pointee.references += change
    return 1
  }

  private nonisolated(unsafe) static let table = constant(
    IComponentHandlerVtbl(
      queryInterface: { pointer, id, result in
        let handler = HostHandler.object(pointer)
        guard let other = HostHandler.other(id, of: handler) else { return hostQuery(pointer, id, result) }
        result?.pointee = UnsafeMutableRawPointer(other)
        _ = HostHandler.count(1, handler)
        return tresult(kResultOk)
      },
      addRef: { HostHandler.count(1, HostHandler.object($0)) },
      release: { HostHandler.count(-1, HostHandler.object($0)) },
      beginEdit: { _, _ in tresult(kResultOk) }, performEdit: { _, _, _ in tresult(kResultOk) },
      endEdit: { _, _ in tresult(kResultOk) },
      restartComponent: { pointer, flags in
        let handler = HostHandler.object(pointer)
        if Int(flags) & kParamValuesChanged != 0 { handler.pointee.newValues += 1 }
        if Int(flags) & kLatencyChanged != 0 { handler.pointee.newLatencies += 1 }
        if Int(flags) & ~(kParamValuesChanged | kLatencyChanged) != 0 { handler.pointee.others += 1 }
        return tresult(kResultOk)
      }))

  private static func handler(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Object> {
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: Other.self).pointee.handler
  }

  private nonisolated(unsafe) static let unitsTable = constant(
    IUnitHandlerVtbl(
      queryInterface: hostQuery,
      addRef: { HostHandler.count(1, HostHandler.handler($0)) },
      release: { HostHandler.count(-1, HostHandler.handler($0)) },
      notifyUnitSelection: { pointer, _ in
        HostHandler.handler(pointer).pointee.oddNotices += 1
        return tresult(kResultOk)
      },
      notifyProgramListChange: { pointer, list, program in
        let isKnown = list == 1 && Int(program) == kAllProgramInvalid
        if isKnown {
          HostHandler.handler(pointer).pointee.newProgramLists += 1
        } else {
          HostHandler.handler(pointer).pointee.oddNotices += 1
        }
        return tresult(kResultOk)
      }))

  private nonisolated(unsafe) static let secondTable = constant(
    IComponentHandler2Vtbl(
      queryInterface: hostQuery,
      addRef: { HostHandler.count(1, HostHandler.handler($0)) },
      release: { HostHandler.count(-1, HostHandler.handler($0)) },
      setDirty: { pointer, state in
        if state != 0 { HostHandler.handler(pointer).pointee.dirtyMarks += 1 }
        return tresult(kResultOk)
      },
      requestOpenEditor: { _, _ in tresult(kNotImplemented) }, startGroupEdit: { _ in tresult(kNotImplemented) },
      finishGroupEdit: { _ in tresult(kNotImplemented) }))
}
