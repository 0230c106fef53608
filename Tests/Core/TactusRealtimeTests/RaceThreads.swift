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
      // The threads wait for each other, but with an ordering that does not protect the shared memory.
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
