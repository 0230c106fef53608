/// A range of positions that a segment passes without a jump; if a host repeats a region, there are many.
package struct HostVisit: Hashable, Sendable {
  /// The range in grains.
  package var positions: Range<Int128>
  /// The difference between the line's value and the position.
  package var offset: Int128
}

extension HostSegment {
  /// The visits in order; none if the host does not move.
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
