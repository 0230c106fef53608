import TactusSimulation

extension Scenario {
  /// Whether a player can interpret the scenario: something plays, and nothing plays at the end; tempos stay valid; and
  /// the host's jumps are reported, or larger than what counts as rounding.
  var isFair: Bool {
    guard let first = parts.first, let last = parts.last, first.tracks != nil, !last.host.isMoving else { return false }
    // a transport that suddenly reports a change counts as changed
    let changes = Set(parts.lazy.filter(\.host.isMoving).map(\.host.report.changes))
    // a tempo is reported at least once; and a 32-bit position does not show on which side of a wrap it is
    let areClear =
      parts.allSatisfy { $0.host.region == nil || $0.host.report.rounding != .single }
      && parts.first { $0.host.isMoving }?.host.report.hasTempo ?? true
    return changes.count <= 1 && areClear && parts.allSatisfy { $0.host.isFair }
      && makeHost().segments.allSatisfy(hasClearRegion)
      && parts.indices.dropFirst().allSatisfy(hasClearStart)
  }

  /// Whether it is clear that a part begins before or after the end of the host's cycle region, and whether it has
  /// wrapped.
  private func hasClearRegion(_ segment: HostSegment) -> Bool {
    guard let region = segment.region else { return true }
    let away = segment.grid.beats(region.upperBound) - segment.grid.beats(segment.start)
    return abs(away) > 1e-5 && !segment.endsAfterWrap
  }

  /// Whether a part continues where the previous one has ended, or clearly elsewhere; and whether its tempo is known.
  private func hasClearStart(_ index: Int) -> Bool {
    let segments = makeHost().segments
    let (before, here) = (segments[index - 1], segments[index])
    guard here.isMoving else { return true }
    if !parts[index].host.report.hasTempo {
      // then the last reported tempo applies
      let told = parts[..<index].last { $0.host.isMoving && $0.host.report.hasTempo }
      guard here.slope == 0, told?.host.slope == 0, told?.host.tempo == here.tempo else { return false }
    }
    guard before.isMoving else { return true }
    // no ramp ends with a jump, because a player would need to know how far the ramp went
    if here.continues { return before.slope == 0 || here.tempo == before.tempo(atFrame: before.frames.upperBound) }
    if here.looksLikeWrap(after: before) { return false }
    let grid = here.grid
    let away = abs(grid.beats(here.start) - grid.beats(before.position(ofLine: before.end)))
    let lengths = parts[index - 1].host.cycles.filter { $0 > 0 }
    let perFrame = Double(max(here.tempo, before.tempo)) / 60e9 / Double(sampleRate)
    // a flag that is set twice in a row means nothing
    if parts[index].host.report.changes == .truly, lengths.count > 1 { return away > 2 * perFrame + 1e-3 }
    let explained = Double(abs(here.tempo - before.tempo)) / 60e9 / Double(sampleRate) * Double(lengths.last ?? 0)
    let last = before.position(ofLine: before.line(atFrame: before.frames.upperBound - Int64(lengths.last ?? 0)))
    // and a position that is reported twice in a row means that the host is stopped
    return away > 1.0 / 64 + 2 * perFrame + 2 * explained && abs(grid.beats(here.start) - grid.beats(last)) > 1e-3
  }
}

extension HostSegment {
  /// Whether it begins as if its region had wrapped at the end of the segment before, although it has jumped.
  fileprivate func looksLikeWrap(after before: HostSegment) -> Bool {
    guard let region else { return false }
    let frames = 2 * (line(atFrame: self.frames.lowerBound + 1) - start)
    let end = before.position(ofLine: before.end)
    return abs(end - region.upperBound) < frames && abs(start - region.lowerBound) < frames
  }

  /// Whether it ends within two frames of a wrap, so that a player would notice the wrap only afterwards.
  fileprivate var endsAfterWrap: Bool {
    guard let region else { return false }
    let frames = 2 * (line(atFrame: self.frames.upperBound) - line(atFrame: self.frames.upperBound - 1))
    return end >= region.upperBound && position(ofLine: end) < region.lowerBound + frames
  }
}

extension HostScene {
  fileprivate var isFair: Bool {
    // a cycle without frames gives a player no information, so it is not the first
    guard let first = cycles.first, first > 0, tempo > 0 else { return false }
    return [frameCount, 1 << 14].allSatisfy { (1_000_000_000...2_000_000_000_000).contains(tempo + slope * Int64($0)) }
  }
}
