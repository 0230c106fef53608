import ArgumentParser

/// Channels counted from 1, such as "1-4,10"; "2:1-4" selects channels of port 2 only.
struct ChannelOption: ExpressibleByArgument {
  private struct Part {
    /// The port from 0; nil for every port.
    let port: Int?
    /// The channels from 0.
    let channels: ClosedRange<Int>
  }
  private var parts: [Part] = []
  /// The list as written.
  let text: String

  init?(argument: String) {
    text = argument
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = word.split(separator: ":", omittingEmptySubsequences: false)
      guard (1...2).contains(pair.count), let last = pair.last else { return nil }
      let ends = last.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard (1...2).contains(ends.count), let low = ends.first, let high = ends.last, low >= 1, low <= high,
        high <= 65_535
      else { return nil }
      var port: Int?
      if pair.count == 2 {
        guard let number = Int(pair[0]), (1...16).contains(number) else { return nil }
        port = number - 1
      }
      parts.append(Part(port: port, channels: low - 1...high - 1))
    }
    guard !parts.isEmpty else { return nil }
  }

  // MARK: Channels of a song

  /// Whether a part selects channels of one port only.
  var namesPorts: Bool { parts.contains { $0.port != nil } }

  /// The channels, 0…15, that are selected on every port.
  var onEveryPort: Set<Int> { channels(onPort: nil) }

  /// The channels of a song, each as port · 16 + channel.
  var ofSong: Set<Int> {
    Set((0...15).flatMap { port in onEveryPort.union(channels(onPort: port)).map { port * 16 + $0 } })
  }

  /// Returns the selected channels that play nothing, counted from 1: "5", or "2:5" if channel 5 is selected on port 2
  /// only.
  ///
  /// - Parameter playing: the channels that play notes, each as port · 16 + channel.
  func silent(besides playing: Set<Int>) -> [String] {
    var silent = onEveryPort.subtracting(playing.map { $0 & 15 }).sorted().map { "\($0 + 1)" }
    for port in 0...15 {
      let selected = channels(onPort: port).subtracting(onEveryPort)
      for channel in selected.sorted() where !playing.contains(port * 16 + channel) {
        silent.append("\(port + 1):\(channel + 1)")
      }
    }
    return silent
  }

  /// Returns the channels, 0…15, that are selected on a port by its number, or on every port for nil.
  private func channels(onPort port: Int?) -> Set<Int> {
    let ranges = parts.filter { $0.port == port }.map(\.channels)
    return Set((0...15).filter { channel in ranges.contains { $0.contains(channel) } })
  }

  /// The highest selected channel, counted from 1.
  var highest: Int { (parts.map(\.channels.upperBound).max() ?? 0) + 1 }

  // MARK: Channels of a recording

  /// Returns the selected channels, counted from 0, of a recording that has `count` channels.
  func ofRecording(_ count: Int) -> Set<Int> {
    Set((0..<count).filter { channel in parts.contains { $0.channels.contains(channel) } })
  }

  /// Returns the start, counted from 1, of the first range that starts after channel `count`; nil if there is none.
  func first(beyond count: Int) -> Int? { parts.map(\.channels.lowerBound).first { $0 >= count }.map { $0 + 1 } }
}
