extension DLSReader {
  /// Numbers the banks of all presets, so that instruments with different MSB and LSB do not hide each other in
  /// whichever order the file has them.
  ///
  /// An instrument has its usual number, unless one with another MSB, LSB or drum flag has it, which is of a lower
  /// rank, or earlier in the file and of the same rank. Then it has 128 · MSB + LSB, the number that the synthesizer
  /// looks for first if a bank select has an MSB. So MSB 0 with LSB 8 is bank 8. MSB 8 with LSB 0 is bank 1,024 beside
  /// it, and bank 8 without it.
  mutating func numberBanks() {
    /// The drum flag, MSB and LSB of the instruments with a number: the bank in the upper 16 bits, the program in the
    /// lower ones.
    var bankSelects: [UInt32: UInt32] = [:]
    for rank in 0...2 {
      for index in parts.presets.indices where headers[index].rank == rank {
        let (header, preset) = (headers[index], parts.presets[index])
        func claim(_ bank: UInt16) -> Bool {
          let number = UInt32(bank) << 16 | UInt32(preset.program)
          guard let other = bankSelects[number] else {
            bankSelects[number] = header.bankSelect
            return true
          }
          return other == header.bankSelect
        }
        guard !claim(header.bank), let exact = header.exactBank, claim(exact) else { continue }
        parts.presets[index] = SoundFont.Preset(bank: exact, program: preset.program, owner: preset.owner)
      }
    }
  }
}
