// SoundFont banks: records of the tables are changed one field at a time, and the sizes of all chunks follow.

extension Mutator {
  /// The sizes of the records of the tables under `pdta`.
  private static let recordSizes: [String: Int] = [
    "phdr": 38, "pbag": 4, "pmod": 10, "pgen": 4, "inst": 22, "ibag": 4, "imod": 10, "igen": 4, "shdr": 46,
  ]

  /// A bank with one record or chunk changed; nil if the bytes are not a RIFF file.
  mutating func bank(_ bytes: [UInt8]) -> [UInt8]? {
    guard var file = RIFFChunk(bytes[...]), file.children != nil else { return nil }
    switch random.below(10) {
    case 0: changeTree(&file)
    case 1: file.isTruthful = false
    default: changeTable(&file)
    }
    return file.bytes
  }

  private mutating func changeTree(_ file: inout RIFFChunk) {
    guard var children = file.children, !children.isEmpty else { return }
    let position = random.below(children.count)
    switch random.below(4) {
    case 0: children.append(children[position])
    case 1: children.remove(at: position)
    case 2: children.swapAt(position, random.below(children.count))
    default: changeTree(&children[position])
    }
    file.children = children
  }

  /// Changes a table that is found by descending randomly.
  private mutating func changeTable(_ chunk: inout RIFFChunk) {
    if var children = chunk.children {
      guard !children.isEmpty else { return }
      // the last list, which contains the tables, more often than the others
      let position =
        random.below(3) > 0 ? children.count - 1 - random.below(min(2, children.count)) : random.below(children.count)
      changeTable(&children[chunk.isForm ? position : random.below(children.count)])
      chunk.children = children
    } else if let size = Self.recordSizes[chunk.name] {
      changeRecords(&chunk.body, size: size)
    } else if !chunk.body.isEmpty {
      chunk.body[random.below(chunk.body.count)] = UInt8(truncatingIfNeeded: random.next())
    }
  }

  private mutating func changeRecords(_ body: inout [UInt8], size: Int) {
    let count = body.count / size
    guard count > 0 else { return body = [UInt8](repeating: 0, count: size) }
    let start = random.below(count) * size
    switch random.below(6) {
    case 0: body.insert(contentsOf: body[start..<start + size], at: random.below(count) * size)
    case 1: body.removeSubrange(start..<start + size)
    case 2:
      let other = random.below(count) * size
      for index in 0..<size { body.swapAt(start + index, other + index) }
    default: changeField(&body, record: start, size: size)
    }
  }

  /// A field of two bytes becomes an odd value, or a generator another one with any amount.
  private mutating func changeField(_ body: inout [UInt8], record start: Int, size: Int) {
    let position = start + 2 * random.below(size / 2)
    let value = size == 4 && position == start ? UInt32(random.below(62)) : oddValue(width: 2)
    body[position] = UInt8(value & 0xFF)
    body[position + 1] = UInt8(value >> 8)
  }
}

/// A chunk of a RIFF file: a list of others, or bytes.
struct RIFFChunk {
  var name: String
  var tag: [UInt8]
  var body: [UInt8] = []
  /// The kind of a list.
  private var form: [UInt8] = []
  var children: [RIFFChunk]?
  /// Whether its size is written as it is.
  var isTruthful = true
  var isForm: Bool { name == "RIFF" }

  /// The chunk at the beginning of bytes; nil for less than a header.
  init?(_ bytes: ArraySlice<UInt8>, depth: Int = 0) {
    guard bytes.count >= 8 else { return nil }
    let start = bytes.startIndex
    tag = Array(bytes[start..<start + 4])
    name = String(decoding: tag, as: UTF8.self)
    let size = bytes[start + 4..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    let end = min(bytes.endIndex, start + 8 + size)
    guard name == "RIFF" || name == "LIST", end >= start + 12, depth < 4 else {
      body = Array(bytes[start + 8..<end])
      return
    }
    form = Array(bytes[start + 8..<start + 12])
    var (found, position): ([RIFFChunk], Int) = ([], start + 12)
    while position < end, let chunk = RIFFChunk(bytes[position..<end], depth: depth + 1) {
      found.append(chunk)
      let length = bytes[position + 4..<position + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      position += 8 + length + length & 1
    }
    children = found
  }

  var bytes: [UInt8] {
    let body = children.map { form + $0.flatMap { $0.bytes } } ?? body
    let size = isTruthful ? body.count : body.count &* 3 / 4
    let header = tag + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    return header + body + [UInt8](repeating: 0, count: body.count & 1)
  }
}
