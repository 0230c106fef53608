import Tactus

/// The settings that messages have made on a channel, stored so that they can be restored at another sample rate.
struct PartState {
  private let controllers: [UInt8]
  private let bend: Int
  private let bendRange: Double
  private let preset: (bank: Int, program: Int)
  private let isDrums: Bool
  private let isMono: Bool
  private let generators: [Double]

  init(of part: Int, _ core: UnsafeMutablePointer<LiveCore>) {
    controllers = (0..<120).map { core.pointee.controller($0, of: part) }
    bend = core.pointee.pitchBend(of: part)
    bendRange = core.pointee.bendRange(of: part)
    preset = core.pointee.selectedPreset(of: part)
    isDrums = core.pointee.isDrums(part)
    isMono = core.pointee.isMono(part)
    generators = (0..<60).map { core.pointee.generatorOffset($0, of: part) }
  }

  func restore(_ part: Int, _ core: UnsafeMutablePointer<LiveCore>) {
    let (port, channel) = (UInt8(part >> 4), UInt8(part & 15))
    func send(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) {
      core.pointee.receive(ChannelMessage(status: status | channel, data1, data2, port: port))
    }
    core.pointee.setDrums(isDrums, of: part)
    // all controllers except data entry, the source key of portamento, and the selection of parameters
    for number in 0..<120 where ![6, 38, 84].contains(number) && !(96...101).contains(number) {
      if core.pointee.controller(number, of: part) != controllers[number] {
        send(0xB0, UInt8(number), controllers[number])
      }
    }
    if isMono { send(0xB0, 126, 1) }
    for (generator, offset) in generators.enumerated() where offset != 0 {
      core.pointee.setGeneratorOffset(offset, generator: generator, of: part)
    }
    send(0xE0, UInt8(bend & 127), UInt8(bend >> 7))
    core.pointee.setBendRange(bendRange, of: part)
    core.pointee.selectPreset(bank: preset.bank, program: preset.program, of: part)
  }
}
