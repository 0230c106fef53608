import TactusMIDI

extension MIDIFile {
  /// Merges all tracks: events are ordered by tick, then by track, and keep their order within a track.
  ///
  /// If the song uses several ports, port events (FF 21) are inserted before each change of port. The tracks of
  /// format 2 are independent songs; once merged, they play simultaneously.
  /// - Complexity: O(events · log tracks)
  /// - Thread: any
  public func mergedTrack() -> Track {
    var merged = Track()
    merged.source = tracks.lazy.compactMap { $0.source }.first
    var runs = tracks.map { merged.adopt($0) }
    while runs.count > 1 {
      runs = stride(from: 0, to: runs.count, by: 2).map { first in
        first + 1 < runs.count ? Self.merge(runs[first], runs[first + 1]) : runs[first]
      }
    }
    merged.events = runs.first ?? []
    merged.endTick = endTick
    return tracks.count > 1 ? merged.namingPorts(portNumbers) : merged
  }

  /// Returns the song with port events (FF 21) exactly where the port of the messages changes, and nowhere else.
  ///
  /// This is for songs created or changed in memory, because a file can store the port of a message only in this way. A
  /// song that uses only port 0, with ``portNumbers`` `[0]`, gets no port events. When the result is read back, ports
  /// are numbered in the order of first use.
  /// - Thread: any
  public func namingPorts() -> MIDIFile {
    var file = self
    file.tracks = tracks.map { $0.namingPorts(portNumbers) }
    return file
  }

  /// Merges two sorted runs; events of the first run precede those of the second at the same tick.
  private static func merge(_ a: [Event], _ b: [Event]) -> [Event] {
    guard let lastOfA = a.last, let firstOfB = b.first, lastOfA.tick > firstOfB.tick else { return a + b }
    var result: [Event] = []
    result.reserveCapacity(a.count + b.count)
    var rest = b[...]
    for event in a {
      while let next = rest.first, next.tick < event.tick {
        result.append(next)
        rest = rest.dropFirst()
      }
      result.append(event)
    }
    return result + rest
  }
}

extension MIDIFile.Track {
  /// Copies the bytes that another track owns and, unless both tracks refer to the same file, the payloads that the
  /// other track has in its file. Returns the other track's events, changed to refer to the copies.
  fileprivate mutating func adopt(_ other: MIDIFile.Track) -> [MIDIFile.Event] {
    let base = owned.count
    owned.append(contentsOf: other.owned)
    let sharesFile = other.source == nil || other.source === source
    if base == 0, sharesFile { return other.events }
    return other.events.map { event in
      guard let slice = event.slice, slice.isOwned || !sharesFile else { return event }
      var moved = event
      var offset = slice.offset + base
      if !slice.isOwned {
        offset = owned.count
        owned.append(contentsOf: other.payload(slice))
      }
      moved.body = MIDIFile.Slice(offset: offset, count: slice.count, isOwned: true).packed
      return moved
    }
  }

  fileprivate func namingPorts(_ numbers: [UInt8]) -> MIDIFile.Track {
    let isOnOnePort = numbers == [0] && events.allSatisfy { $0.port == 0 }
    if isOnOnePort, !events.contains(where: { $0.isMeta(0x21) }) { return self }
    var result = self
    result.events = []
    var current: UInt8?
    for event in events where !event.isMeta(0x21) {
      if !isOnOnePort, event.hasPort, event.port != current {
        let number = Int(event.port) < numbers.count ? numbers[Int(event.port)] : event.port
        result.events.append(
          .init(tick: event.tick, .meta, type: 0x21, .init(offset: result.owned.count, count: 1, isOwned: true)))
        result.owned.append(number)
        current = event.port
      }
      result.events.append(event)
    }
    return result
  }
}
