import TactusMIDI

extension MIDIFile {
  /// Assigns to each channel message the port that its track selects; reading a file does this automatically.
  ///
  /// A port event (FF 21) applies from its position onwards; the first one of a track also applies to the events before
  /// it. A track without port events plays on the port that its device name (FF 09) specifies: a letter (`A`…`P`), or
  /// "Port" with a letter or a number from 1 to 128. With any other name, it plays on port 0. Ports are renumbered in
  /// the order of first use, and only ports with messages count, so a song that uses only port 5 needs one set of
  /// channels, not six. If a song uses more than sixteen ports, some of them share a set of channels.
  /// - Thread: control
  public mutating func assignPorts() { assignPorts(reporting: nil) }

  mutating func assignPorts(reporting reading: MIDIReading?) {
    var blocks = [UInt8: UInt8]()
    var numbers: [UInt8] = []
    for track in tracks {
      track.forEachPort { event, number in
        guard event.isChannelMessage, blocks[number] == nil else { return }
        blocks[number] = UInt8(numbers.count & 15)
        numbers.append(number)
      }
    }
    for index in tracks.indices {
      var ports: [UInt8] = []
      tracks[index].forEachPort { _, number in ports.append(blocks[number] ?? 0) }
      for (event, port) in zip(tracks[index].events.indices, ports) { tracks[index].events[event].setPort(port) }
    }
    if numbers.count > 16 { reading?.report(.portLimit(numbers.count), at: 0) }
    portNumbers = numbers.isEmpty ? [0] : Array(numbers.prefix(16))
  }
}

extension MIDIFile.Track {
  /// The port before the first port event: the port of that event, or of the device name, or 0.
  fileprivate var firstPort: UInt8 {
    if let number = events.lazy.compactMap({ portNumber(of: $0) }).first { return number }
    return events.lazy.filter { $0.isMeta(0x09) }.compactMap { Self.port(named: payload(of: $0)) }.first ?? 0
  }

  fileprivate func portNumber(of event: MIDIFile.Event) -> UInt8? {
    guard event.isMeta(0x21), case .port(let number) = meaning(of: event) else { return nil }
    return number
  }

  /// Calls `body` with each event and its port number.
  fileprivate func forEachPort(_ body: (MIDIFile.Event, UInt8) -> Void) {
    var number = firstPort
    for event in events {
      if let change = portNumber(of: event) { number = change }
      body(event, number)
    }
  }

  /// Recognizes `A`…`P`, `Port A`, `Port 1`…`Port 128`.
  private static func port(named name: MIDIFile.Payload) -> UInt8? {
    guard name.count <= 16 else { return nil }
    var text = name.filter { $0 > 0x20 }.map { $0 | 0x20 }
    let word = Array("port".utf8)
    let hasWord = text.starts(with: word)
    if hasWord { text.removeFirst(word.count) }
    if text.count == 1, (0x61...0x70).contains(text[0]) { return text[0] - 0x61 }
    guard hasWord, (1...3).contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let number = text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return (1...128).contains(number) ? UInt8(number - 1) : nil
  }
}
