import ArgumentParser
import TactusPictures

/// `--format svg` or `png`.
enum PictureFormat: String, ChoiceOption {
  case svg, png

  /// Creates the format for an extension; nil for others.
  init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }
}

extension PictureTheme: ChoiceOption {}

extension PictureSettings.Size: ExpressibleByArgument {
  /// Creates a size from text such as "1600x900"; nil if it is outside the limits.
  public init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
    self.init(width: width, height: height)
  }
}

/// `--preset 0:5`.
struct PresetOption: ExpressibleByArgument {
  let bank, program: Int

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let bank = UInt16(parts[0]), let program = UInt16(parts[1]) else { return nil }
    (self.bank, self.program) = (Int(bank), Int(program))
  }
}

/// Channels counted from 1, such as "1-4,10"; "2:1-4" selects channels of port 2 only.
struct ChannelOption: ExpressibleByArgument {
  private struct Part {
    /// The port from 0; nil for every port.
    let port: Int?
    /// The channels from 0.
    let channels: ClosedRange<Int>
  }
  private var parts: [Part] = []

  init?(argument: String) {
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

  /// The channels of a song, each as port · 16 + channel.
  var ofSong: Set<Int> {
    var result: Set<Int> = []
    for part in parts {
      for port in part.port.map({ $0...$0 }) ?? 0...15 {
        for channel in part.channels.clamped(to: 0...15) where part.channels.contains(channel) {
          result.insert(port * 16 + channel)
        }
      }
    }
    return result
  }

  /// Returns the start, counted from 1, of the first range that starts after channel `count`; nil if there is none.
  func first(beyond count: Int) -> Int? { parts.map(\.channels.lowerBound).first { $0 >= count }.map { $0 + 1 } }

  /// Returns the selected channels, counted from 0, of a recording that has `count` channels.
  func ofRecording(_ count: Int) -> Set<Int> {
    Set((0..<count).filter { channel in parts.contains { $0.channels.contains(channel) } })
  }
}
