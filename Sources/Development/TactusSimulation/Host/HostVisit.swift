/// A range of positions that a segment passes through without a jump. A segment has several visits if the host repeats
/// a region.
package struct HostVisit: Hashable, Sendable {
  /// The range in grains.
  package var positions: Range<Int128>
  /// The line's value minus the position.
  package var offset: Int128
}

extension HostSegment {
  /// The visits in order; empty if the host does not move.
  package var visits: [HostVisit] {
    let end = end
    guard isMoving, end > start else { return [] }
    guard let region, start < region.upperBound, end > region.upperBound else {
      return [HostVisit(positions: start..<end, offset: 0)]
    }
    let length = region.upperBound - region.lowerBound
    var visits = [HostVisit(positions: start..<region.upperBound, offset: 0)]
    var offset = length
    while region.lowerBound + offset < end {
      visits.append(HostVisit(positions: region.lowerBound..<min(region.upperBound, end - offset), offset: offset))
      offset += length
    }
    return visits
  }
}
