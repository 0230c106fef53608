#if DEBUG
  import TactusMIDI
  import TactusRender
  import TestSupport
  import Testing

  @testable import TactusSynth

  /// Where the slices of a cycle begin.
  @Suite struct SlicePlanTests {
    private static let frames = 480_000

    private func starts(_ notes: [Int], slices: Int) -> [Int] {
      let events = notes.flatMap {
        [
          TimedEvent(offset: Int32($0), message: .noteOn(60)),
          TimedEvent(offset: Int32($0 + 400), message: .noteOff(60)),
        ]
      }
      return events.withUnsafeBufferPointer {
        SlicePlan(sampleRate: 48_000).starts(
          of: ScoreCycle(frames: Self.frames, events: $0), slices: slices, voicesPerNote: 1)
      }
    }

    @Test(arguments: 1...8) func slicesOfEvenNotesAreEqualButTheFirst(_ slices: Int) {
      let starts = starts(Array(stride(from: 0, to: Self.frames, by: 10_000)), slices: slices)
      #expect(starts.count == slices && starts[0] == 0)
      let lengths = zip(starts, starts.dropFirst() + [Self.frames]).map { $1 - $0 }
      #expect(lengths.allSatisfy { $0 > 0 })
      #expect(lengths.dropFirst().allSatisfy { $0 >= lengths[0] }, "the first thread renders the effects too")
      if slices > 2 { #expect((lengths.dropFirst().max() ?? 0) - (lengths.dropFirst().min() ?? 0) < 20_000) }
    }

    /// Where there are more notes, slices are shorter.
    @Test func slicesFollowTheNotes() {
      let late = starts(Array(stride(from: 240_000, to: Self.frames, by: 100)), slices: 2)
      let early = starts(Array(stride(from: 0, to: 240_000, by: 100)), slices: 2)
      #expect(late[1] > 240_000 && late[1] < 400_000)
      #expect(early[1] < 200_000)
    }

    /// Neither silence nor notes without an end make a slice begin outside of its cycle.
    @Test func silenceIsDividedToo() {
      for slices in 2...8 {
        let starts = starts([], slices: slices)
        #expect(starts == starts.sorted() && starts.allSatisfy { (0...Self.frames).contains($0) })
      }
    }
  }
#endif
