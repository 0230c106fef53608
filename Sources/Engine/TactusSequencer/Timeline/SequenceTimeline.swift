import TactusTime

/// A compiled sequence: the timelines of its tracks with their settings, and its tempo map at a sample rate. Immutable.
///
/// - Thread: any
package final class SequenceTimeline: @unchecked Sendable {  // written in init only, freed in deinit
  /// The timelines of the tracks, in order; those of unchanged tracks are shared with other versions.
  package let trackTimelines: [TrackTimeline]
  /// The tempo map at the sample rate.
  package let clock: FrameClock
  /// The data that the audio thread reads.
  package let header: UnsafePointer<SequenceHeader>
  private let compiledTracks: UnsafeMutableBufferPointer<CompiledTrack>

  /// Creates a timeline from tracks and their settings. The clock's time base should be in ticks per quarter note.
  package init(_ tracks: [(timeline: TrackTimeline, settings: CompiledTrack)], clock: FrameClock, seed: UInt64 = 0) {
    trackTimelines = tracks.map { $0.timeline }
    self.clock = clock
    compiledTracks = .allocate(capacity: tracks.count)
    _ = compiledTracks.initialize(from: tracks.map { $0.timeline.compiledTrack($0.settings) })
    compiledTracks.markShared(trackTimelines)
    let header = UnsafeMutablePointer<SequenceHeader>.allocate(capacity: 1)
    header.initialize(
      to: SequenceHeader(
        tracks: compiledTracks.baseAddress.map { UnsafePointer($0) }, trackCount: tracks.count,
        ticksPerQuarter: Int64(clock.map.timeBase.nominalTicksPerQuarter), seed: seed, cursor: clock.makeCursor()))
    self.header = UnsafePointer(header)
  }

  deinit {
    header.deallocate()
    compiledTracks.deallocate()
  }
}
