extension ChannelMessage: CustomStringConvertible {
  /// A readable form: the port, the channel (1…16) and the meaning.
  public var description: String {
    let address = port == 0 ? "" : "port \(port + 1) "
    switch word0 >> 28 {
    case 1: return address + (SystemMessageName.words(of: self) ?? "system message \(status.hexadecimal)")
    case 2: return "\(address)ch \(channel + 1) \(midi1Words)"
    case 3:
      let bytes = (0..<packetByteCount).map { packetByte($0).hexadecimal }
      return (["\(address)system exclusive"] + bytes).joined(separator: " ") + formWords
    case 4: return "\(address)ch \(channel + 1) \(midi2Words)"
    default: return "packet of type \(word0 >> 28)"
    }
  }

  private var formWords: String {
    switch packetForm {
    case .whole: ""
    case .start: " … (first)"
    case .middle: " … (middle)"
    case .end: " (last)"
    case nil: " (of no known form)"
    }
  }

  /// Describes a MIDI 1.0 channel message.
  private var midi1Words: String {
    switch kind {
    case .noteOff: "note off \(KeyName.nameAndNumber(data1)) velocity \(data2)"
    case .noteOn: "note on \(KeyName.nameAndNumber(data1)) velocity \(data2)"
    case .keyPressure: "key pressure \(KeyName.nameAndNumber(data1)) \(data2)"
    case .controller: "\(Self.controllerWords(data1)) = \(data2)"
    case .program: programWords(data1)
    case .channelPressure: "pressure \(data1)"
    case .pitchBend: "pitch wheel \(pitchBend - 8192)"
    case nil: "status \(status.hexadecimal)"
    }
  }

  /// Describes a MIDI 2.0 channel message.
  private var midi2Words: String {
    let key = KeyName.nameAndNumber(data1)
    let index = UInt8(truncatingIfNeeded: word0)
    switch status & 0xF0 {
    case 0x00: return "controller \(perNoteWords(index)) of \(key) = \(word1)"
    case 0x10: return "assignable controller \(index) of \(key) = \(word1)"
    case 0x20: return registeredWords + " = \(word1)"
    case 0x30: return "NRPN \(data1)/\(data2) = \(word1)"
    case 0x40: return registeredWords + " changed by \(Int32(bitPattern: word1))"
    case 0x50: return "NRPN \(data1)/\(data2) changed by \(Int32(bitPattern: word1))"
    case 0x60: return "pitch of \(key) \(Int64(word1) - 0x8000_0000)"
    case 0x80: return "note off \(key) velocity \(word1 >> 16)" + attributeWords(index)
    case 0x90: return "note on \(key) velocity \(word1 >> 16)" + attributeWords(index)
    case 0xA0: return "key pressure \(key) \(word1)"
    case 0xB0: return "\(Self.controllerWords(data1)) = \(word1)"
    case 0xC0:
      let bank = index & 1 == 1 ? " of bank \(word1 >> 8 & 127)/\(word1 & 127)" : ""
      return programWords(UInt8(truncatingIfNeeded: word1 >> 24) & 127) + bank
    case 0xD0: return "pressure \(word1)"
    case 0xE0: return "pitch wheel \(Int64(word1) - 0x8000_0000)"
    case 0xF0:
      return "note management of \(key)" + (index & 2 != 0 ? ", detach" : "") + (index & 1 != 0 ? ", reset" : "")
    default: return "status \(status.hexadecimal)"
    }
  }

  private static func controllerWords(_ number: UInt8) -> String {
    "controller \(number)" + (ControllerName.name(number).map { " \($0)" } ?? "")
  }

  private func perNoteWords(_ number: UInt8) -> String {
    "\(number)" + (ControllerName.perNoteName(number).map { " \($0)" } ?? "")
  }

  /// On the drum channel a program selects a kit, so the melodic program name is left out.
  private func programWords(_ number: UInt8) -> String {
    "program \(number)" + (channel == 9 ? "" : " \(GeneralMIDI.programName(Int(number)))")
  }

  private func attributeWords(_ type: UInt8) -> String {
    let value = UInt16(truncatingIfNeeded: word1)
    switch type {
    case 0: return ""
    case 3: return " pitch \(KeyName.name(UInt8(value >> 9))) + \(value & 511)/512"
    default: return " attribute \(type) = \(value)"
    }
  }

  /// Describes the registered parameter of a MIDI 2.0 message: "RPN 0/0 pitch bend range".
  private var registeredWords: String {
    let name = ParameterName.name(UInt16(data1) << 7 | UInt16(data2)).map { " \($0)" } ?? ""
    return "RPN \(data1)/\(data2)\(name)"
  }
}
