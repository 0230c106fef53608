import TactusRealtime

/// Compiles each version of a chain for the audio thread, and lets effects keep their state from version to version.
///
/// An effect of the new version is the same effect as one of the previous version if both have the same kind and name
/// and the effect has not swapped positions with another remaining effect. An unnamed effect is identified by its
/// position among the unnamed effects of its kind. A removed effect remains in the chain, bypassed, until it has no
/// state left.
struct ChainCompiler {
  private struct Kept {
    var identity: String
    var name: String?
    var effect: MIDIEffect
    var memory: StageMemory
    var isLeaving: Bool
    var isBypassed: Bool
    /// The version in which the effect was bypassed or removed.
    var bypassedSince = 0
  }

  private let settings: ChainSettings
  private let sampleRate: Int
  private var kept: [Kept] = []
  /// The number of the current version; the first is 1.
  private var version = 0

  init(settings: ChainSettings, sampleRate: Int) { (self.settings, self.sampleRate) = (settings, sampleRate) }

  /// Compiles the next version.
  mutating func compile(_ chain: ProcessorChain) throws(ChainError) -> CompiledChain {
    guard chain.links.count <= ChainSettings.mostLinks else {
      throw .tooManyLinks(chain.links.count, limit: ChainSettings.mostLinks)
    }
    version += 1
    kept = merge(chain.links)
    let tables = StageTables()
    let placed = kept.map { kept in
      PlacedStage(
        stage: kept.effect.stage(
          kept.memory, tables, sampleRate: sampleRate, isBypassed: kept.isBypassed || kept.isLeaving),
        isLeaving: kept.isLeaving, idle: kept.memory.idle[0], output: kept.memory.output)
    }
    return CompiledChain(placed, version: version, sync: chain.sync, memories: kept.map { $0.memory }, tables: tables)
  }

  /// Returns the output of the chord detector with a given name, or of the first chord detector for a nil name; nil if
  /// there is no such detector.
  func heldPitches(of name: String?) -> HeldPitches? {
    for effect in kept where !effect.isLeaving {
      guard let memory = effect.memory as? ChordDetectorMemory else { continue }
      if name == nil || effect.name == name { return memory.heldPitches }
    }
    return nil
  }

  /// Returns the effects of the new version: remaining effects with their existing memory, new effects with new memory,
  /// and removed effects at their former positions.
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
      let memory = same.map { kept[$0].memory } ?? link.effect.memory(settings)
      merged.append(
        Kept(
          identity: identity, name: link.name, effect: link.effect, memory: memory, isLeaving: false,
          isBypassed: link.isBypassed, bypassedSince: since(same, isBypassed: link.isBypassed)))
    }
    for leaving in kept[next...] { leave(leaving, &merged) }
    // if no thread renders, removed effects never become idle, so the first of them are dropped
    while merged.count > 2 * ChainSettings.mostLinks, let first = merged.firstIndex(where: { $0.isLeaving }) {
      merged.remove(at: first)
    }
    return merged
  }

  /// Returns the version in which an effect was bypassed; the current version if it was not bypassed before.
  private func since(_ same: Int?, isBypassed: Bool) -> Int {
    if let same, isBypassed, kept[same].isBypassed { return kept[same].bypassedSince }
    return version
  }

  private func leave(_ kept: Kept, _ merged: inout [Kept]) {
    // an idle effect that has only been bypassed is kept at first: until the audio side knows that the effect has been
    // removed, it may still switch the effect on
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
