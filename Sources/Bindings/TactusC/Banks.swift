import CTactus
import Tactus

extension SoundBank {
  static let kind = HandleKind<SoundBank>(kind: CTACTUS_BANK, name: "bank")

  /// The built-in bank; created at the first use.
  fileprivate static let builtIn = Result { SoundBank(try SoundFont(Builtins.bank)) }

  /// Prepares a font for playing. Compressed samples need a decoder.
  fileprivate static func bank(of file: FileBytes) throws -> SoundBank {
    let font = try SoundFont(file)
    return SoundBank(font, decoder: try decoder(for: [Layer(font)]))
  }

  fileprivate static func decoder(for layers: [Layer]) throws -> SoundFileLibrary? {
    guard let font = layers.lazy.map(\.font).first(where: { $0.samples.contains { $0.stream != nil } }) else {
      return nil
    }
    do { return try SoundFileLibrary.shared() } catch {
      throw CallFailure(
        TACTUS_ERROR_FORMAT, "\(font.file.name): the samples of this bank are compressed (SF3): \(error)")
    }
  }
}

@_cdecl("tactus_bank_open")
package func tactus_bank_open(_ path: UnsafePointer<CChar>?) -> OpaquePointer? {
  SoundBank.kind.make { try SoundBank.bank(of: FileBytes.opening(path)) }
}

@_cdecl("tactus_bank_open_bytes")
package func tactus_bank_open_bytes(
  _ bytes: UnsafeRawPointer?, _ size: Int, _ release: tactus_release?, _ context: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  SoundBank.kind.make {
    let name = "bank in memory"
    guard let release else { return try SoundBank.bank(of: FileBytes(copying: bytes, size, "bytes", name: name)) }
    guard let bytes, size >= 0 else {
      release(context)
      throw CallFailure.argument(bytes == nil ? "`bytes` is NULL" : "`size` is too large")
    }
    let owner = CallerMemory(release: release, context: context)
    return try SoundBank.bank(
      of: FileBytes(UnsafeRawBufferPointer(start: bytes, count: size), name: name) { _ in owner.end() })
  }
}

/// Memory of the caller.
private struct CallerMemory: @unchecked Sendable {  // the header allows the release on any thread
  let release: tactus_release
  let context: UnsafeMutableRawPointer?

  func end() { release(context) }
}

@_cdecl("tactus_bank_builtin")
package func tactus_bank_builtin() -> OpaquePointer? { SoundBank.kind.make { try SoundBank.builtIn.get() } }

@_cdecl("tactus_bank_stack")
package func tactus_bank_stack(_ layers: UnsafePointer<tactus_layer>?, _ count: Int) -> OpaquePointer? {
  SoundBank.kind.make {
    let layers = try required(layers, "layers")
    guard (1...256).contains(count) else { throw CallFailure.argument("`count` must be between 1 and 256") }
    let stack = try (0..<count).flatMap { index throws -> [SoundBank.Layer] in
      let layer = layers[index]
      guard (-128...65_535).contains(layer.bank_offset) else {
        throw CallFailure.setting("layer \(index): a bank offset of \(layer.bank_offset) is not between -128 and 65535")
      }
      return try SoundBank.kind.object(layer.bank).layers.map {
        SoundBank.Layer(
          $0.font, bankOffset: $0.bankOffset + Int(layer.bank_offset),
          movesDrums: $0.movesDrums && layer.keeps_drums == 0)
      }
    }
    return SoundBank(stack, decoder: try SoundBank.decoder(for: stack))
  }
}

@_cdecl("tactus_bank_for_song")
package func tactus_bank_for_song(_ bank: OpaquePointer?, _ song: OpaquePointer?) -> OpaquePointer? {
  SoundBank.kind.make {
    let (bank, song) = (try SoundBank.kind.object(bank), try Song.kind.object(song))
    guard let own = song.ownBank else { return bank }
    let font = try SoundFont(own.file, range: own.range)
    let stack = bank.layers + [SoundBank.Layer(font, embeddedIn: song.file)]
    return SoundBank(stack, decoder: try SoundBank.decoder(for: stack))
  }
}

@_cdecl("tactus_bank_free")
package func tactus_bank_free(_ bank: OpaquePointer?) {
  SoundBank.kind.free(bank)
  // kept synthesizers refer to the banks that they have played
  SynthPool.shared.empty()
}
