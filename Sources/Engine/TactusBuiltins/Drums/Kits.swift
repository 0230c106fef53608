import TactusDSP

extension BankMaker {
  /// The drum kits of bank 128.
  func addKits() {
    let standard = standardKit()
    kit(0, "Standard Kit", standard)
    kit(8, "Room Kit", roomKit(standard))
    kit(16, "Power Kit", powerKit(standard))
    kit(24, "Electronic Kit", electronicKit(standard))
    kit(25, "TR-808 Kit", analogueKit(standard))
    kit(32, "Jazz Kit", jazzKit(standard))
    kit(40, "Brush Kit", brushKit(standard))
    kit(48, "Orchestra Kit", orchestraKit(standard))
    kit(56, "SFX Kit", effectsKit())
  }

  private func highTom() -> SampleSet { sound("High Tom") { Skins.tom(165, seconds: 0.7, seed: 50) } }

  private func standardKit() -> Kit {
    var kit = Kit()
    addDrums(to: &kit)
    addCymbals(to: &kit)
    addLatin(to: &kit)
    addSmall(to: &kit)
    return kit
  }

  private func addDrums(to kit: inout Kit) {
    kit.hit(35, sound("Tight Kick", Skins.tightKick))
    kit.hit(36, sound("Standard Kick", Skins.standardKick), level: -2.7)
    kit.hit(37, sound("Side Stick", Skins.sideStick), level: 0, pan: 0.05)
    kit.hit(38, sound("Standard Snare") { Skins.standardSnare() }, level: -1) { $0.velocityToCutoff = 3600 }
    kit.soften(38, sound("Standard Snare soft") { Skins.standardSnare(hard: false) })
    kit.alternate(38, with: sound("Standard Snare other") { Skins.standardSnare(seed: 39) })
    kit.hit(39, sound("Clap", Skins.clap), level: 1, pan: -0.1)
    kit.hit(40, sound("Fat Snare", Skins.fatSnare), level: -2) { $0.velocityToCutoff = 3600 }
    // The keys 41, 43, 45, 47, 48 and 50, from the low floor tom to the high tom.
    let toms = [(41, -500, 0.55), (43, -300, 0.4), (45, 0, 0.2), (47, 200, 0.0), (48, -200, -0.2), (50, 100, -0.35)]
    for (key, tune, pan) in toms { kit.hit(key, key < 48 ? lowTom() : highTom(), level: -5, tune: tune, pan: pan) }
  }

  private func addCymbals(to kit: inout Kit) {
    let crash = sound("Crash", Metals.crash)
    let ride = sound("Ride", Metals.ride)
    kit.hit(42, sound("Closed Hat") { Metals.closedHat() }, level: -4, pan: -0.25, group: 1)
    kit.alternate(42, with: sound("Closed Hat other") { Metals.closedHat(seed: 43) })
    kit.hit(44, sound("Pedal Hat", Metals.pedalHat), level: -6, pan: -0.25, group: 1)
    kit.hit(46, sound("Open Hat", Metals.openHat), level: -7, pan: -0.25, group: 1)
    kit.hit(49, crash, level: -2, pan: -0.35)
    kit.hit(51, ride, level: -9, pan: 0.35)
    kit.hit(52, sound("China", Metals.china), level: -2, pan: 0.45)
    kit.hit(53, sound("Ride Bell", Metals.rideBell), level: -9, pan: 0.35)
    kit.hit(55, crash, level: -5, tune: 420, pan: -0.1) {
      $0.decay = 2.6; $0.release = 2.6
    }
    kit.hit(57, crash, level: -2, tune: -180, pan: 0.4)
    kit.hit(59, ride, level: -9, tune: 160, pan: 0.3)
  }

