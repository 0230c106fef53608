import TactusDSP

extension BankMaker {
  /// Kit 56: the sound effects on keys 39 to 84, most of them made from existing sounds.
  func effectsKit() -> Kit {
    var kit = Kit()
    addTools(to: &kit)
    addPeople(to: &kit)
    addMachines(to: &kit)
    addNature(to: &kit)
    return kit
  }

  private func addTools(to kit: inout Kit) {
    kit.hit(39, sound("High Q", HandPercussion.highQ), level: -8)
    kit.hit(40, sound("Slap", HandPercussion.slap), level: -4)
    kit.hit(41, sound("Scratch Forth") { HandPercussion.scratch(forth: true) }, level: -8, group: 7)
    kit.hit(42, sound("Scratch Back") { HandPercussion.scratch(forth: false) }, level: -8, group: 7)
    kit.hit(43, sound("Sticks", HandPercussion.sticks), level: -4)
    kit.hit(44, sound("Square Click") { HandPercussion.click(1000, seed: 32) }, level: -6)
    kit.hit(45, sound("Metronome Click") { HandPercussion.click(1900, seed: 33) }, level: -6)
    kit.hit(46, sound("Metronome Bell", Metals.metronomeBell), level: -12)
    kit.hit(47, fretNoise(), level: -10)
    kit.hit(48, fretNoise(), level: -10) {
      $0.sweepToPitch = -900; $0.sweepAttack = 0.2; $0.sweepDecay = 1
    }
    kit.hit(49, fretNoise(), level: -10) {
      $0.sweepToPitch = 900; $0.sweepAttack = 0.2; $0.sweepDecay = 1
    }
    kit.hit(50, sound("Muted Conga", HandPercussion.mutedConga), level: -6, tune: -500)
    kit.hit(51, sound("Plectrum") { HandPercussion.click(700, seed: 51) }, level: -2, tune: -700)
    kit.hit(61, sound("Scratch Forth") { HandPercussion.scratch(forth: true) }, level: -8, tune: -700)
    kit.hit(62, sound("Bell Tree", Metals.bellTree), level: -10)
  }

  private func addPeople(to kit: inout Kit) {
    let voice = Layer(aahs()) {
      $0.attack = 0.01
      $0.release = 0.15
      $0.evened = false
      $0.level = -6
    }
    kit.play(
      52,
      [
        voice.with {
          $0.tremoloRate = 5.2; $0.tremolo = 12; $0.sweepToPitch = 250; $0.sweepDecay = 0.9; $0.decay = 2.2;
          $0.sustain = 100
        }
      ], tune: 400)
    kit.play(
      53,
      [
        voice.with {
          $0.sweepToPitch = 900; $0.sweepAttack = 0.25; $0.sweepDecay = 1.4; $0.sweepSustain = 0.5; $0.vibrato = 60;
          $0.vibratoRate = 7; $0.decay = 3; $0.sustain = 100
        }
      ], tune: 1200)
    kit.hit(54, sound("Slap", HandPercussion.slap), level: -4, tune: -1000)
    let beat = sound("Open Surdo") { HandPercussion.surdo(open: true) }
    kit.hit(55, beat, level: 0, tune: -400) { $0.cutoff = 300 }
    kit.hit(56, sound("Tight Kick", Skins.tightKick), level: -6, tune: 700) { $0.cutoff = 2500 }
    kit.hit(57, sound("Tight Kick", Skins.tightKick), level: -6, tune: 500) { $0.cutoff = 2000 }
    kit.play(58, applause())
    kit.play(
      59,
      [
        Layer(folkReeds()) {
          $0.attack = 0.05; $0.decay = 2; $0.sustain = 100; $0.sweepToPitch = 500; $0.sweepAttack = 0.5;
          $0.vibrato = 120; $0.vibratoRate = 11; $0.cutoff = 2500; $0.resonance = 8
        }
      ], level: -8, tune: -1500)
    kit.hit(60, sound("Standard Kick", Skins.standardKick), level: -3, tune: 300) { $0.reverb = 0.3 }
  }

