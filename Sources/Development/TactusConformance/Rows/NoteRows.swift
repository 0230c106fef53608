import TactusFiles
import TactusMIDI

/// Notes, pedals, exclusive classes and channel mode messages, measured by the number of audible voices.
enum NoteRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.notes, "SF2.04 §8.1.2 #57", .leftAmplitude(2_000..<3_000), tolerance: 1e-4)
    addExclusiveClasses(&list)
    addFrames(&list)
    addPedals(&list)
    addModeMessages(&list)
    return list.rows
  }()

  private static func steady(
    _ generators: KeyValuePairs<GeneratorKind, Int16> = [:], before: [ChannelMessage] = [],
    then later: (frame: Int, message: ChannelMessage)...
  ) -> Trial {
    Trial(.steady, generators) {
      $0.before = before
      $0.later = later
    }
  }

  private static func addExclusiveClasses(_ list: inout RowList) {
    let classes = ConformanceRow.Subject.generator(.exclusiveClass)
    let second = (frame: 1_000, message: ChannelMessage.noteOn(61))
    list.add("no class: two notes sound", 2, steady(then: second), of: .messages)
    list.add(
      "exclusiveClass 1: the second note ends the first", 1, steady([.exclusiveClass: 1], then: second), of: classes)
    list.add(
      "exclusiveClass 1: the first is gone after 12 ms", 1, steady([.exclusiveClass: 1], then: second), of: classes,
      by: .leftAmplitude(1_580..<1_600))
    list.add(
      "exclusiveClass 1 ends the first by a fade: greatest step", 0, steady([.exclusiveClass: 1], then: second),
      by: .step(1_002..<1_600), within: 0.05)
    list.add(
      "exclusiveClass 1: zones of one note sound together", 2,
      Trial(.steady, [.exclusiveClass: 1]) { $0.layers.append($0.layers[0]) })
    var two = Trial(.steady, [.exclusiveClass: 1])
    two.layers.append(.init(.steady, [.exclusiveClass: 2]))
    two.layers[0].keys = .init(low: 0, high: 60)
    two.layers[1].keys = .init(low: 61, high: 127)
    two.later = [second]
    list.add("exclusiveClass 1 and 2: two notes sound", 2, two)
    list.add(
      "exclusiveClass 1 on two channels: two notes sound", 2,
      steady(
        [.exclusiveClass: 1], before: [.init(status: 0xB1, 7, 127), .init(status: 0xB1, 10, 0)],
        then: (1_000, .init(status: 0x91, 61, 127))))
  }

  private static func addFrames(_ list: inout RowList) {
    list.source = "MIDI 1.0; frame law"
    for frame in [1, 63, 64, 777, 1_023] {
      var late = steady(then: (frame, .noteOn(61)))
      late.layers[0].keys = .init(low: 61, high: 61)
      list.add("a note at frame \(frame): its first frame", Double(frame), late, of: .messages, by: .firstFrame)
    }
    list.add("the same key struck again: the first note is released", 1, steady(then: (1_000, .noteOn(60))))
    list.add("a note-on of velocity 0 ends the note", 0, steady(then: (1_000, .noteOn(60, 0))), of: .messages)
    list.add("a note-off of another key", 1, steady(then: (1_000, .noteOff(61))))
    list.add(
      "volume 64 at frame 1000 is reached at frame 1088", SystemMath.power(64.0 / 127, 2),
      steady(then: (1_000, .controller(7, 64))), of: .messages, by: .amplitude(at: 1_088),
      from: "a multiple of 64 frames, 32 to 95 later")
    list.add(
      "volume 64 at frame 1000 does not step: greatest step", 0, steady(then: (1_000, .controller(7, 64))),
      by: .step(900..<1_100), within: 0.01, from: "a multiple of 64 frames, 32 to 95 later")
  }

  private static func addPedals(_ list: inout RowList) {
    list.source = "MIDI 1.0, CC 64"
    let off = (frame: 1_000, message: ChannelMessage.noteOff(60))
    list.add("note-off", 0, steady(then: off), of: .messages, from: "MIDI 1.0")
    list.add("note-off, sustain pedal at 64", 1, steady(before: [.controller(64, 64)], then: off))
    list.add("note-off, sustain pedal at 63", 0, steady(before: [.controller(64, 63)], then: off), of: .messages)
    list.add(
      "note-off, sustain pedal lifted at 1500", 0,
      steady(before: [.controller(64, 127)], then: off, (1_500, .controller(64, 0))), of: .messages)
    list.source = "MIDI 1.0, CC 66"
    list.add("note-off, sostenuto pressed before it", 1, steady(then: (500, .controller(66, 127)), off))
    list.add(
      "note-off, sostenuto pressed before the note", 0, steady(before: [.controller(66, 127)], then: off), of: .messages
    )
    list.add(
      "note-off, sostenuto lifted at 1500", 0,
      steady(then: (500, .controller(66, 127)), off, (1_500, .controller(66, 0))),
      of: .messages)
    list.add(
      "a note that starts with the soft pedal down", SystemMath.power(10, -4.0 / 20),
      steady(before: [.controller(67, 127)]), of: .messages, from: "CC 67 (−4 dB, see Deviations)")
  }

  private static func addModeMessages(_ list: inout RowList) {
    list.source = "MIDI 1.0, channel mode"
    let pedal = [ChannelMessage.controller(64, 127)]
    list.add(
      "CC 120 silences, pedal or not", 0, steady(before: pedal, then: (1_000, .controller(120, 0))), of: .messages)
    list.add("CC 123 releases", 0, steady(then: (1_000, .controller(123, 0))), of: .messages)
    list.add("CC 123 with the pedal down", 1, steady(before: pedal, then: (1_000, .controller(123, 0))))
    list.source = "RP-015"
    list.add(
      "CC 121 puts expression back", 1, steady(before: [.controller(11, 10)], then: (1_000, .controller(121, 0))))
    list.add(
      "CC 121 leaves the volume", SystemMath.power(64.0 / 127, 2),
      steady(before: [.controller(7, 64)], then: (1_000, .controller(121, 0))), of: .messages)
    list.add(
      "CC 121 lifts the pedal", 0,
      steady(before: pedal, then: (1_000, .noteOff(60)), (1_500, .controller(121, 0))), of: .messages)
  }
}
