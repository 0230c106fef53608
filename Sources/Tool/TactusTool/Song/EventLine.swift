import TactusFiles
import TactusTime

/// A line that describes an event in a list.
struct EventLine {
  let tick: Tick
  let seconds: ExactSeconds
  /// The frame; nil without a sample rate.
  let frame: Int64?
  /// The track, counted from 1.
  let track: Int
  let bytes: [UInt8]
  /// The meaning in words.
  let words: String

  /// Appends the columns, separated by tabs.
  func append(to line: inout [UInt8]) {
    let tab = UInt8(ascii: "\t")
    line.append(decimal: tick)
    line.append(tab)
    line.append(seconds: seconds)
    line.append(tab)
    if let frame {
      line.append(decimal: frame)
      line.append(tab)
    }
    line.append(decimal: Int64(track))
    line.append(tab)
    line.append(hex: bytes)
    line.append(tab)
    line.append(text: words)
    line.append(UInt8(ascii: "\n"))
  }

  /// Appends a JSON object as an element of an array.
  func appendJSON(to line: inout [UInt8], isFirst: Bool) {
    line.append(text: isFirst ? "\n    " : ",\n    ")
    appendObject(to: &line)
  }

  /// Appends a JSON object.
  func appendObject(to line: inout [UInt8]) {
    line.append(text: "{\"tick\": ")
    line.append(decimal: tick)
    line.append(text: ", \"seconds\": ")
    line.append(seconds: seconds)
    if let frame {
      line.append(text: ", \"frame\": ")
      line.append(decimal: frame)
    }
    line.append(text: ", \"track\": ")
    line.append(decimal: Int64(track))
    line.append(text: ", \"bytes\": \"")
    line.append(hex: bytes)
    line.append(text: "\", \"meaning\": ")
    line.append(text: JSON.quoted(words))
    line.append(text: "}")
  }
}
