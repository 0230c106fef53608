import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime

/// The method of Tactus: a ``Sequencer`` that follows the host.
package struct SequencerMethod: SequencingMethod {
  /// The sequencer, for publishing edits.
  package let sequencer: Sequencer

  /// Creates a method that plays the sequences published to it.
  package init(sampleRate: Int, settings: SequencerSettings = SequencerSettings()) {
    sequencer = Sequencer(sampleRate: sampleRate, settings: settings)
  }

  /// Creates a method that plays a pattern of steps.
  package init(_ pattern: StepPattern, sampleRate: Int) {
    var settings = SequencerSettings()
    settings.reports = false
    self.init(sampleRate: sampleRate, settings: settings)
    let length = pattern.stepLength
    let notes = (0..<pattern.steps).map {
      CompiledNote(tick: Tick($0) * length, duration: length / 2, message: pattern.message($0))
    }
    var track = CompiledTrack()
    track.loopLength = length * Tick(pattern.steps)
    publish([(TrackTimeline(notes: notes), track)], division: BeatGrid.finestDivision)
  }

  /// Publishes a sequence to be played from the next cycle onwards.
  package func publish(_ tracks: [(timeline: TrackTimeline, settings: CompiledTrack)], division: Int) {
    let map = TempoMap(timeBase: .ticksPerQuarter(division))
    sequencer.publish(SequenceTimeline(tracks, clock: FrameClock(map: map, sampleRate: sequencer.sampleRate)))
  }

  package mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    sequencer.render(cycle, input: EventList(start: nil, count: 0), into: buffer)
  }
}
