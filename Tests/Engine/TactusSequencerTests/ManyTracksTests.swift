import TactusSequencer
import TestSupport
import Testing

/// Sequences with many tracks: a damaged file can have 65,535.
@Suite struct ManyTracksTests {
  /// Returns the processor time in which the tracks of sequences get their identities.
  private func time(tracks count: Int, repeats: Int) -> Double {
    let tracks = Array(repeating: Track(Clip()), count: count)
    return processorSeconds { for _ in 0..<repeats { _ = MIDISequence(tracks) } }
  }

  @Test func identitiesTakeTimeInProportionToTheTracks() {
    let tracks = Array(repeating: Track(Clip()), count: 1_500)
    #expect(MIDISequence(tracks).tracks.map(\.id) == [UInt32](1...1_500))
    // the shortest of ten times, in turn, because other programs may slow some of them down; a time in proportion to
    // the square of the number would be thirty times as long
    var (few, many) = (Double.infinity, Double.infinity)
    for _ in 0..<10 {
      few = min(few, time(tracks: 50, repeats: 150))
      many = min(many, time(tracks: 1_500, repeats: 5))
    }
    #expect(many < few * 8, "\(many), for the same number of tracks in small sequences \(few)")
  }

  /// Returns the processor time in which tracks of a sequence are changed one by one.
  private func time(ofChanges changes: Int, tracks count: Int) -> Double {
    var sequence = MIDISequence(Array(repeating: Track(Clip()), count: count))
    return processorSeconds {
      for change in 0..<changes { sequence.updateTrack(at: change % count) { $0.isMuted.toggle() } }
    }
  }

  @Test func aChangeOfATrackDoesNotReadTheOthers() {
    var (few, many) = (Double.infinity, Double.infinity)
    for _ in 0..<10 {
      few = min(few, time(ofChanges: 4_000, tracks: 10))
      many = min(many, time(ofChanges: 4_000, tracks: 2_000))
    }
    #expect(many < few * 20, "\(many), in a sequence of few tracks \(few)")
  }

  @Test func changesOfOneTrackAreThoseOfAll() {
    var (one, all) = (MIDISequence([Track(Clip()), Track(Clip()), Track(Clip())]), MIDISequence())
    all = one
    one.updateTrack(at: 1) { $0.name = "a" }
    all.tracks[1].name = "a"
    for id: UInt32 in [0, 3, 77] {
      one.updateTrack(at: 1) { $0.id = id }
      all.tracks[1].id = id
      #expect(one == all && Set(one.tracks.map(\.id)).count == 3 && !one.tracks.contains { $0.id == 0 }, "\(id)")
    }
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try one.updateTrack(at: 0) {
        $0.id = 0
        throw Refusal()
      }
    }
    #expect(one.tracks[0].id != 0)
  }
}
