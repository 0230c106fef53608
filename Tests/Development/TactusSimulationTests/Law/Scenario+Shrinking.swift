import TactusSimulation
import TactusTime

extension Scenario {
  /// The smallest case found that still fails: parts, edits, cycles, tracks and notes are removed, and numbers
  /// simplified, one after the other, as long as the case fails.
  func shrunken(budget: Int = 4_000, while fails: (Scenario) -> Bool) -> Scenario {
    var (best, left) = (self, budget)
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for change in best.simplifications {
        guard left > 0 else { return best }
        left -= 1
        var next = best
        change(&next)
        if next != best, next.isFair, fails(next) {
          best = next
          isSmaller = true
          break
        }
      }
    }
    return best
  }

  private typealias Change = (inout Scenario) -> Void

  private var simplifications: [Change] {
    var changes: [Change] = []
    for index in parts.indices.dropLast() {
      changes.append { $0.removePart(index) }
      changes.append { $0.parts[index].host.cycles.removeLast($0.parts[index].host.cycles.count / 2) }
      changes.append { $0.parts[index].host.cycles = [$0.parts[index].host.frameCount] }
      if index > 0 { changes.append { $0.parts[index].tracks = nil } }
    }
    for number in Set(parts.flatMap { $0.tracks ?? [] }.map(\.number)).sorted() {
      changes.append { $0.changeTracks { $0.removeAll { $0.number == number } } }
    }
    for (track, note) in allNotes {
      changes.append { $0.change(track: track) { $0.notes.removeAll { $0.number == note } } }
    }
    changes += numberChanges
    for part in parts.indices {
      for cycle in parts[part].host.cycles.indices {
        changes.append { $0.parts[part].host.cycles.remove(at: cycle) }
        changes.append { scenario in
          let next = cycle + 1
          guard next < scenario.parts[part].host.cycles.count else { return }
          scenario.parts[part].host.cycles[cycle] += scenario.parts[part].host.cycles.remove(at: next)
        }
        for smaller in [1, 64, 512] {
          changes.append { $0.parts[part].host.cycles[cycle] = min(smaller, $0.parts[part].host.cycles[cycle]) }
        }
        changes.append { $0.parts[part].host.cycles[cycle] /= 2 }
      }
    }
    return changes
  }

  private var numberChanges: [Change] {
    var changes: [Change] = [{ $0.sampleRate = 48_000 }, { $0.division = 960 }]
    for part in parts.indices {
      changes.append { $0.parts[part].host.report = HostReport() }
      changes.append { $0.parts[part].host.report.rounding = .exact }
      changes.append { $0.parts[part].host.slope = 0 }
      changes.append { $0.parts[part].host.region = nil }
      changes.append { $0.parts[part].host.sampleTime = nil }
      changes.append { $0.parts[part].host.tempo = 120_000_000_000 }
      changes.append { $0.parts[part].host.tempo -= $0.parts[part].host.tempo % 1_000_000_000 }
      changes.append { if $0.parts[part].host.position != nil { $0.parts[part].host.position = .init(beat: 0) } }
      changes.append { if part > 0 { $0.parts[part].host.position = nil } }
    }
    for track in Set(parts.flatMap { $0.tracks ?? [] }.map(\.number)).sorted() {
      let simple: [(inout Track) -> Void] = [
        { $0.start = 0 }, { $0.passLimit = 0 }, { $0.loopEnd = .cut }, { $0.overlap = .retrigger },
        { $0.beforeStart = .silent }, { $0.isAudible = true }, { $0.transpose = 0 }, { $0.loop = 0 },
      ]
      for change in simple { changes.append { $0.change(track: track, change) } }
    }
    for (track, note) in allNotes {
      let simple: [(inout Note) -> Void] = [
        { $0.tick = 0 }, { $0.tick /= 2 }, { if !$0.isController { $0.duration = 1 } }, { $0.chance = .always },
        { if !$0.isController { $0.duration = max(1, $0.duration / 2) } }, { if !$0.isController { $0.key = 60 } },
      ]
      for change in simple {
        changes.append {
          $0.change(track: track) {
            for index in $0.notes.indices where $0.notes[index].number == note { change(&$0.notes[index]) }
          }
        }
      }
    }
    return changes
  }

  private var allNotes: [(track: Int, note: Int)] {
    var found: [[Int]] = []
    for track in parts.flatMap({ $0.tracks ?? [] }) {
      for note in track.notes where !found.contains([track.number, note.number]) {
        found.append([track.number, note.number])
      }
    }
    return found.map { ($0[0], $0[1]) }
  }

  private mutating func removePart(_ index: Int) {
    let (versions, position) = (versions, parts[index].host.position)
    parts.remove(at: index)
    if index == 0 { parts[0].tracks = versions[min(1, versions.count - 1)] }
    if index == 0, parts[0].host.position == nil { parts[0].host.position = position }
  }

  private mutating func changeTracks(_ change: (inout [Track]) -> Void) {
    for index in parts.indices where parts[index].tracks != nil { change(&parts[index].tracks!) }
  }

  private mutating func change(track number: Int, _ change: (inout Track) -> Void) {
    changeTracks { tracks in
      for index in tracks.indices where tracks[index].number == number { change(&tracks[index]) }
    }
  }
}
