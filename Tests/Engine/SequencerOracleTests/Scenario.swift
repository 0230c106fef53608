import TactusSequencer
import TactusTime

/// How a host reports its current beat.
enum Saying: Sendable, Hashable {
  case exact
  /// Rounded to this many steps per quarter note: to the nearest, or down.
  case parts(Int, isDown: Bool)
  case float32
  /// Wrong by up to this many beats in either direction.
  case noise(Double)
}

/// The actions of a host, in order.
enum Action: Sendable {
  /// Continues for this many cycles.
  case go(cycles: Int)
  /// Jumps to another position, plays there, and repeats a segment, if one is given; positions are in units.
  case jump(to: Int128, isTold: Bool, region: Range<Int128>?)
  /// Is stopped for this many cycles.
  case stop(cycles: Int)
  /// Sets another tempo, in millionths of a beat per minute.
  case tempo(Int)
  /// A ramp with this slope, in millionths of a beat per minute per frame, over this many cycles.
  case ramp(Int, cycles: Int, isTold: Bool)
  /// Publishes a version; the first version is published before everything else.
  case publish(MIDISequence)
  /// Reports a change in one cycle, although nothing has changed.
  case falseAlarm
}

/// A sequence, a host and edits.
struct Scenario: Sendable {
  var kind: HostKind
  var rate = (48_000, 1)
  var sequence: MIDISequence
  var tempo = 120_000_000
  var actions: [Action]
  var saying = Saying.exact
  /// Whether the sequencer's settings declare the rounding of its beats.
  var isRoundingDeclared = false
  /// The lengths of cycles: one, or several at random by `lengthSeed`.
  var lengths: [Int]
  var lengthSeed: UInt64

  var scale: Scale { Scale(rate: rate.0, rate.1, ticksPerQuarter: sequence.ticksPerQuarter) }
}

enum HostKind: String, CaseIterable, Sendable {
  case steady = "steady, all lengths of cycles"
  case jumping = "starts, stops, jumps told and not"
  case cycling = "cycle regions, also shorter than a cycle"
  case stepping = "steps of tempo"
  case ramping = "ramps with their slope"
  case blindRamping = "ramps without"
  case rounded960 = "beats of 1/960"
  case rounded1920 = "beats of 1/1920"
  case float32 = "beats in 32 bits"
  case fineNoise = "noise of 1e-9…2e-6 beats"
  case coarseNoise = "noise of 2e-6…1e-3 beats"
  case fractional = "rates of n/1.001"
  case editing = "edits while notes sound"
  case editedCycles = "edits while a region is repeated"
  case republishing = "unchanged versions in every cycle"
}

extension Scenario: CustomStringConvertible {
  var description: String {
    var lines = [
      "\(kind.rawValue): rate \(rate.0)/\(rate.1), tempo \(Double(tempo) / 1e6), says \(saying) declared \(isRoundingDeclared), cycles \(lengths), seed \(lengthSeed)"
    ]
    lines += sequence.summary
    for action in actions {
      switch action {
      case .jump(let to, let isTold, let region):
        let loop = region.map { "\(scale.beats($0.lowerBound))..<\(scale.beats($0.upperBound))" } ?? "none"
        lines.append("jump to \(scale.beats(to)) told \(isTold) region \(loop)")
      case .publish(let version): lines += ["publish"] + version.summary.map { "  " + $0 }
      default: lines.append("\(action)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension MIDISequence {
  var summary: [String] {
    ["ticks \(ticksPerQuarter)"]
      + tracks.map { track in
        var text = "track \(track.id) ch \(track.channel ?? 0) start \(track.start) loop \(track.isLooped) "
        text += "length \(track.loopLength ?? -1) passes \(track.passLimit) \(track.loopEnd) \(track.overlap) "
        text += "\(track.beforeStart) \(track.loopChange) muted \(track.isMuted) solo \(track.isSolo)"
        if let clip = track.clip {
          text += clip.notes.map { " [\($0.onset)+\($0.duration) k\($0.key) v\($0.velocity)]" }.joined()
          text += " messages \(clip.messages.map(\.tick)) of \(clip.length ?? -1)"
        } else if let pattern = track.pattern {
          text += " steps of \(pattern.stepLength): "
          text += pattern.steps.map { $0.isOn ? "x\($0.ratchet.count)g\($0.gate ?? pattern.gate)" : "." }.joined()
        }
        return text
      }
  }
}
