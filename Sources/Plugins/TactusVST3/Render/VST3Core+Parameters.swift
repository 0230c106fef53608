import CVST3
import TactusMIDI
import TactusPlugin

// Parameter changes. VST 3 asks for a straight line between the points of a queue; here a value holds until the next
// point, as in CLAP and LV2, so that the same automation gives the same output.

extension VST3Core {
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func receive(_ changes: UnsafeMutablePointer<IParameterChanges>?) {
    programOffset = -1
    let count = vst3_queue_count(changes)
    var hasControllers = false
    // a program comes first, so that other changes on its frame change the program's values
    for isProgram in 0..<2 {
      var index: Int32 = 0
      while index < count {
        if let queue = vst3_queue(changes, index) {
          let id = vst3_queue_id(queue)
          if id == Self.programID {
            if isProgram == 0 { receivePrograms(queue) }
          } else if isProgram == 1 {
            if let parameter = addresses.index(of: id) {
              receive(queue, parameter)
            } else {
              hasControllers = true
            }
          }
        }
        index &+= 1
      }
    }
    if hasControllers { receiveControllers(changes, count) }
  }

  /// The id of the parameter that selects a program.
  static var programID: UInt32 { 0x20_0000 }

  private func receive(_ queue: UnsafeMutablePointer<IParamValueQueue>, _ parameter: Int) {
    let count = vst3_point_count(queue)
    var (index, offset, value) = (Int32(0), Int32(0), 0.0)
    while index < count {
      if vst3_point(queue, index, &offset, &value), value == value {
        core.pointee.change(parameter: parameter, to: ranges[parameter].plain(value), at: Int(offset))
      }
      index &+= 1
    }
  }

  // MARK: Programs

  private mutating func receivePrograms(_ queue: UnsafeMutablePointer<IParamValueQueue>) {
    let range = NormalizedRange(lowest: 0, width: 1, steps: Int32(truncatingIfNeeded: programs.count &- 1))
    let count = vst3_point_count(queue)
    var (index, offset, value) = (Int32(0), Int32(0), 0.0)
    while index < count {
      if vst3_point(queue, index, &offset, &value), value == value, programs.count > 0 {
        select(program: Int(range.plain(value)), at: offset)
      }
      index &+= 1
    }
  }

  /// Sets all parameters except the bypass to the values of a program. The program that is already selected is not
  /// loaded again, because hosts repeat it when they open a project.
  private mutating func select(program: Int, at offset: Int32) {
    guard program != self.program.pointee.load(ordering: .relaxed) else { return }
    self.program.pointee.store(program, ordering: .relaxed)
    programOffset = max(0, offset)
    let values = programs.values + program &* programs.parameterCount
    for parameter in 0..<programs.parameterCount where parameter != programs.bypass {
      core.pointee.change(parameter: parameter, to: values[parameter], at: Int(offset))
    }
  }

  // MARK: Controllers

  /// Passes on the controllers as MIDI messages. A queue can have several points on one frame (a registered parameter,
  /// its value, the null parameter): the first points of all queues come before the second ones, and so on.
  private func receiveControllers(_ changes: UnsafeMutablePointer<IParameterChanges>?, _ count: Int32) {
    var (round, hasMore) = (0, true)
    while hasMore {
      hasMore = false
      for order in 0..<ControllerParameter.orders {
        var index: Int32 = 0
        while index < count {
          if let queue = vst3_queue(changes, index),
            let controller = ControllerParameter(id: vst3_queue_id(queue)), controller.order == order
          {
            if receive(queue, controller, round) { hasMore = true }
          }
          index &+= 1
        }
      }
      round &+= 1
    }
  }

  /// The round in which all remaining points are passed on.
  private static var lastRound: Int { 7 }

  /// Passes on those points of a queue that have as many points before them on their frame as the round's number.
  /// Returns whether there are points for later rounds.
  private func receive(
    _ queue: UnsafeMutablePointer<IParamValueQueue>, _ controller: ControllerParameter, _ round: Int
  ) -> Bool {
    let count = vst3_point_count(queue)
    var (index, offset, value) = (Int32(0), Int32(0), 0.0)
    var (rank, last, hasMore) = (0, Int32.min, false)
    while index < count {
      if vst3_point(queue, index, &offset, &value), value == value {
        rank = offset == last ? min(rank &+ 1, Self.lastRound) : 0
        last = offset
        if rank == round { core.pointee.receive(controller.message(value), at: Int(offset)) }
        if rank > round { hasMore = true }
      }
      index &+= 1
    }
    return hasMore
  }
}
