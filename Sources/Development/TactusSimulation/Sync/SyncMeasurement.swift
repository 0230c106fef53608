import TactusProcessors
import TactusRender

/// The accuracy with which a method follows tempo and position.
package struct SyncMeasurement: Sendable {
  /// The state at the arrival of a clock.
  package struct Sample: Hashable, Sendable {
    /// The position of the master.
    package var beat: Double
    /// The master's tempo; nil if unknown.
    package var tempo: Double?
    /// The follower's tempo.
    package var found: Double
    /// The follower's position minus the master's in milliseconds: at the cycle's first frame with a simulated master,
    /// at the message's arrival with a recording.
    package var phase: Double?
  }

  package private(set) var samples: [Sample] = []
  /// The beat from which onward the tempo stays accurate to 0.1 BPM; nil if there is none.
  package private(set) var lockBeats: Double?
  /// The largest error of the tempo after settling.
  package private(set) var worstTempo = 0.0
  /// The root-mean-square error of the tempo after settling.
  package private(set) var rmsTempo = 0.0
  /// The mean phase after settling, in milliseconds.
  package private(set) var meanPhase = 0.0
  /// The largest deviation of the phase from its mean after settling, in milliseconds.
  package private(set) var worstPhase = 0.0
  /// The largest error of the clock count after settling.
  package private(set) var worstCount: Int64 = 0
  /// The largest jump of the beat between the end of a cycle and the start of the next, in frames; seeks do not count.
  package private(set) var worstJump = 0.0
  /// The number of seeks.
  package private(set) var seeks = 0

  /// Follows a recording. Its real positions are unknown, so the phase is the follower's position at a message's
  /// arrival minus the position that the message marks.
  package init(_ recording: SyncRecording, sampleRate: Int, cycleLength: Int) {
    var method: any ClockMethod =
      recording.timeCode.map { TimeCodeMethod(sampleRate: sampleRate, rate: $0, first: 0) }
      ?? ClockMethodKind.tactus.make(sampleRate: sampleRate, tempo: recording.nominalTempo)
    var (frame, next) = (Int64(0), 0)
    let perFrame = 1 / (60 * Double(sampleRate))
    let arrivals = recording.arrivals(sampleRate: sampleRate)
    while next < arrivals.count {
      // if nothing arrives for several cycles, only the last of them is processed
      let length = Int64(cycleLength)
      frame = max(frame, (Int64(arrivals[next].time) / length - 1) * length)
      var end = next
      while end < arrivals.count, arrivals[end].time < Double(frame + length) { end += 1 }
      let cycle = RenderCycle(firstFrame: frame, frameCount: cycleLength)
      for index in next..<end {
        // the messages are processed one by one, so that each is compared with the state at its arrival
        let context = method.follow(cycle, arrivals[index...index])
        guard arrivals[index].clock != nil else { continue }
        var phase: Double?
        if context.isMoving, method.clock >= 0 {
          let beat = context.beat + context.tempo * (arrivals[index].time - Double(frame)) * perFrame
          phase = (beat - Double(method.clock) / 24) * 60_000 / max(1, method.tempo)
        }
        samples.append(
          Sample(beat: Double(max(0, method.clock)) / 24, tempo: nil, found: method.tempo, phase: phase))
        if context.isChanged { seeks += 1 }
      }
      if next == end { _ = method.follow(cycle, []) }
      next = end
      frame += length
    }
  }

  /// Follows a master.
  ///
  /// - Parameters:
  ///   - settled: the first beat at which errors are measured.
  ///   - cycleLength: the frames per cycle.
  package init(_ master: SimulatedClock, _ method: any ClockMethod, cycleLength: Int, settled: Double = 16) {
    var method = method
    let sampleRate = Double(master.settings.sampleRate)
    var (frame, next, expected) = (Int64(0), 0, Double.nan)
    var (phases, phaseCount, low, high) = (0.0, 0.0, Double.infinity, -Double.infinity)
    var (squares, tempi) = (0.0, 0.0)
    while next < master.arrivals.count {
      let cycle = RenderCycle(firstFrame: frame, frameCount: cycleLength)
      var end = next
      while end < master.arrivals.count, master.arrivals[end].time < Double(frame + Int64(cycleLength)) { end += 1 }
      let arrivals = master.arrivals[next..<end]
      let context = method.follow(cycle, arrivals)
      var phase: Double?
      if context.isMoving {
        if context.isChanged {
          seeks += 1
        } else if expected == expected {
          worstJump = max(worstJump, abs(context.beat - expected) * 60 * sampleRate / max(1, context.tempo))
        }
        let length = Double(cycleLength)
        expected =
          context.beat + (context.tempo + 0.5 * context.tempoSlope * length) * length / (60 * sampleRate)
        if !arrivals.isEmpty {
          let due = master.beat(atFrame: Double(frame))
          phase = (context.beat - due) * 60_000 / master.tempo(atBeat: due)
        }
      }
      for arrival in arrivals {
        guard let clock = arrival.clock else { continue }
        let beat = Double(clock) / 24
        let tempo = master.tempo(atBeat: beat)
        let error = method.tempo - tempo
        samples.append(Sample(beat: beat, tempo: tempo, found: method.tempo, phase: phase))
        if abs(error) > 0.1 { lockBeats = nil } else if lockBeats == nil { lockBeats = beat }
        guard beat >= settled else { continue }
        worstTempo = max(worstTempo, abs(error))
        (squares, tempi) = (squares + error * error, tempi + 1)
      }
      if let last = arrivals.last(where: { $0.clock != nil })?.clock, Double(last) / 24 >= settled {
        worstCount = max(worstCount, abs(method.clock - Int64(last)))
        if let phase {
          (phases, phaseCount) = (phases + phase, phaseCount + 1)
          (low, high) = (min(low, phase), max(high, phase))
        }
      }
      next = end
      frame += Int64(cycleLength)
    }
    if tempi > 0 { rmsTempo = (squares / tempi).squareRoot() }
    if phaseCount > 0 {
      meanPhase = phases / phaseCount
      worstPhase = max(high - meanPhase, meanPhase - low)
    }
  }
}
