import CPipeWire

/// The description of an audio format in PipeWire's binary form ("plain old data"): an object of properties, each of
/// which is a key and a value, padded to 8 bytes.
package enum PipeWireFormat {
  /// Returns the format "two planes of floats".
  ///
  /// - Parameter sampleRate: frames per second; nil for the rate of the server.
  package static func words(sampleRate: Int?) -> [UInt32] {
    var body: [UInt32] = [UInt32(SPA_TYPE_OBJECT_Format), UInt32(SPA_PARAM_EnumFormat)]
    func add(_ key: Int, _ type: Int, _ value: [UInt32]) {
      body += [UInt32(key), 0, UInt32(value.count * 4), UInt32(type)] + value
      if value.count % 2 != 0 { body.append(0) }
    }
    add(Int(SPA_FORMAT_mediaType), Int(SPA_TYPE_Id), [UInt32(SPA_MEDIA_TYPE_audio)])
    add(Int(SPA_FORMAT_mediaSubtype), Int(SPA_TYPE_Id), [UInt32(SPA_MEDIA_SUBTYPE_raw)])
    add(Int(SPA_FORMAT_AUDIO_format), Int(SPA_TYPE_Id), [UInt32(SPA_AUDIO_FORMAT_F32P)])
    if let sampleRate { add(Int(SPA_FORMAT_AUDIO_rate), Int(SPA_TYPE_Int), [UInt32(clamping: sampleRate)]) }
    add(Int(SPA_FORMAT_AUDIO_channels), Int(SPA_TYPE_Int), [2])
    let sides = [UInt32(SPA_AUDIO_CHANNEL_FL), UInt32(SPA_AUDIO_CHANNEL_FR)]
    add(Int(SPA_FORMAT_AUDIO_position), Int(SPA_TYPE_Array), [4, UInt32(SPA_TYPE_Id)] + sides)
    return [UInt32(body.count * 4), UInt32(SPA_TYPE_Object)] + body
  }

  /// Returns the sample rate of a format that the server has chosen; nil if there is none.
  package static func sampleRate(of format: UnsafeRawPointer) -> Int? {
    func word(_ offset: Int) -> Int { Int(format.load(fromByteOffset: offset, as: UInt32.self)) }
    let size = word(0)
    guard word(4) == Int(SPA_TYPE_Object), size >= 8, size <= 1 << 16, word(8) == Int(SPA_TYPE_OBJECT_Format) else {
      return nil
    }
    var offset = 16
    while offset + 16 <= 8 + size {
      let (key, length, type) = (word(offset), word(offset + 8), word(offset + 12))
      guard length <= 8 + size - offset - 16 else { return nil }
      if key == Int(SPA_FORMAT_AUDIO_rate) {
        if type == Int(SPA_TYPE_Int), length >= 4 { return word(offset + 16) }
        // a choice: its flags, its type, the size and type of the values, and the values, the first of them the default
        if type == Int(SPA_TYPE_Choice), length >= 20 { return word(offset + 32) }
        return nil
      }
      offset += 16 + (length + 7) / 8 * 8
    }
    return nil
  }
}
