import Foundation
import TactusSequencer
import TestSupport

/// Tries random scenarios of a kind, and reduces a failing one as far as possible.
enum OracleSession {
  /// - Parameter onsets: about how many to check; times TACTUS_ROUNDS.
  /// - Returns: the first failure, reduced, with its seed; nil if there is none.
  static func check(_ kind: HostKind, onsets wanted: Int) -> String? {
    let first = seed(of: "SequencerOracle \(kind.rawValue)")
    let wanted = rounds(wanted)
    let mostFailures = Int(ProcessInfo.processInfo.environment["TACTUS_ORACLE_FAILURES"] ?? "") ?? 1
    var (checked, scenarios, failures) = (0, 0, 0)
    var report: String?
    while checked < wanted, scenarios < wanted {
      let scenario = Scenario.random(kind, seed: first &+ UInt64(scenarios))
      let run = HostRun(scenario)
      if let fault = run.verdict() {
        failures += 1
        if failures <= mostFailures {
          let (small, why) = shrunk(scenario, fault)
          report =
            (report.map { $0 + "\n\n" } ?? "")
            + "seed \(first &+ UInt64(scenarios)): \(fault)\nsmallest: \(why)\n\(small)"
        }
      }
      checked += run.onsets
      scenarios += 1
    }
    print("\(kind.rawValue): \(checked) onsets in \(scenarios) scenarios, \(failures) failed")
    return report
  }

  /// Removes everything that can be removed while the scenario still fails.
  static func shrunk(_ scenario: Scenario, _ fault: String) -> (Scenario, String) {
    var (best, why) = (scenario, fault)
    var isSmaller = true
    var tries = 0
    while isSmaller, tries < 3000 {
      isSmaller = false
      for candidate in best.smaller() {
        tries += 1
        if let fault = HostRun(candidate).verdict() {
          (best, why, isSmaller) = (candidate, fault, true)
          break
        }
      }
    }
    return (best, why)
  }
}

extension Scenario {
  /// The scenarios that differ from this one by one removal.
  fileprivate func smaller() -> [Scenario] {
    var result: [Scenario] = []
    func add(_ change: (inout Scenario) -> Void) {
      var copy = self
      change(&copy)
      result.append(copy)
    }
    for index in actions.indices.reversed() {
      if case .jump = actions[index], !actions[..<index].contains(where: \.isJump) { continue }
      add { $0.actions.remove(at: index) }
    }
    let published = actions.contains { if case .publish = $0 { true } else { false } }
    for index in sequence.tracks.indices where sequence.tracks.count > 1 && !published {
      add { $0.sequence.tracks.remove(at: index) }
    }
    if published {
      for index in sequence.tracks.indices {
        for note in sequence.tracks[index].clip?.notes ?? [] {
          add {
            $0.eachSequence { $0.tracks[index].clip?.notes.removeAll { $0.onset == note.onset && $0.key == note.key } }
          }
        }
        if sequence.tracks[index].clip?.messages.isEmpty == false {
          add { $0.eachSequence { $0.tracks[index].clip?.messages = [] } }
        }
      }
    } else {
      for index in sequence.tracks.indices {
        for note in (sequence.tracks[index].clip?.notes ?? []).indices {
          add { $0.sequence.tracks[index].clip!.notes.remove(at: note) }
        }
        if sequence.tracks[index].clip?.messages.isEmpty == false {
          add { $0.sequence.tracks[index].clip!.messages = [] }
        }
      }
    }
    for index in actions.indices {
      if case .go(let cycles) = actions[index], cycles > 1 {
        add { $0.actions[index] = .go(cycles: cycles / 2) }
        add { $0.actions[index] = .go(cycles: cycles - 1) }
      }
    }
    if lengths.count > 1 { for length in Set(lengths) { add { $0.lengths = [length] } } }
    return result
  }

  fileprivate mutating func eachSequence(_ change: (inout MIDISequence) -> Void) {
    change(&sequence)
    for index in actions.indices {
      if case .publish(var version) = actions[index] {
        change(&version)
        actions[index] = .publish(version)
      }
    }
  }
}

extension Action {
  fileprivate var isJump: Bool { if case .jump = self { true } else { false } }
}
