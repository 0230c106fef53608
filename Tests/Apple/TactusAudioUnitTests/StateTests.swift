#if !canImport(Darwin)
  import AVFAudio
  import Foundation
  import Synchronization
  import TactusAudioUnit
  import TactusPlugin
  import TestSupport
  import Testing

  @Suite struct StateTests {
    @Test("Components are found by their description, and nothing else is made", arguments: AudioUnitComponent.allCases)
    func components(component: AudioUnitComponent) throws {
      #expect(AudioUnitComponent(component.description) == component)
      var other = component.description
      other.componentSubType += 1
      #expect(AudioUnitComponent(other) == nil)
      #expect(throws: NSError.self) { try PluginAudioUnits.make(other) }
      let unit = try PluginAudioUnit(component.description, banks: TestBanks.shared)
      if component != .sampler { #expect(try PluginAudioUnits.make(component.description) is PluginAudioUnit) }
      #expect(unit.midiOutputNames == (component == .sampler ? [] : [component.plugin.name]))
      #expect(unit.supportsMPE == (component == .sampler))
      // the length of a release or an echo is unknown
      #expect(unit.tailTime == (component == .sequencer ? 0 : 120))
      #expect(unit.latency == 0 && unit.virtualMIDICableCount == 1 && !unit.canProcessInPlace)
      #expect(unit.channelCapabilities == [0, 2])
      #expect(unit.inputBusses.count == 0 && unit.outputBusses.count == 1)
      #expect(unit.outputBusses === unit.outputBusses)
    }

    @Test("The tree has all parameters, with their texts, and each way to set one is seen by the others")
    func parameters() throws {
      for component in AudioUnitComponent.allCases {
        let session = try UnitSession(component)
        let tree = try #require(session.unit.parameterTree)
        let descriptors = component.plugin.parameters
        #expect(Set(tree.allParameters.map(\.address)) == Set(descriptors.map { UInt64($0.id) }))
        for descriptor in descriptors {
          let parameter = try #require(session.parameter(descriptor.symbol))
          #expect(parameter.identifier == descriptor.symbol)
          #expect(parameter.value == AUValue(descriptor.defaultValue))
          var value = AUValue(descriptor.range.upperBound)
          #expect(parameter.string(fromValue: &value) == descriptor.text(of: descriptor.range.upperBound))
          #expect(parameter.value(from: descriptor.text(of: descriptor.range.upperBound)) == value)
          parameter.value = value
          #expect(session.value(descriptor.symbol) == Double(value))
        }
      }
    }

    @Test("A state comes back as it was, beyond what floats can hold; one that is wrong changes nothing")
    func state() throws {
      let first = try UnitSession(.arpeggiator, ["arpSwing": 66.7, "arpOctaves": 3, "bypass": 1])
      let state = try #require(first.unit.fullStateForDocument)
      // a host saves it as a property list
      let saved = try PropertyListSerialization.data(fromPropertyList: state, format: .binary, options: 0)
      let read = try #require(
        try PropertyListSerialization.propertyList(from: saved, options: [], format: nil) as? [String: Any])
      let second = try UnitSession(.arpeggiator)
      second.unit.fullStateForDocument = read
      #expect(second.unit.stateError == nil)
      #expect(second.value("arpSwing") == 66.7 && second.value("arpOctaves") == 3)
      #expect(second.unit.shouldBypassEffect)
      #expect(second.unit.plugin.state() == first.unit.plugin.state())

      for wrong in [Data("{".utf8), Data(Plugins.sampler.identifier.utf8), try UnitSession(.sampler).document] {
        var broken = read
        broken[PluginAudioUnit.documentKey] = wrong
        second.set("arpOctaves", 2)
        second.unit.fullState = broken
        #expect(second.unit.stateError != nil)
        #expect(second.value("arpOctaves") == 2)
      }
      // without a document there are the parameters of the base class
      var plain = read
      plain[PluginAudioUnit.documentKey] = nil
      second.unit.fullState = plain
      #expect(second.unit.stateError == nil && second.value("arpOctaves") == 3)
    }

    @Test("Presets of the factory and of users set the parameters, and views hear of it")
    func presets() throws {
      let session = try UnitSession(.arpeggiator)
      let presets = try #require(session.unit.factoryPresets)
      #expect(presets.map(\.name) == Plugins.arpeggiator.presets.map(\.name))
      #expect(presets.map(\.number) == Array(presets.indices))
      var heard: [AUParameterAddress: AUValue] = [:]
      let token = session.unit.parameterTree?.token { heard[$0] = $1 }
      session.unit.currentPreset = presets[2]
      #expect(session.unit.currentPreset === presets[2])
      #expect(session.value("arpRate") == 9 && session.value("arpLatch") == 1)
      #expect(heard[session.address("arpRate")] == 9)
      let user = AUAudioUnitPreset()
      (user.number, user.name) = (-1, "Mine")
      session.set("arpOctaves", 4)
      try session.unit.saveUserPreset(user)
      session.unit.currentPreset = presets[0]
      #expect(session.value("arpOctaves") == 1 && session.value("arpLatch") == 0)
      session.unit.currentPreset = user
      #expect(session.value("arpOctaves") == 4 && session.value("arpRate") == 9)
      let missing = AUAudioUnitPreset()
      missing.number = -2
      session.unit.currentPreset = missing
      #expect(session.unit.currentPreset === user)
      if let token { session.unit.parameterTree?.removeParameterObserver(token) }
    }

    @Test("Bypass is one switch: the parameter, the unit's, and the host's")
    func bypass() throws {
      let session = try UnitSession(.sampler)
      #expect(!session.unit.shouldBypassEffect)
      session.unit.shouldBypassEffect = true
      #expect(session.parameter("bypass")?.value == 1)
      session.parameter("bypass")?.value = 0
      #expect(!session.unit.shouldBypassEffect)
    }

    @Test("Formats that do not fit are refused, and a rate that changes is followed")
    func formats() throws {
      let session = try UnitSession(.sampler)
      let bus = session.unit.outputBusses[0]
      let wrong = [
        AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1),
        AVAudioFormat(standardFormatWithSampleRate: 500, channels: 2),
        AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: false),
        AVAudioFormat(commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 2, interleaved: true),
      ]
      for format in wrong {
        let format = try #require(format)
        #expect(throws: NSError.self) { try bus.setFormat(format) }
      }
      for rate in [4_000, 44_100, 96_000] as [Double] {
        try bus.setFormat(#require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: 2)))
        try session.host.start()
        let plain = PlainPlugin(Plugins.sampler, sampleRate: rate)
        session.schedule([0x90, 60, 100], at: session.host.frame)
        let expected = plain.render(512, PlainPlugin.Input(messages: [(0, [0x90, 60, 100])]))
        #expect(session.host.render(512).sound[0] == expected)
        session.host.stop()
      }
      #expect(session.host.violations == [])
    }

    @Test("What MIDI moves is told to views soon, off the audio thread, and not set again")
    func moved() throws {
      let session = try UnitSession(.sampler)
      let told = Atomic<Int>(-1)
      let address = session.address("program3")
      let token = session.unit.parameterTree?.token { if $0 == address { told.store(Int($1), ordering: .relaxed) } }
      try session.host.start()
      session.schedule([0xC2, 40], at: 0)
      _ = session.host.render(64)
      _ = session.host.render(64)
      eventually { told.load(ordering: .relaxed) >= 0 }
      #expect(told.load(ordering: .relaxed) == 40)
      #expect(session.parameter("program3")?.value == 40)
      session.host.stop()
      if let token { session.unit.parameterTree?.removeParameterObserver(token) }
    }

    @Test("A pattern that is automated is compiled soon; of a host that renders offline, before its next cycle")
    func attention() throws {
      let session = try UnitSession(.sequencer)
      for lane in 1...8 { session.set("lane\(lane)On", 0) }
      session.unit.isRenderingOffline = true
      try session.host.start()
      session.unit.scheduleParameterBlock(0, 0, session.address("lane1On"), 1)
      session.unit.scheduleParameterBlock(0, 0, session.address("lane1Onsets"), 16)
      var count = 0
      for _ in 0..<400 {
        _ = session.host.render(128)
        count += session.host.takeOutputs().count
      }
      // 51,200 frames at 120 are 2.13 beats: sixteenths at 0, 0.25 … 2
      #expect((16...18).contains(count))
      session.host.stop()
      #expect(session.host.violations == [])
    }

    @Test("A reset is silence from the next cycle on, and ends what it has sent")
    func reset() throws {
      let session = try UnitSession.passing()
      try session.host.start()
      session.schedule([0x90, 60, 100], at: 0)
      _ = session.host.render(64)
      session.unit.reset()
      _ = session.host.render(64)
      var held = HeldKeys()
      held.take(session.host.takeOutputs())
      #expect(held.counts.isEmpty && held.orphans == 0)
      session.host.stop()
      let sampler = try UnitSession(.sampler, ["reverb": 0, "chorus": 0])
      try sampler.host.start()
      sampler.schedule([0x90, 60, 100], at: 0)
      #expect(sampler.host.render(512).sound[0][0].contains { $0 != 0 })
      sampler.unit.reset()
      #expect(sampler.host.render(512).sound[0][0].allSatisfy { $0 == 0 })
      sampler.host.stop()
      #expect(session.host.violations + sampler.host.violations == [])
    }
  }

  extension UnitSession {
    fileprivate var document: Data { Data(unit.plugin.state()) }
  }
#endif
