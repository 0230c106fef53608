import TactusDSP
import TactusMIDI
import TactusRealtime

// Universal system-exclusive messages: General MIDI, device control; tunings are in ChannelState+TuningMessages.

extension ChannelState {
  /// Applies a universal message for any device number: songs contain 7F, 10, 00 and other numbers, but always mean the
  /// device that plays them.
  mutating func performUniversal(_ data: ExclusiveData, port: Int) -> ExclusiveOutcome {
    switch (data[0], data[2]) {
    case (0x7E, 0x09): return performGeneralMIDI(data[3], port: port)
    case (0x7F, 0x04): return performDeviceControl(data)
    case (0x7F, 0x0A): return performKeyControllers(data, port: port)
    case (0x7E, 0x06): return queue(inquiry: data)
    case (_, 0x08):
      if tune(data.bytes, data.count, port: port) { return .understood }
      return queue(inquiry: data)
    default: return .ignored
    }
  }

  /// Passes an inquiry to the control side, which answers it.
  private func queue(inquiry data: ExclusiveData) -> ExclusiveOutcome {
    let bytes = UnsafeBufferPointer(start: data.bytes, count: data.count)
    guard let inquiries, let inquiry = DeviceInquiry(bytes) else { return .ignored }
    return inquiries.push(inquiry) ? .understood : .ignored
  }

  private mutating func performGeneralMIDI(_ kind: UInt8, port: Int) -> ExclusiveOutcome {
    switch kind {
    case 1: resetPort(port, .gm)
    case 2: resetPort(port, startSystem)
    case 3: resetPort(port, .gm2)
    default: return .ignored
    }
    return .understood
  }

  // MARK: Device control

  private mutating func performDeviceControl(_ data: ExclusiveData) -> ExclusiveOutcome {
    guard data.count >= 6 else { return .ignored }
    let value = data.value14(4)
    switch data[3] {
    case 1: master.volume = Double(value) / 16_383
    case 2: setBalance(Double(value &- 8_192) / (value < 8_192 ? 8_192 : 8_191))
    case 3: setMasterTuning(fine: Double(value &- 8_192) * (100.0 / 8_192))
    case 4: setMasterTuning(coarse: Double(Int(data[5]) &- 64) * 100)
    case 5: return performGlobalParameters(data)
    default: return .ignored
    }
    return .understood
  }

  mutating func setBalance(_ balance: Double) { master.balance = max(-1, min(1, balance)) }

  /// Sets the master fine tuning in cents, for all parts.
  mutating func setMasterTuning(fine: Double) {
    master.fineTuning = fine
    applyMasterTuning()
  }

  /// Sets the master coarse tuning in cents, for all parts except drums.
  mutating func setMasterTuning(coarse: Double) {
    master.coarseTuning = coarse
    applyMasterTuning()
  }

  /// `7F dev 04 05 paths idWidth valueWidth (path path)… (id… value…)…`: GM2's reverb (0101) and chorus (0102).
  ///
  /// Source: CA-024, GM2 specification 1.2.
  private mutating func performGlobalParameters(_ data: ExclusiveData) -> ExclusiveOutcome {
    guard data.count >= 9, data[4] == 1, data[5] > 0, data[6] > 0, data[7] == 1 else { return .ignored }
    let idWidth = Int(data[5])
    let width = idWidth &+ Int(data[6])
    var outcome = ExclusiveOutcome.ignored
    var index = 9
    while index &+ width <= data.count {
      // In every GM2 parameter, only the last byte of the id and the last byte of the value can be nonzero.
      let id = data[index &+ idWidth &- 1]
      let value = data[index &+ width &- 1]
      switch data[8] {
      case 1 where setGM2Reverb(id, value): outcome = .understood
      case 2 where setGM2Chorus(id, value): outcome = .understood
      default: break
      }
      index &+= width
    }
    return outcome
  }

  private mutating func setGM2Reverb(_ id: UInt8, _ value: UInt8) -> Bool {
    switch id {
    case 0:
      guard let room = ReverbSettings(gsMacro: value == 8 ? 5 : value == 5 ? 127 : value) else { return false }
      master.reverb.choose(room, level: nil)
    case 1: master.reverb.setTime(seconds: GM2Scale.reverbTime(value))
    default: return false
    }
    return true
  }

  private mutating func setGM2Chorus(_ id: UInt8, _ value: UInt8) -> Bool {
    switch id {
    case 0:
      guard let chorus = ChorusSettings(gsMacro: value) else { return false }
      master.chorus.choose(chorus, level: nil)
    case 1: master.chorus.settings.rate = GM2Scale.rate(value)
    case 2: master.chorus.settings.depth = GM2Scale.depth(value)
    case 3: master.chorus.settings.feedback = GM2Scale.feedback(value)
    case 4: master.chorus.settings.reverbSend = GM2Scale.send(value)
    default: return false
    }
    return true
  }
}
