/// Where a window shows a parameter.
package enum WindowSection: Hashable, Sendable {
  /// The bypass of the plug-in.
  case bypass
  /// With the part of this number, 0…15.
  case part(Int)
  /// With the lane of this number, from 0.
  case lane(Int, LaneSetting)
  /// With the MIDI effects.
  case effect
  /// Anywhere else.
  case other
}

extension ParameterDescriptor {
  /// Where a window shows the parameter. Parameters in a group "Part 3" belong to that part.
  package var windowSection: WindowSection {
    switch target {
    case .bypass: return .bypass
    case .lane(let lane, let setting): return .lane(lane, setting)
    case .stage: return .effect
    case .program(let part), .bank(let part): return .part(part)
    default: break
    }
    guard group.hasPrefix("Part "), let number = Int(group.dropFirst(5)), (1...16).contains(number) else {
      return .other
    }
    return .part(number - 1)
  }
}