  private func addMachines(to kit: inout Kit) {
    let engine = Layer(sawtooth()) {
      $0.attack = 0.08
      $0.release = 0.4
      $0.cutoff = 700
      $0.resonance = 5
      $0.tremoloRate = 13
      $0.tremolo = 4
      $0.level = -6
    }
    let roar = weather(
      cutoff: 700, resonance: 2, level: -3, attack: 0.2, release: 0.6, wave: 0.4, cents: 400, decibels: 2)
    kit.play(63, [engine], tune: -2900)
    kit.play(
      64,
      [
        engine.with {
          $0.sweepToPitch = -1200; $0.sweepAttack = 0.7; $0.decay = 2; $0.sustain = 100
        }
      ], tune: 900)
    kit.play(
      65,
      [
        engine.with {
          $0.attack = 0.5; $0.sweepToPitch = -400; $0.sweepAttack = 1; $0.decay = 3; $0.sustain = 100
        }
      ] + roar, tune: -1900)
    kit.hit(66, gunshot(), level: -2, tune: -700) { $0.reverb = 0.3 }
    kit.play(
      67,
      [
        Layer(square()) {
          $0.cutoff = 2200; $0.tremoloRate = 0.6; $0.tremoloToPitch = 450; $0.release = 0.3; $0.level = -8
        }
      ], tune: 900)
    kit.play(
      68,
      roar.map {
        $0.with {
          $0.tremoloRate = 4.4; $0.tremolo = 9; $0.cutoff = 1400
        }
      })
    kit.play(
      69,
      roar.map {
        $0.with {
          $0.cutoff = 400; $0.sweepToCutoff = 3600; $0.sweepAttack = 1.8; $0.sweepDecay = 3; $0.resonance = 7
        }
      })
    kit.play(70, helicopter(), level: 10)
    kit.play(
      71,
      [
        Layer(metalSpectrum()) {
          $0.attack = 0.3; $0.release = 0.8; $0.tremoloRate = 6; $0.tremoloToPitch = 300; $0.level = -4
        }
      ], tune: -700)
    kit.hit(72, gunshot(), level: -2)
    kit.hit(73, gunshot(), level: -4, tune: 600) {
      $0.decay = 0.5; $0.sustain = 100
    }
    kit.hit(74, sound("High Q", HandPercussion.highQ), level: -8, tune: -1700)
    kit.hit(75, gunshot(), level: 0, tune: -1500) {
      $0.cutoff = 1800; $0.reverb = 0.3
    }
  }

  private func addNature(to kit: inout Kit) {
    kit.hit(
      76, sound("Muted Cuica") { HandPercussion.cuica(from: 520, to: 760, seconds: 0.14, seed: 78) }, level: -4,
      tune: -900)
    kit.hit(77, sound("Wood Block", HandPercussion.woodBlock), level: -5, tune: -800)
    kit.play(78, [Layer(birds()) { $0.release = 0.3 }], level: -4)
    kit.play(
      79, weather(cutoff: 9000, resonance: 3, level: 0, attack: 0.6, release: 1.2, wave: 0.5, cents: 200, decibels: 0.5)
    )
    kit.play(
      80,
      weather(cutoff: 260, resonance: 2, level: 10, attack: 0.05, release: 2.5, wave: 3.1, cents: 900, decibels: 5).map
      {
        $0.with {
          $0.decay = 6; $0.sustain = 100
        }
      })
    kit.play(
      81, weather(cutoff: 700, resonance: 15, level: 6, attack: 0.9, release: 1.5, wave: 0.28, cents: 900, decibels: 3))
    kit.play(82, weather(cutoff: 1000, level: 8, attack: 1.4, release: 2, wave: 0.13, cents: 1500, decibels: 7))
    kit.play(
      83, weather(cutoff: 2300, resonance: 9, level: 1, attack: 0.5, release: 1, wave: 3.3, cents: 900, decibels: 1.5))
    kit.play(
      84,
      [
        Layer(sine()) {
          $0.vibrato = 900; $0.vibratoRate = 9; $0.tremoloRate = 5.5; $0.tremolo = 9; $0.release = 0.2; $0.level = -8
        }
      ], tune: 700)
  }
}
