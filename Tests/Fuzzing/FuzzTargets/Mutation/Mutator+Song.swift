// Standard MIDI Files: events are changed one at a time, and the sizes of their tracks follow.

extension Mutator {
  /// A file of chunks with one event or one chunk changed; nil if there is no track.
  mutating func song(_ bytes: [UInt8]) -> [UInt8]? {
    var chunks = Self.chunks(bytes)
    let tracks = chunks.indices.filter { chunks[$0].tag == Array("MTrk".utf8) }
    guard !tracks.isEmpty else { return nil }
    let track = tracks[random.below(tracks.count)]
    switch random.below(12) {
    case 0: chunks.insert(chunks[track], at: track)
    case 1 where tracks.count > 1: chunks.remove(at: track)
    case 2: chunks.swapAt(track, tracks[random.below(tracks.count)])
    case 3: changeHeader(&chunks)
    case 4: chunks[track].declared = Int(oddValue(width: 4))
    case 5: chunks[track].declared = max(0, chunks[track].body.count + random.below(9) - 4)
    default: changeEvents(&chunks[track].body)
    }
    return chunks.flatMap { $0.bytes }
  }

  private struct Chunk {
    var tag: [UInt8]
    var body: [UInt8]
    /// The value of the size field if it is wrong.
    var declared: Int?

    var bytes: [UInt8] {
      let size = UInt32(truncatingIfNeeded: declared ?? body.count)
      return tag + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + body
    }
  }

  /// The chunks of a file; the last one contains the remaining bytes.
  private static func chunks(_ bytes: [UInt8]) -> [Chunk] {
    var (chunks, start): ([Chunk], Int) = ([], 0)
    while start + 8 <= bytes.count {
      let size = bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
      let end = min(bytes.count, start + 8 + size)
      chunks.append(Chunk(tag: Array(bytes[start..<start + 4]), body: Array(bytes[start + 8..<end])))
      start = end
    }
    return chunks
  }

  private mutating func changeHeader(_ chunks: inout [Chunk]) {
    guard chunks[0].body.count >= 6 else { return }
    let field = 2 * random.below(3)
    let value = field == 0 ? UInt32(random.below(4)) : oddValue(width: 2)
    chunks[0].body[field] = UInt8(value >> 8)
    chunks[0].body[field + 1] = UInt8(value & 0xFF)
  }

  // MARK: Events

  private mutating func changeEvents(_ body: inout [UInt8]) {
    var events = Self.events(body)
    guard !events.isEmpty else { return body = event() }
    let position = random.below(events.count)
    switch random.below(8) {
    case 0: events.insert(event(), at: position)
    case 1: events.remove(at: position)
    case 2: events.insert(events[position], at: random.below(events.count))
    case 3: events.swapAt(position, random.below(events.count))
    case 4: events[position] = Self.number(delta()) + Self.withoutDelta(events[position])
    case 5:
      // the same event many times, as in a flood
      events.insert(contentsOf: repeatElement(events[position], count: 1 + random.below(20)), at: position)
    case 6 where events[position].count > 1:
      events[position][1 + random.below(events[position].count - 1)] = UInt8(truncatingIfNeeded: random.next())
    default: events[position] = event()
    }
    body = events.flatMap { $0 }
  }

  /// The events of a track, as far as they can be separated, each with its delta time.
  private static func events(_ body: [UInt8]) -> [[UInt8]] {
    var (events, start, running): ([[UInt8]], Int, UInt8) = ([], 0, 0)
    while start < body.count {
      var end = start
      while end < body.count, body[end] >= 0x80, end < start + 3 { end += 1 }
      end += 1
      guard end < body.count else { break }
      if body[end] >= 0x80 {
        running = body[end]
        end += 1
      }
      end += length(running, body, at: end)
      end = min(max(end, start + 1), body.count)
      events.append(Array(body[start..<end]))
      start = end
    }
    return start < body.count ? events + [Array(body[start...])] : events
  }

  /// How many bytes follow a status.
  private static func length(_ status: UInt8, _ body: [UInt8], at start: Int) -> Int {
    switch status {
    case 0xFF, 0xF0, 0xF7:
      var (size, position) = (0, status == 0xFF ? start + 1 : start)
      while position < body.count {
        size = size << 7 | Int(body[position] & 0x7F)
        position += 1
        if body[position - 1] < 0x80 || size > 1 << 28 { break }
      }
      return position - start + size
    case 0xC0...0xDF: return 1
    default: return 2
    }
  }

  private static func withoutDelta(_ event: [UInt8]) -> ArraySlice<UInt8> {
    let end = event.firstIndex { $0 < 0x80 } ?? event.count - 1
    return event[(end + 1)...]
  }

  private mutating func delta() -> UInt32 {
    [0, 1, 96, 480, 1 << 14, 1 << 21, 1 << 28 - 1][random.below(7)]
  }

  /// An event of any kind, with its delta.
  private mutating func event() -> [UInt8] {
    let data = { (random: inout MutationRandom) in UInt8(random.below(128)) }
    let delta = Self.number(self.delta())
    switch random.below(8) {
    case 0: return delta + [0xFF, 0x51, 3] + (0..<3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 1: return delta + [0xFF, 0x58, 4, data(&random), UInt8(random.below(12)), 24, 8]
    case 2: return delta + [0xFF, 0x2F, 0]
    case 3: return delta + [0xFF, UInt8(random.below(128)), 2, data(&random), data(&random)]
    case 4: return delta + [0xF0, 5, 0x7E, 0x7F, 9, UInt8(random.below(4)), 0xF7]
    case 5: return delta + [0xF7, 2, data(&random), 0xF7]
    default: return delta + [0x80 | UInt8(random.below(112)), data(&random), data(&random)]
    }
  }

  /// A number of variable length.
  private static func number(_ value: UInt32) -> [UInt8] {
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }
}
