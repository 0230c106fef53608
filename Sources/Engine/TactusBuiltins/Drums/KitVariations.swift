import TactusDSP

extension BankMaker {
  /// The standard kit in a live room.
  func roomKit(_ standard: Kit) -> Kit {
    var kit = standard
    kit.hit(36, sound("Standard Kick", Skins.standardKick), tune: -80)
    kit.hit(38, sound("Fat Snare", Skins.fatSnare), level: -1, tune: 80) { $0.velocityToCutoff = 3600 }
    kit.change(35...38) { $0.reverb = 0.16 }
    kit.change(40...50) {
      $0.tune -= 120
      $0.reverb = 0.2
    }
    kit.change(42...42) { $0.tune += 120 }
    kit.change(44...44) { $0.tune += 120 }
    kit.change(46...46) { $0.tune += 120 }
    return kit
  }

  func powerKit(_ standard: Kit) -> Kit {
    var kit = roomKit(standard)
    kit.hit(35, sound("Power Kick", Skins.powerKick), level: -2, tune: -120)
    kit.hit(36, sound("Power Kick", Skins.powerKick), level: -2)
    kit.hit(38, sound("Fat Snare", Skins.fatSnare), level: -1) { $0.reverb = 0.25 }
    kit.hit(40, sound("Fat Snare", Skins.fatSnare), level: -1, tune: -200) { $0.reverb = 0.25 }
    return kit
  }

  func electronicKit(_ standard: Kit) -> Kit {
    var kit = standard
    let kick = sound("Electronic Kick", Skins.electronicKick)
    let snare = sound("Electronic Snare", Skins.electronicSnare)
    let tom = sound("Electronic Tom", Skins.electronicTom)
    kit.hit(35, kick, level: -2, tune: -200)
    kit.hit(36, kick, level: -2)
    kit.hit(38, snare, level: -1)
    kit.hit(40, snare, level: -1, tune: -300)
    for (index, key) in [41, 43, 45, 47, 48, 50].enumerated() {
      kit.hit(key, tom, level: -4, tune: index * 220 - 400, pan: 0.5 - Double(index) * 0.2)
    }
    // Drum notes are short, so the reverse cymbal swells faster than in the melodic program.
    kit.play(
      52,
      reverseCymbal().map {
        $0.with {
          $0.attack = 0.3
          $0.sweepAttack = 0.3
          $0.release = 0.8
        }
      })
    return kit
  }

  func analogueKit(_ standard: Kit) -> Kit {
    var kit = standard
    let kick = sound("Boom Kick", Skins.boomKick)
    let snare = sound("Analogue Snare", Skins.analogueSnare)
    let tom = sound("Analogue Tom", Skins.analogueTom)
    let closed = sound("Analogue Closed Hat", Metals.analogueClosedHat)
    let open = sound("Analogue Open Hat", Metals.analogueOpenHat)
    kit.hit(35, kick, level: 0, tune: -150)
    kit.hit(36, kick, level: 0)
    kit.hit(37, sound("Claves", HandPercussion.claves), level: -8, tune: -500)
    kit.hit(38, snare, level: -2)
    kit.hit(40, snare, level: -2, tune: 250)
    kit.hit(42, closed, level: -3, pan: -0.2, group: 1)
    kit.hit(44, closed, level: -4, tune: 60, pan: -0.2, group: 1)
    kit.hit(46, open, level: -5, pan: -0.2, group: 1)
    for (index, key) in [41, 43, 45, 47, 48, 50].enumerated() {
      kit.hit(key, tom, level: -3, tune: index * 240 - 300, pan: 0.5 - Double(index) * 0.2)
    }
    kit.hit(56, sound("Analogue Cowbell", Metals.analogueCowbell), level: -8, pan: 0.15)
    for (index, key) in [62, 63, 64].enumerated() {
      kit.hit(key, tom, level: -6, tune: 1300 - index * 350, pan: -0.3) {
        $0.decay = 1.2; $0.sustain = 100
      }
    }
    kit.hit(49, sound("Crash", Metals.crash), level: -9, tune: 200, pan: -0.2) { $0.cutoff = 9000 }
    return kit
  }

  /// The jazz kit: lighter drums, tuned higher and played more quietly.
  func jazzKit(_ standard: Kit) -> Kit {
    var kit = standard
    kit.hit(35, sound("Tight Kick", Skins.tightKick), level: -3, tune: 60)
    kit.hit(36, sound("Tight Kick", Skins.tightKick), level: -2, tune: 180) { $0.cutoff = 5000 }
    kit.hit(38, sound("Standard Snare") { Skins.standardSnare() }, level: -3, tune: 140) { $0.velocityToCutoff = 4200 }
    kit.hit(40, sound("Standard Snare") { Skins.standardSnare() }, level: -3, tune: -60) { $0.velocityToCutoff = 4200 }
    for key in [41, 43, 45, 47, 48, 50] {
      kit.change(key...key) {
        $0.tune += 200
        $0.cutoff = 6000
      }
    }
    kit.change(51...51) { $0.level += 2 }
    return kit
  }

  func brushKit(_ standard: Kit) -> Kit {
    var kit = jazzKit(standard)
    kit.hit(38, sound("Brush Tap", Skins.brushTap), level: -4)
    kit.hit(39, sound("Brush Tap", Skins.brushTap), level: -3, tune: -250)
    kit.hit(40, sound("Brush Swirl", Skins.brushSwirl), level: -9)
    for key in [42, 44, 46, 51, 53, 59] { kit.change(key...key) { $0.cutoff = 9000 } }
    return kit
  }

  /// The orchestra kit: concert drums, and timpani from F2 to F3 on keys 41 to 53.
  func orchestraKit(_ standard: Kit) -> Kit {
    var kit = standard
    for (key, from) in [(27, 42), (28, 44), (29, 46), (30, 51)] {
      kit.move(from, to: key)
    }
    kit.hit(35, sound("Concert Bass Drum", Skins.concertBassDrum), level: 0)
    kit.hit(36, sound("Concert Bass Drum", Skins.concertBassDrum), level: -1, tune: 250)
    kit.hit(38, sound("Standard Snare") { Skins.standardSnare() }, level: -3, tune: 60) { $0.reverb = 0.2 }
    kit.hit(39, sound("Castanets", HandPercussion.castanets), level: -9)
    kit.hit(40, sound("Standard Snare") { Skins.standardSnare() }, level: -3, tune: -140) { $0.reverb = 0.2 }
    let kettle = timpani()
    for key in 41...53 { kit.play(key, kettle, level: -2, fixedKey: key) }
    let crash = sound("Crash", Metals.crash)
    for (key, tune) in [(55, 0), (57, -250), (59, -120)] {
      kit.hit(key, crash, level: -6, tune: tune) { $0.reverb = 0.25 }
    }
    kit.play(88, applause())
    return kit
  }
}
