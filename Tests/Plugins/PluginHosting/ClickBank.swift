import TactusFiles

/// A bank whose only sound is a single point, heard on its note's own frame and on no other.
package enum ClickBank {
  package static var folder: String { environmentText("TMPDIR") ?? "/tmp" }

  package static func write(to path: String, sampleRate: Int) -> Bool {
    var builder = SoundFontBuilder(name: "Click")
    builder.version = .v2_04
    let point = builder.add(.init(name: "click", frames: [32_767], sampleRate: sampleRate))
    // at full level on its first frame, and the same on all keys
    let generators: [SoundFont.Generator] = [
      .init(.delayVolEnv, -32_768), .init(.attackVolEnv, -32_768), .init(.scaleTuning, 0),
    ]
    let instrument = builder.add(.init(name: "click", zones: [.init(target: point, generators: generators)]))
    builder.add(.init(name: "click", bank: 0, program: 0, zones: [.init(target: instrument)]))
    guard let bytes = try? builder.write() else { return false }
    return writeFile(bytes, to: path)
  }

  package static func remove(_ path: String) { removeFile(path) }
}
