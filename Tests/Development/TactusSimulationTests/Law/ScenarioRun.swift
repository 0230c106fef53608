import TactusSimulation
import TactusTime

/// A range of frames played without interruption: without a jump, stop, edit or wrap of the host in between.
struct ScenarioRun {
  /// A part of a run in which the tempo is one function.
  struct Piece {
    var segment: HostSegment
    var visit: HostVisit
    /// The allowed distance between the player's line and the host's, in frames.
    var error: Double

    /// The frames on which an event at a position may be played.
    func frames(ofPosition position: Int128) -> ClosedRange<Int64> {
      segment.frames(ofLine: position + visit.offset, within: error)
    }
  }
  var pieces: [Piece]
  var version: [Scenario.Track]
  var frames: Range<Int64>
  /// Whether it begins where the previous run ended, at an edit.
  var follows = false
  /// Whether it begins or ends where the host repeats a region: at a tick, not at a frame.
  var beginsAtWrap = false
  var endsAtWrap = false

  /// The positions of a piece. If a run begins or ends at a frame, the events that round to that frame count; its range
  /// is therefore slightly longer than its frames.
  func positions(ofPiece index: Int) -> Range<Int128> {
    let (segment, visit) = (pieces[index].segment, pieces[index].visit)
    var range = visit.positions
    let fastest = max(segment.tempo, segment.tempo(atFrame: segment.frames.upperBound))
    let margin = 2 * BeatGrid.grainsPerStep * Int128(fastest) * Int128(pieces[index].error + 2)
    if index == 0, !beginsAtWrap, !follows { range = range.lowerBound - margin..<range.upperBound }
    if index == pieces.count - 1, !endsAtWrap { range = range.lowerBound..<range.upperBound + margin }
    return range
  }

  /// The frame of a position that is not before the run; nil if it is after it.
  func frames(ofPosition position: Int128) -> ClosedRange<Int64>? {
    pieces.first { position < $0.visit.positions.upperBound }?.frames(ofPosition: position)
  }

  /// The first frame on which an event after the run may be played.
  func end(of position: Int128) -> Int64 { pieces[pieces.count - 1].frames(ofPosition: position).lowerBound }

  /// The last frames of its last piece.
  var tail: Piece {
    var piece = pieces[pieces.count - 1]
    let positions = piece.visit.positions
    let margin =
      piece.segment.end - piece.segment.line(atFrame: piece.segment.frames.upperBound - Int64(piece.error) - 2)
    piece.visit.positions = max(positions.lowerBound, positions.upperBound - margin)..<positions.upperBound
    return piece
  }

  /// The time at which the host wraps at the run's end.
  var wrapFrames: ClosedRange<Int64> {
    let last = pieces[pieces.count - 1]
    return last.frames(ofPosition: last.visit.positions.upperBound)
  }
}

extension Scenario {
  func position(_ tick: Tick) -> Int128 {
    BeatGrid(sampleRate: sampleRate).position(tick: tick, division: division)
  }

  /// The runs of the host.
  var runs: [ScenarioRun] {
    let (segments, versions) = (makeHost().segments, versions)
    var runs: [ScenarioRun] = []
    for (index, segment) in segments.enumerated() where segment.isMoving && !segment.frames.isEmpty {
      let isContinued = index > 0 && segment.continues && segments[index - 1].isMoving && !runs.isEmpty
      let visits = segment.visits
      for (place, visit) in visits.enumerated() {
        let piece = ScenarioRun.Piece(segment: segment, visit: visit, error: error(index, segment))
        if place == 0, isContinued, parts[index].tracks == nil {
          runs[runs.count - 1].pieces.append(piece)
          runs[runs.count - 1].frames = runs[runs.count - 1].frames.lowerBound..<segment.frames.upperBound
        } else {
          var run = ScenarioRun(pieces: [piece], version: versions[index], frames: segment.frames)
          run.follows = place == 0 && isContinued
          // events that round to the frame of the edit still belong to the line before it
          if run.follows { run.pieces.insert(runs[runs.count - 1].tail, at: 0) }
          run.beginsAtWrap = place > 0
          runs.append(run)
        }
        if place + 1 < visits.count { runs[runs.count - 1].endsAtWrap = true }
      }
    }
    return runs
  }

  /// The distance in frames that the documented tolerances allow between a player's line and the host's in a part.
  private func error(_ index: Int, _ segment: HostSegment) -> Double {
    let report = parts[index].host.report
    let lowest = Double(min(segment.tempo, segment.tempo(atFrame: segment.frames.upperBound)))
    let framesPerBeat = 60e9 * Double(sampleRate) / max(1, lowest)
    let beat = max(abs(segment.grid.beats(segment.start)), abs(segment.grid.beats(segment.end)))
    let spoken = report.error(atBeat: beat) * framesPerBeat + 1e-4
    let bend = parts.reduce(0.0) { most, part in
      let longest = Double(part.host.cycles.max() ?? 0)
      return part.host.report.hasSlope
        ? most : max(most, abs(Double(part.host.slope)) * longest * longest / (2 * lowest))
    }
    if report.rounding == .single { return 0.5 + 2e-6 * framesPerBeat + 2 * spoken + bend }
    return bend > 0 ? 0.5 + 2e-6 * framesPerBeat + spoken + bend : spoken
  }
}
