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
