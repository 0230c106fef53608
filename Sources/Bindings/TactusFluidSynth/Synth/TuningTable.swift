import Tactus

/// The tuning programs of a synthesizer. The engine forgets them at a reset; FluidSynth does not.
struct TuningTable {
  /// A tuning program's bank and number, each 0…127.
  struct Address: Hashable, Comparable {
    var bank: UInt8
    var program: UInt8

    /// Creates an address, or nil if a number is out of range.
    init?(_ bank: Int32, _ program: Int32) {
      guard (0..<128).contains(bank), (0..<128).contains(program) else { return nil }
      (self.bank, self.program) = (UInt8(bank), UInt8(program))
    }

    static func < (a: Self, b: Self) -> Bool { (a.bank, a.program) < (b.bank, b.program) }
  }

  /// A tuning program: the pitch of each of 128 keys, in cents above key 0 at equal temperament.
  struct Tuning {
    var name: String
    var pitches: [Double] = (0..<128).map { Double($0) * 100 }

    /// The deviations from equal temperament in cents.
    var deviations: [Double] { pitches.enumerated().map { $1 - Double($0) * 100 } }
  }

  private(set) var tunings: [Address: Tuning] = [:]
  /// The tuning programs that an iteration has yet to return.
  var iteration: ArraySlice<Address> = []

  subscript(address: Address) -> Tuning? {
    get { tunings[address] }
    set { tunings[address] = newValue }
  }

  /// The addresses in ascending order.
  var addresses: [Address] { tunings.keys.sorted() }
}

extension FluidSynth {
  /// Changes a tuning program, which is created if necessary. Returns false if the engine has no room for another.
  func change(tuning address: TuningTable.Address, retunes: Bool, _ change: (inout TuningTable.Tuning) -> Void) -> Bool
  {
    withLock {
      var tuning = tunings[address] ?? TuningTable.Tuning(name: "Unnamed")
      change(&tuning)
      let isSet = tuning.deviations.withUnsafeBufferPointer {
        synth.core.pointee.setTuning(bank: address.bank, program: address.program, cents: $0, retunes: retunes)
      }
      guard isSet else { return false }
      tunings[address] = tuning
      return true
    }
  }

  /// Selects the tuning program of a channel; nil selects equal temperament.
  func select(tuning address: TuningTable.Address?, of channel: Int, retunes: Bool) -> Bool {
    if let address, withLock({ tunings[address] }) == nil {
      guard change(tuning: address, retunes: false, { _ in }) else { return false }
    }
    withLock {
      channels[channel].tuning = address
      synth.core.pointee.selectTuning(address.map { ($0.bank, $0.program) }, of: channel, retunes: retunes)
    }
    return true
  }

  /// Follows a tuning message: takes over the tuning programs that it has changed. As in FluidSynth, an octave tuning
  /// replaces a channel's tuning program.
  func followTunings(_ message: [UInt8]) {
    if message.count > 6, message[3] == 8 || message[3] == 9 {
      let mask = Int(message[4] & 3) << 14 | Int(message[5]) << 7 | Int(message[6])
      for channel in channels.indices where mask & 1 << (channel & 15) != 0 {
        synth.core.pointee.selectTuning(nil, of: channel, retunes: message[0] == 0x7F)
      }
    }
    for index in 0..<synth.core.pointee.tuningCount() {
      let (bank, program, cents) = synth.core.pointee.tuning(at: index)
      guard let address = TuningTable.Address(Int32(bank), Int32(program)) else { continue }
      var tuning = tunings[address] ?? TuningTable.Tuning(name: "")
      tuning.pitches = (0..<128).map { Double($0) * 100 + cents[$0] }
      tunings[address] = tuning
    }
  }

  /// Selects the channels' tuning programs again. The engine's channels begin with tuning program 0 of bank 0,
  /// FluidSynth's with none.
  func reselectTunings() {
    for (channel, choice) in channels.enumerated() {
      let tuning = choice.tuning.map { (bank: $0.bank, program: $0.program) }
      synth.core.pointee.selectTuning(tuning, of: channel, retunes: false)
    }
  }

  /// Passes all tuning programs on to the engine again, after a reset.
  func reapplyTunings() {
    for address in tunings.addresses { _ = change(tuning: address, retunes: false) { _ in } }
  }
}
