import TactusRealtime

/// Makes of each version of a chain what the audio thread runs, and lets effects keep their memory from version to
/// version.
///
/// An effect is the same as in the version before if its kind and its name (or its place among those of its kind
/// without a name) are the same and it has not changed sides with another one that stayed. One that has been taken out
/// stays as a bypassed one until it remembers nothing.
struct ChainCompiler {
  private struct Kept {
    var identity: String
    var name: String?
    var effect: MIDIEffect
    var memory: StageMemory
    var isLeaving: Bool
    var isBypassed: Bool
    /// The version since which it has been bypassed or leaving.
    var bypassedSince = 0
  }

  private let settings: ChainSettings
  private let sampleRate: Int
  private var kept: [Kept] = []
  /// Counts the versions, from 1.
  private var version = 0

  init(settings: ChainSettings, sampleRate: Int) { (self.settings, self.sampleRate) = (settings, sampleRate) }

  /// The next version.
  mutating func compile(_ chain: ProcessorChain) throws(ChainError) -> CompiledChain {
    guard chain.links.count <= ChainSettings.mostLinks else {
      throw .tooManyLinks(chain.links.count, limit: ChainSettings.mostLinks)
    }
    version += 1
    kept = merge(chain.links)
    let tables = StageTables()
    let placed = kept.map { kept in
      PlacedStage(
        stage: kept.effect.settings.stage(
          kept.memory, tables, sampleRate: sampleRate, isBypassed: kept.isBypassed || kept.isLeaving),
        isLeaving: kept.isLeaving, idle: kept.memory.idle[0], output: kept.memory.output)
    }
    return CompiledChain(placed, version: version, sync: chain.sync, memories: kept.map(\.memory), tables: tables)
  }

  /// What the first chord detector of the chain tells, or the one of a name; nil if there is none.
  func heldPitches(of name: String?) -> HeldPitches? {
    for effect in kept where !effect.isLeaving {
      guard let memory = effect.memory as? ChordDetectorMemory else { continue }
      if name == nil || effect.name == name { return memory.heldPitches }
    }
    return nil
  }

  /// The effects of the new version, those that stay with their memory, and those that leave in their places.
  private func merge(_ links: [ProcessorChain.Link]) -> [Kept] {
    var (merged, next): ([Kept], Int) = ([], 0)
    var counts: [String: Int] = [:]
    for link in links {
      let identity = Self.identity(link, &counts)
      let same = kept[next...].firstIndex { !$0.isLeaving && $0.identity == identity }
      if let same {
        for leaving in kept[next..<same] { leave(leaving, &merged) }
        next = same + 1
      }
      let memory = same.map { kept[$0].memory } ?? link.effect.settings.memory(settings)
      merged.append(
        Kept(
          identity: identity, name: link.name, effect: link.effect, memory: memory, isLeaving: false,
          isBypassed: link.isBypassed, bypassedSince: since(same, isBypassed: link.isBypassed)))
    }
    for leaving in kept[next...] { leave(leaving, &merged) }
    // nobody renders, or it would have become idle: the oldest go
    while merged.count > 2 * ChainSettings.mostLinks, let first = merged.firstIndex(where: \.isLeaving) {
      merged.remove(at: first)
    }
    return merged
  }

  /// Since which version an effect is bypassed.
  private func since(_ same: Int?, isBypassed: Bool) -> Int {
    if let same, isBypassed, kept[same].isBypassed { return kept[same].bypassedSince }
    return version
  }

  private func leave(_ kept: Kept, _ merged: inout [Kept]) {
    // what is only bypassed may be switched on by the audio side until it has seen that it leaves
    if kept.isLeaving, kept.memory.isIdle(since: kept.bypassedSince) { return }
    var leaving = kept
    leaving.isLeaving = true
    if !kept.isLeaving { leaving.bypassedSince = version }
    merged.append(leaving)
  }

  private static func identity(_ link: ProcessorChain.Link, _ counts: inout [String: Int]) -> String {
    if let name = link.name { return link.effect.word + "/" + name }
    counts[link.effect.word, default: 0] += 1
    return link.effect.word + "#\(counts[link.effect.word] ?? 0)"
  }
}
