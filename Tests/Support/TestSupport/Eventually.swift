import Foundation

/// Waits until something holds, and returns whether it does.
///
/// It gives up after two minutes: a busy machine runs a thread late, but not as late as that.
@discardableResult public func eventually(_ holds: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(120)
  while try !holds() {
    guard ContinuousClock.now < end else { return false }
    usleep(1_000)
  }
  return true
}
