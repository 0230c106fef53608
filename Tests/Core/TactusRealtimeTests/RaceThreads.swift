import Synchronization
import TestSupport
import Testing

/// ThreadSanitizer must be able to fail.
struct RaceThreads {
  @Test(.enabled(if: areThreadsChecked, "not built with ThreadSanitizer: Scripts/check-threads"))
  func aRaceFailsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let position = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      position.initialize(to: 0)
      // Each waits for the other, but in an order that says nothing about the place.
      let inside = Atomic(0)
      let race = { @Sendable in
        position.pointee += 1
        inside.add(1, ordering: .relaxed)
        while inside.load(ordering: .relaxed) < 2 {}
        position.pointee += 1
      }
      together(race, race)
    }
  }
}
