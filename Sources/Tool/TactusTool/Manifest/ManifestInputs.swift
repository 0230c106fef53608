import Tactus

/// The inputs of a bounce: the song, the banks, the settings and the version of the program.
struct ManifestInputs: Sendable {
  /// The song: its path, or the name of a demo.
  let song: (path: String, isDemo: Bool, digest: String)
  let banks: [(path: String, digest: String, offset: Int)]
  let chain: (path: String, digest: String)?
  let options: BounceOptions

  /// The members that describe the inputs.
  static let names = ["song", "songSHA256", "banks", "chain", "chainSHA256", "settings", "version"]

  /// - Parameters:
  ///   - song: the path of the song or the name of a demo, and the digest.
  ///   - digests: computes the digest of each bank and chain once.
  init(
    song: (path: String, isDemo: Bool, digest: String), _ banks: BankChoice, _ options: BounceOptions,
    _ digests: SharedDigests
  )
    throws(ToolError)
  {
    self.song = song
    self.banks = banks.layers.map { layer in
      // a font that generates its samples is the built-in one
      guard layer.font.generator == nil else { return (BankChoice.builtInName, Builtins.bankSHA256, layer.bankOffset) }
      return (layer.font.file.name, digests.digest(of: layer.font.file), layer.bankOffset)
    }
    self.options = options
    chain = try options.chain.map { path throws(ToolError) in
      (path, digests.digest(of: try InputFile.bytes(named: path)))
    }
  }

  /// The members of a manifest's line that describe the inputs.
  func json(_ paths: ManifestPaths) -> JSON {
    var members: [(String, JSON)] = [
      ("song", .string(song.isDemo ? song.path : paths.stored(song.path))), ("songSHA256", .string(song.digest)),
      (
        "banks",
        .array(
          banks.map { bank in
            let isFile = bank.path != BankChoice.builtInName
            return [
              "file": .string(isFile ? paths.stored(bank.path) : bank.path), "sha256": .string(bank.digest),
              "offset": JSON(bank.offset),
            ]
          })
      ),
    ]
    if let chain {
      members += [("chain", .string(paths.stored(chain.path))), ("chainSHA256", .string(chain.digest))]
    }
    members += [("settings", options.settingsJSON), ("version", .string(TactusCommand.version))]
    return .object(members.map { JSON.Member(name: $0.0, value: $0.1) })
  }
}

/// Computes the SHA-256 of each bank and chain only once, although several songs use it.
final class SharedDigests: Sendable {
  private let known = Guarded<[BytewiseString: String]>([:])

  func digest(of file: FileBytes) -> String {
    known.withLock { known in
      let name = BytewiseString(file.name)
      let digest = known[name] ?? SHA256.digest(of: file)
      known[name] = digest
      return digest
    }
  }
}

extension BounceOptions {
  /// The options that determine the bytes of the output.
  var settingsJSON: JSON {
    .object(manifestSettings.compactMap { name, value in value.map { JSON.Member(name: name, value: $0) } })
  }

  /// The options that determine the bytes of the output, named as in a list of songs; nil for those that are not given.
  var manifestSettings: [(name: String, value: JSON?)] {
    var members: [(String, JSON?)] = [
      ("rate", JSON(fileSound.rate)), ("depth", .string(depthName)), ("format", format.map { .string($0.rawValue) }),
      ("compression", plain.compression.map { .number($0) }), ("metadata", .bool(!plain.hasNoMetadata)),
      ("interpolation", .string((sound.interpolation ?? sound.quality.interpolation).rawValue)),
      ("velocityFilter", .string(sound.velocityFilter.rawValue)), ("bankSelect", .string(sound.bankSelect.rawValue)),
      ("reverb", .bool(!sound.isDry)), ("chorus", .bool(!sound.isWithoutChorus)),
      // the defaults are left out, so that older manifests still describe the same settings
      ("delay", sound.isWithoutDelay ? .bool(false) : nil),
      ("reverbLevel", Self.effectLevel(sound.reverbLevel, isHeard: !sound.isDry)),
      ("chorusLevel", Self.effectLevel(sound.chorusLevel, isHeard: !sound.isWithoutChorus)),
      ("gain", sound.gain.map { .number($0.decibels) }), ("polyphony", JSON(sound.polyphony)),
      ("leadIn", .number(fileSound.leadIn)), ("tail", .string(fileSound.tail.text)),
      ("maxLength", .number(part.maxLength)), ("mono", fileSound.mono ? .bool(true) : nil),
    ]
    members += [
      ("from", part.from.map { .string("\($0)") }), ("to", part.to.map { .string("\($0)") }),
      ("held", part.held.map { .string($0.rawValue) }), ("loops", part.loops.map { JSON($0) }),
      ("seamless", part.seamless ? .bool(true) : nil), ("intro", part.intro ? .bool(true) : nil),
      ("fade", part.fade == 0 ? nil : .number(part.fade)), ("stems", part.stems.map { .string($0.rawValue) }),
      ("effectsApart", part.effectsApart ? .bool(true) : nil),
      ("skipSilentStems", part.skipSilentStems ? .bool(true) : nil),
      ("normalize", level.normalize.map { .string("\($0.level)dB" + ($0.isTrue ? "TP" : "")) }),
      ("loudness", level.loudness.map { .number($0.level) }),
      ("limit", level.limit.map { .string("\($0.level)dB" + ($0.isTrue ? "TP" : "")) }),
    ]
    members += [
      ("channels", selection.channels.map { .string($0.text) }), ("mute", selection.mute.map { .string($0.text) }),
      ("speed", speed.map { .number($0.percent) }), ("transpose", transpose.map { JSON($0.semitones) }),
      ("program", program.map { .string($0.text) }),
    ]
    return members
  }

  /// Returns the level of an effect; nil if it changes nothing.
  private static func effectLevel(_ level: GainOption?, isHeard: Bool) -> JSON? {
    guard let level, isHeard, level.decibels != 0 else { return nil }
    return .number(level.decibels)
  }
}

extension TailOption {
  /// The option's text.
  var text: String {
    switch self {
    case .automatic: "auto"
    case .level(let level): "\(level)dB"
    case .seconds(let seconds): "\(seconds)"
    }
  }
}
