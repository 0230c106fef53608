import TactusFiles
import TactusTime

/// One event as a line of a listing.
struct EventLine {
  let tick: Tick
  let seconds: ExactSeconds
  /// Nil where no sample rate is meant.
  let frame: Int64?
  /// Counted from 1.
  let track: Int
  let bytes: [UInt8]
  /// What it means.
  let words: String

  /// Its columns with tabs between them.
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

  /// An object in an array.
  func appendJSON(to line: inout [UInt8], isFirst: Bool) {
    line.append(text: isFirst ? "\n    " : ",\n    ")
    appendObject(to: &line)
  }

  /// An object.
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
