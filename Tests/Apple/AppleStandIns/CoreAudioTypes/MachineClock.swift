// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Synchronization

/// The machine's clock under the control of a test: it does not advance until it is set.
public enum StandInClock {
  private static let ticks = Atomic<UInt64>(1)
  private static let numerator = Atomic<UInt32>(1)
  private static let denominator = Atomic<UInt32>(1)

  /// What the clock shows.
  public static var now: UInt64 {
    get { ticks.load(ordering: .acquiring) }
    set { ticks.store(newValue, ordering: .releasing) }
  }

  /// Nanoseconds in a tick, as a fraction.
  public static var timeBase: (numerator: UInt32, denominator: UInt32) {
    get { (numerator.load(ordering: .acquiring), denominator.load(ordering: .acquiring)) }
    set {
      numerator.store(newValue.numerator, ordering: .releasing)
      denominator.store(newValue.denominator, ordering: .releasing)
    }
  }
}

public func mach_absolute_time() -> UInt64 { StandInClock.now }

public struct mach_timebase_info_data_t {
  public var numer: UInt32 = 0
  public var denom: UInt32 = 0
  public init() {}
}

@discardableResult public func mach_timebase_info(_ info: UnsafeMutablePointer<mach_timebase_info_data_t>) -> Int32 {
  (info.pointee.numer, info.pointee.denom) = StandInClock.timeBase
  return 0
}
