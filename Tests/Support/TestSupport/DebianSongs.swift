import Foundation
import TactusFileAccess
import TactusFiles
import TactusSynth

/// Songs and banks of Debian's packages `openttd-openmsx` and `timgm6mb-soundfont`, for tests on real material.
package enum DebianSongs {
  /// Paths of the songs, in alphabetical order; empty where the package is missing.
  package static let paths: [String] = {
    let folder = "/usr/share/games/openttd/baseset/openmsx"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".mid") }.sorted().map { folder + "/" + $0 }
  }()

  /// The path of TimGM6mb; nil where the package is missing.
  package static let bankPath: String? = {
    let path = "/usr/share/sounds/sf2/TimGM6mb.sf2"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// Whether both are there.
  package static var areThere: Bool { !paths.isEmpty && bankPath != nil }
  /// What a skipped test says.
  package static let whatIsMissing = "needs Debian's openttd-openmsx and timgm6mb-soundfont"

  package static func bank() throws -> SoundBank { try SoundBank(SoundFont(FileBytes.open(bankPath ?? ""))) }
  package static func song(_ path: String) throws -> MIDIFile { try MIDIFile(reading: FileBytes.open(path)) }
}

/// Whether long tests run, which take minutes in a release build. TACTUS_LONG=1 enables them.
package let wantsLongRounds = ProcessInfo.processInfo.environment["TACTUS_LONG"] == "1"

/// A unique path in the folder for temporary files.
package func temporaryPath(_ ending: String) -> String {
  NSTemporaryDirectory() + "tactus-test-\(UUID().uuidString)" + ending
}
