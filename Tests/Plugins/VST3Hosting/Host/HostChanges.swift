import CVST3

/// Parameter changes, in and out.
final class HostChanges {
  struct Point {
    var offset: Int32
    var value: Double
  }

  struct Queue {
    let table: UnsafePointer<IParamValueQueueVtbl>
    var id: UInt32
    var count: Int32
    let points: UnsafeMutablePointer<Point>
  }

  struct Object {
    let table: UnsafePointer<IParameterChangesVtbl>
    let queues: UnsafeMutablePointer<Queue>
    var count: Int32 = 0
    var frames: Int32 = 0
    var isRefusing = false
    /// The number of points beyond the block, or with values that are none.
    var malformed = 0
  }

  private static var queueCapacity: Int { 1_024 }
  private static var pointCapacity: Int { 256 }
  let object: UnsafeMutablePointer<Object>
  private let points: UnsafeMutablePointer<Point>

  init() {
    points = .allocate(capacity: Self.queueCapacity * Self.pointCapacity)
    let queues = UnsafeMutablePointer<Queue>.allocate(capacity: Self.queueCapacity)
    for index in 0..<Self.queueCapacity {
      (queues + index).initialize(
        to: Queue(table: Self.queueTable, id: 0, count: 0, points: points + index * Self.pointCapacity))
    }
    object = .allocate(capacity: 1)
    object.initialize(to: Object(table: Self.table, queues: queues))
  }

  deinit {
    object.pointee.queues.deallocate()
    points.deallocate()
    object.deallocate()
  }

  var changes: UnsafeMutablePointer<IParameterChanges> {
    UnsafeMutableRawPointer(object).assumingMemoryBound(to: IParameterChanges.self)
  }

  func begin(frames: Int, isRefusing: Bool = false) {
    (object.pointee.count, object.pointee.frames, object.pointee.isRefusing) = (0, Int32(frames), isRefusing)
  }

  func add(_ id: UInt32, _ value: Double, at offset: Int) {
    guard let queue = Self.queue(id, object) else { return }
    Self.add(Point(offset: Int32(truncatingIfNeeded: offset), value: value), queue)
  }

  /// The last value of each parameter in the list.
  var values: [UInt32: Double] {
    var values: [UInt32: Double] = [:]
    for index in 0..<Int(object.pointee.count) where object.pointee.queues[index].count > 0 {
      let queue = object.pointee.queues[index]
      values[queue.id] = queue.points[Int(queue.count) - 1].value
    }
    return values
  }

  private static func queue(_ id: UInt32, _ object: UnsafeMutablePointer<Object>) -> UnsafeMutablePointer<Queue>? {
    for index in 0..<Int(object.pointee.count) where object.pointee.queues[index].id == id {
      return object.pointee.queues + index
    }
    guard Int(object.pointee.count) < queueCapacity else { return nil }
    let queue = object.pointee.queues + Int(object.pointee.count)
    (queue.pointee.id, queue.pointee.count) = (id, 0)
    object.pointee.count += 1
    return queue
  }

  @discardableResult private static func add(_ point: Point, _ queue: UnsafeMutablePointer<Queue>) -> Bool {
    guard Int(queue.pointee.count) < pointCapacity else { return false }
    (queue.pointee.points + Int(queue.pointee.count)).initialize(to: point)
    queue.pointee.count += 1
    return true
  }

  private static func object(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Object> {
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: Object.self)
  }

  private static func queue(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Queue> {
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: Queue.self)
  }

  private static func interface(_ queue: UnsafeMutablePointer<Queue>) -> UnsafeMutablePointer<IParamValueQueue> {
    UnsafeMutableRawPointer(queue).assumingMemoryBound(to: IParamValueQueue.self)
  }

  private nonisolated(unsafe) static let table = constant(
    IParameterChangesVtbl(
      queryInterface: hostQuery, addRef: hostReference, release: hostReference,
      getParameterCount: { HostChanges.object($0).pointee.count },
      getParameterData: { pointer, index in
        let object = HostChanges.object(pointer)
        guard index >= 0, index < object.pointee.count else { return nil }
        return HostChanges.interface(object.pointee.queues + Int(index))
      },
      addParameterData: { pointer, id, index in
        let object = HostChanges.object(pointer)
        guard !object.pointee.isRefusing, let id, let queue = HostChanges.queue(id.pointee, object) else { return nil }
        index?.pointee = Int32(queue - object.pointee.queues)
        return HostChanges.interface(queue)
      }))

  private nonisolated(unsafe) static let queueTable = constant(
    IParamValueQueueVtbl(
      queryInterface: hostQuery, addRef: hostReference, release: hostReference,
      getParameterId: { HostChanges.queue($0).pointee.id },
      getPointCount: { HostChanges.queue($0).pointee.count },
      getPoint: { pointer, index, offset, value in
        let queue = HostChanges.queue(pointer)
        guard index >= 0, index < queue.pointee.count else { return tresult(kInvalidArgument) }
        offset?.pointee = queue.pointee.points[Int(index)].offset
        value?.pointee = queue.pointee.points[Int(index)].value
        return tresult(kResultOk)
      },
      addPoint: { pointer, offset, value, index in
        let queue = HostChanges.queue(pointer)
        index?.pointee = queue.pointee.count
        return HostChanges.add(Point(offset: offset, value: value), queue) ? tresult(kResultOk) : tresult(kResultFalse)
      }))
}
