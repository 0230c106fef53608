import CTactus
import Tactus

/// A bank, and the files that it was opened from.
final class Bank: Sendable {
  static let kind = HandleKind<Bank>(kind: CTACTUS_BANK, name: "bank")

  /// The built-in bank; created at the first use.
  fileprivate static let builtIn = Bank(SoundBank(Builtins.onDemandFont))

  let soundBank: SoundBank
  /// The absolute paths of the files that were opened by path. Banks in memory have none.
  let paths: [String]

  private init(_ soundBank: SoundBank, paths: [String] = []) { (self.soundBank, self.paths) = (soundBank, paths) }

  /// Prepares the font in a file for playing.
  fileprivate convenience init(_ file: FileBytes, path: String? = nil) throws {
    self.init([SoundBank.Layer(try SoundFont(file))], paths: path.map { [$0] } ?? [])
  }

  /// Prepares a stack of fonts for playing.
  fileprivate convenience init(_ layers: [SoundBank.Layer], paths: [String]) {
    self.init(SoundBank(layers, decoder: OggDecoder.shared), paths: paths)
  }
}

@_cdecl("tactus_bank_open")
package func tactus_bank_open(_ path: UnsafePointer<CChar>?) -> OpaquePointer? {
  Bank.kind.make {
    let (bytes, path) = try FileBytes.opening(path)
    return try Bank(bytes, path: path)
  }
}

@_cdecl("tactus_bank_open_bytes")
package func tactus_bank_open_bytes(
  _ bytes: UnsafeRawPointer?, _ size: Int, _ release: tactus_release?, _ context: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  Bank.kind.make {
    let name = "bank in memory"
    guard let release else { return try Bank(FileBytes(copying: bytes, size, "bytes", name: name)) }
    guard let bytes, size >= 0 else {
      release(context)
      throw CallFailure.argument(bytes == nil ? "`bytes` is NULL" : "`size` is too large")
    }
    let owner = CallerMemory(release: release, context: context)
    return try Bank(FileBytes(UnsafeRawBufferPointer(start: bytes, count: size), name: name) { _ in owner.end() })
  }
}

/// Memory of the caller.
private struct CallerMemory: @unchecked Sendable {  // the header allows the release on any thread
  let release: tactus_release
  let context: UnsafeMutableRawPointer?

  func end() { release(context) }
}

@_cdecl("tactus_bank_builtin")
package func tactus_bank_builtin() -> OpaquePointer? { Bank.kind.make { Bank.builtIn } }

@_cdecl("tactus_bank_builtin_sha256")
package func tactus_bank_builtin_sha256() -> UnsafePointer<CChar>? { builtInDigest[0] }

private let builtInDigest = CallerTexts([Builtins.bankSHA256])

@_cdecl("tactus_bank_stack")
package func tactus_bank_stack(_ layers: UnsafePointer<tactus_layer>?, _ count: Int) -> OpaquePointer? {
  Bank.kind.make {
    let layers = try required(layers, "layers")
    guard (1...256).contains(count) else { throw CallFailure.argument("`count` must be between 1 and 256") }
    let banks = try (0..<count).map { try Bank.kind.object(layers[$0].bank) }
    let stack = try banks.enumerated().flatMap { index, bank throws -> [SoundBank.Layer] in
      let layer = layers[index]
      guard (-128...65_535).contains(layer.bank_offset) else {
        throw CallFailure.setting("layer \(index): a bank offset of \(layer.bank_offset) is not between -128 and 65535")
      }
      guard layer.keeps_drums == 0 || layer.keeps_drums == 1 else {
        throw CallFailure.setting("layer \(index): `keeps_drums` must be 0 or 1")
      }
      return bank.soundBank.layers.map {
        $0.raised(by: Int(layer.bank_offset), movesDrums: layer.keeps_drums == 0)
      }
    }
    return Bank(stack, paths: banks.flatMap(\.paths))
  }
}

@_cdecl("tactus_bank_for_song")
package func tactus_bank_for_song(_ bank: OpaquePointer?, _ song: OpaquePointer?) -> OpaquePointer? {
  Bank.kind.make {
    let (bank, song) = (try Bank.kind.object(bank), try Song.kind.object(song))
    guard let own = song.ownBank else { return bank }
    let font = try SoundFont(own.file, range: own.range)
    return Bank(
      bank.soundBank.layers + [SoundBank.Layer(font, embeddedIn: song.file)],
      paths: bank.paths + (song.path.map { [$0] } ?? []))
  }
}

@_cdecl("tactus_bank_prepare")
package func tactus_bank_prepare(_ bank: OpaquePointer?, _ number: Int32, _ program: Int32) -> Int32 {
  status {
    let bank = try Bank.kind.object(bank).soundBank
    guard (0..<65_536).contains(number), (0..<128).contains(program) else {
      throw CallFailure.argument("expected a bank number of 0 to 65535, and a program of 0 to 127")
    }
    try CallFailure.check(bank.prepare(bank: Int(number), program: Int(program)))
  }
}

@_cdecl("tactus_bank_preset_count")
package func tactus_bank_preset_count(_ bank: OpaquePointer?) -> Int32 {
  number { Int32(try Bank.kind.object(bank).soundBank.presets.count) }
}

@_cdecl("tactus_bank_preset")
package func tactus_bank_preset(
  _ bank: OpaquePointer?, _ index: Int32, _ preset: UnsafeMutablePointer<tactus_preset>?
) -> Int32 {
  status {
    let presets = try Bank.kind.object(bank).soundBank.presets
    guard presets.indices.contains(Int(index)) else {
      throw CallFailure.argument("there is no preset \(index); there are \(presets.count), counted from 0")
    }
    try tactus_preset(presets[Int(index)]).write(to: required(preset, "preset"), "preset")
  }
}

extension tactus_preset {
  init(_ preset: SoundBank.Preset) {
    self.init()
    (bank, program, layer) = (Int32(preset.bank), Int32(preset.program), Int32(preset.layer))
    withUnsafeMutableBytes(of: &name) { room in
      // truncated between characters; the last byte stays zero
      var cut = Substring(preset.name)
      while cut.utf8.count > room.count - 1 { cut.removeLast() }
      room.copyBytes(from: cut.utf8)
    }
  }
}

@_cdecl("tactus_bank_free")
package func tactus_bank_free(_ bank: OpaquePointer?) { Bank.kind.free(bank) }
