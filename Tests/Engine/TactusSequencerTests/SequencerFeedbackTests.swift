import TactusMIDI
import TactusRender
import TactusSequencer
import Testing

/// The reports of a sequencer to the control side.
@Suite struct SequencerFeedbackTests {
  private var sequence: MIDISequence {
    let notes = [Note(onset: 0, duration: 10_080, key: 60), Note(onset: 20_160, duration: 10_080, key: 62)]
    return MIDISequence([Track(Clip(notes: NoteList(notes)))])
  }

  @Test func everyEventWithItsPlace() throws {
    let stage = SequencerStage()
    try stage.sequencer.publish(sequence)
    let input = [TimedEvent(offset: 6_000, message: ChannelMessage(status: 0x95, 70, 1))]
    let heard = stage.cycle(48_000, MusicalContext(tempo: 120, beat: 0), input: input)
    let report = stage.sequencer.report()
    #expect(report.playhead.isRolling && report.playhead.frame == 48_000 && report.playhead.tick == 40_320)
    #expect(report.playhead.counters.notes == 2)
    let own = report.events.filter { !$0.isInput }
    #expect(own.map(\.frame) == heard.filter { $0.message.channel == 0 }.map(\.frame))
    #expect(own.map(\.tick) == [0, 10_080, 20_160, 30_240] && own.allSatisfy { $0.track == 1 })
    #expect(report.events.filter(\.isInput).map(\.tick) == [5_040])
    #expect(stage.sequencer.report().events.isEmpty)
  }

  @Test func whatIsNotFetchedIsCounted() throws {
    var settings = SequencerSettings()
    settings.mostReports = 2
    let stage = SequencerStage(settings: settings)
    try stage.sequencer.publish(sequence)
    _ = stage.cycle(48_000, MusicalContext(tempo: 120, beat: 0))
    let report = stage.sequencer.report()
    #expect(report.events.count == 2 && report.lostEvents == 2)
  }

  @Test func tooManyTracksAreRefused() throws {
    var settings = SequencerSettings()
    settings.mostTracks = 2
    let stage = SequencerStage(settings: settings)
    let track = Track(Clip())
    try stage.sequencer.publish(MIDISequence([track, track]))
    #expect(throws: SequencerError.tooManyTracks(3, limit: 2)) {
      try stage.sequencer.publish(MIDISequence([track, track, track]))
    }
  }

  @Test func reportsComeAsASequence() async throws {
    let stage = SequencerStage()
    try stage.sequencer.publish(sequence)
    _ = stage.cycle(24_000, MusicalContext(tempo: 120, beat: 0))
    var reports = stage.sequencer.feedback(every: .milliseconds(1)).makeAsyncIterator()
    let first = await reports.next()
    #expect(first?.events.count == 2)
    let sequencer = stage.sequencer
    // the events of a cycle may come in two reports
    let waiting = Task { () -> [UInt8] in
      var keys: [UInt8] = []
      for await report in sequencer.feedback(every: .milliseconds(1)) {
        keys += report.events.map(\.message.data1)
        if keys.count >= 2 { break }
      }
      return keys
    }
    _ = stage.cycle(24_000, MusicalContext(tempo: 120, beat: 1))
    #expect(await waiting.value == [62, 62])
    let endless = Task { () -> Int in
      var count = 0
      for await _ in sequencer.feedback(every: .milliseconds(1)) {
        count += 1
        cancelCurrentTask()
      }
      return count
    }
    #expect(await endless.value == 1)
  }
}

/// Cancels the task that calls it.
private func cancelCurrentTask() { withUnsafeCurrentTask { $0?.cancel() } }
