import TactusSequencer
import TestSupport
import Testing

/// Sequences with many tracks: a damaged file can have 65,535.
@Suite struct ManyTracksTests {
  /// Returns the shortest of three processor times in which the tracks of sequences get their identities.
  private func time(tracks count: Int, repeats: Int) -> Double {
    let tracks = Array(repeating: Track(Clip()), count: count)
    var shortest = Double.infinity
    for _ in 0..<3 {
      shortest = min(shortest, processorSeconds { for _ in 0..<repeats { _ = MIDISequence(tracks) } })
    }
    return shortest
  }

  @Test func identitiesTakeTimeInProportionToTheTracks() {
    let tracks = Array(repeating: Track(Clip()), count: 1_500)
    #expect(MIDISequence(tracks).tracks.map(\.id) == [UInt32](1...1_500))
    let few = time(tracks: 150, repeats: 50)
    let many = time(tracks: 1_500, repeats: 5)
    #expect(many < few * 4, "\(many), for the same number of tracks in small sequences \(few)")
  }
}