  private func addLatin(to kit: inout Kit) {
    let bongo = sound("Bongo", HandPercussion.bongo)
    let conga = sound("Open Conga", HandPercussion.openConga)
    let timbale = sound("Timbale", HandPercussion.timbale)
    let agogo = sound("Agogo", Metals.agogo)
    kit.hit(54, sound("Tambourine", Metals.tambourine), level: -1, pan: 0.2)
    kit.hit(56, sound("Cowbell", Metals.cowbell), level: -3, pan: 0.15)
    kit.hit(58, sound("Vibraslap", Metals.vibraslap), level: -1, pan: -0.3)
    kit.hit(60, bongo, level: -1, pan: 0.3)
    kit.hit(61, bongo, level: -1, tune: -500, pan: 0.25)
    kit.hit(62, sound("Muted Conga", HandPercussion.mutedConga), level: 0, pan: -0.3)
    kit.hit(63, conga, level: -3, pan: -0.3)
    kit.hit(64, conga, level: -2, tune: -450, pan: -0.35)
    kit.hit(65, timbale, level: 0, pan: 0.3)
    kit.hit(66, timbale, level: 0, tune: -500, pan: 0.3)
    kit.hit(67, agogo, level: -5, pan: -0.4)
    kit.hit(68, agogo, level: -5, tune: -500, pan: -0.4)
    kit.hit(
      78, sound("Muted Cuica") { HandPercussion.cuica(from: 520, to: 760, seconds: 0.14, seed: 78) }, level: -3,
      pan: 0.2, group: 4)
    kit.hit(
      79, sound("Open Cuica") { HandPercussion.cuica(from: 430, to: 300, seconds: 0.3, seed: 79) }, level: -3, pan: 0.2,
      group: 4)
    kit.hit(86, sound("Muted Surdo") { HandPercussion.surdo(open: false) }, level: 0, group: 6)
    kit.hit(87, sound("Open Surdo") { HandPercussion.surdo(open: true) }, level: 0, group: 6)
  }

  private func addSmall(to kit: inout Kit) {
    kit.hit(69, sound("Cabasa", HandPercussion.cabasa), level: -3, pan: -0.3)
    kit.hit(70, sound("Maracas") { HandPercussion.shell(6800, 0.07, seed: 70) }, level: -3, pan: -0.25)
    let whistle = sound("Whistle", HandPercussion.whistle)
    kit.hit(71, whistle, level: 0, pan: 0.2, group: 2) {
      $0.decay = 0.7; $0.sustain = 100; $0.hold = 0.08; $0.attack = 0.008; $0.release = 0.7
    }
    kit.hit(72, whistle, level: 0, pan: 0.2, group: 2) {
      $0.decay = 0.8; $0.sustain = 100; $0.hold = 0.45; $0.attack = 0.01; $0.release = 0.9
    }
    kit.hit(
      73, sound("Short Guiro") { HandPercussion.guiro(0.13, notches: 9, seed: 73) }, level: -1, pan: 0.3, group: 3)
    kit.hit(
      74, sound("Long Guiro") { HandPercussion.guiro(0.7, notches: 34, seed: 74) }, level: -1, pan: 0.3, group: 3)
    kit.hit(75, sound("Claves", HandPercussion.claves), level: -2, pan: 0.25)
    let block = sound("Wood Block", HandPercussion.woodBlock)
    kit.hit(76, block, level: 0, pan: -0.25)
    kit.hit(77, block, level: 0, tune: -450, pan: -0.25)
    let triangle = sound("Triangle", Metals.triangle)
    kit.hit(80, triangle, level: -4, pan: -0.3, group: 5) {
      $0.decay = 0.28; $0.sustain = 100; $0.release = 0.28
    }
    kit.hit(81, triangle, level: -5, pan: -0.3, group: 5)
    kit.hit(82, sound("Shaker") { HandPercussion.shell(5600, 0.12, seed: 82) }, level: -4, pan: 0.3)
    kit.hit(83, sound("Jingle Bells", Metals.jingleBells), level: -4, pan: -0.2)
    kit.hit(84, sound("Bell Tree", Metals.bellTree), level: -4, pan: 0.2)
    kit.hit(85, sound("Castanets", HandPercussion.castanets), level: -5, pan: 0.2)
    kit.hit(27, sound("High Q", HandPercussion.highQ), level: -3)
    kit.hit(28, sound("Slap", HandPercussion.slap), level: 1)
    kit.hit(29, sound("Scratch Forth") { HandPercussion.scratch(forth: true) }, level: -7, group: 7)
    kit.hit(30, sound("Scratch Back") { HandPercussion.scratch(forth: false) }, level: -7, group: 7)
    kit.hit(31, sound("Sticks", HandPercussion.sticks), level: -2)
    kit.hit(32, sound("Square Click") { HandPercussion.click(1000, seed: 32) }, level: -6)
    kit.hit(33, sound("Metronome Click") { HandPercussion.click(1900, seed: 33) }, level: -6)
    kit.hit(34, sound("Metronome Bell", Metals.metronomeBell), level: -5)
  }
}
