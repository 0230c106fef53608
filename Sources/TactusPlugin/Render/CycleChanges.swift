import TactusRender

/// What changes within a cycle besides its events: parameters, and the host's transport.
struct CycleChange: BitwiseCopyable {
  enum What: BitwiseCopyable {
    case parameter(Int, Double)
    case context(MusicalContext)
  }

  let offset: Int32
  let what: What
}

/// The changes of a cycle by their offsets, those of one offset as they came.
struct CycleChanges {
  private let changes: UnsafeMutablePointer<CycleChange>
  private let capacity: Int
  private(set) var count = 0

  init(_ changes: UnsafeMutablePointer<CycleChange>, capacity: Int) {
    (self.changes, self.capacity) = (changes, capacity)
  }

  /// Whether there is room for one more.
  var hasRoom: Bool { count < capacity }

  subscript(index: Int) -> CycleChange { changes[index] }

  mutating func removeAll() { count = 0 }

  /// Gives the last change of a parameter another value; false if there is none.
  func replaceLast(ofParameter index: Int, with value: Double) -> Bool {
    var place = count &- 1
    while place >= 0 {
      if case .parameter(index, _) = changes[place].what {
        (changes + place).initialize(to: CycleChange(offset: changes[place].offset, what: .parameter(index, value)))
        return true
      }
      place &-= 1
    }
    return false
  }

  /// Puts a change in its place; hosts mostly give them in order. Only where there is room.
  mutating func insert(_ change: CycleChange) {
    var place = count
    while place > 0, changes[place &- 1].offset > change.offset {
      (changes + place).initialize(to: changes[place &- 1])
      place &-= 1
    }
    (changes + place).initialize(to: change)
    count &+= 1
  }
}
