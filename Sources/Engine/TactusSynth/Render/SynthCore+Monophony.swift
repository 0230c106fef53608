import TactusDSP

// One note at a time: mono mode, the legato pedal, and notes that take over what sounds.
//
// The key struck last sounds; when it goes up, the one below it sounds again. With the legato pedal (or a key named by
// controller 84) what sounds takes the new key without a new attack, where the bank has the same zones for both.

extension SynthCore {
  /// A note-on on a channel that does not play plainly. Gives whether sounding voices have taken the note over.
  mutating func takesOver(_ channel: Int, _ key: UInt8, _ velocity: UInt8) -> Bool {
    let state = channels + channel
    let named = state.pointee.namedKey
    state.pointee.namedKey = -1
    state.pointee.glideKey = named >= 0 ? named : state.pointee.glides ? state.pointee.lastKey : -1
    state.pointee.lastKey = Int32(key)
    if !state.pointee.isMonophonic {
      return named >= 0 && named != Int32(key) && joins(channel, from: UInt8(truncatingIfNeeded: named), to: key)
    }
    let top = state.pointee.held.top
    state.pointee.held.push(key, velocity: velocity)
    let isLegato = named >= 0 || state.pointee.controllers[Channel.legatoPedal] >= 64
    if let top, top.key != key, isLegato, joins(channel, from: top.key, to: key) { return true }
    silence(channel, top?.key)
    return false
  }

  /// A note-off on such a channel. Gives whether the key below has taken over what sounded.
  mutating func givesBack(_ channel: Int, _ key: UInt8) -> Bool {
    let state = channels + channel
    let wasOnTop = state.pointee.held.top?.key == key
    state.pointee.held.remove(key)
    guard wasOnTop, let below = state.pointee.held.top, !holds(channel, below.key) else { return false }
    state.pointee.glideKey = state.pointee.glides ? Int32(key) : -1
    state.pointee.lastKey = Int32(below.key)
    let isLegato = state.pointee.controllers[Channel.legatoPedal] >= 64
    if !isLegato || !joins(channel, from: key, to: below.key) {
      silence(channel, key)
      strike(channel, key: below.key, velocity: below.velocity)
    }
    state.pointee.glideKey = -1
    return true
  }

  /// The legato pedal has moved: the keys that are down now are those it goes on from.
  mutating func gatherHeldKeys(_ channel: Int) {
    let state = channels + channel
    state.pointee.held.count = 0
    guard state.pointee.isMonophonic else { return }
    var last: UInt64 = 0
    while true {
      var next = UInt64.max
      var found = HeldKey()
      forEachVoice(of: channel) { core, index in
        let voice = core.voices + index
        guard voice.pointee.state == .held, voice.pointee.note > last, voice.pointee.note < next else { return }
        next = voice.pointee.note
        found = HeldKey(key: voice.pointee.key, velocity: voice.pointee.velocity)
      }
      guard next != .max else { return }
      state.pointee.held.push(found.key, velocity: found.velocity)
      last = next
    }
  }

  private mutating func holds(_ channel: Int, _ key: UInt8) -> Bool {
    var isHeld = false
    forEachVoice(of: channel, key: key) { core, index in
      isHeld = isHeld || core.voices[index].state == .held
    }
    return isHeld
  }

  /// Fades what a new note displaces: in mono mode all that keys or pedals hold, else what the last key holds.
  private mutating func silence(_ channel: Int, _ key: UInt8?) {
    let isMono = channels[channel].isMono
    forEachVoice(of: channel) { core, index in
      let voice = core.voices + index
      let isDisplaced = isMono ? voice.pointee.state == .sustained : false
      guard isDisplaced || (voice.pointee.state == .held && (isMono || voice.pointee.key == key)) else { return }
      core.fade(index)
    }
  }

  /// Lets the voices that one key holds sound another, if the same zones answer both.
  private mutating func joins(_ channel: Int, from old: UInt8, to new: UInt8) -> Bool {
    guard canJoin(channel, from: old, to: new) else { return false }
    forEachVoice(of: channel, key: old) { core, index in
      if core.voices[index].state == .held { core.move(index, to: new) }
    }
    channels[channel].glideKey = -1
    return true
  }

  private mutating func canJoin(_ channel: Int, from old: UInt8, to new: UInt8) -> Bool {
    let preset = channels[channel].preset
    guard preset >= 0 else { return false }
    let entry = bank.presets[Int(preset)]
    let zones = Int(entry.firstRegion)..<(Int(entry.firstRegion) &+ Int(entry.regionCount))
    var velocity: UInt8 = 0
    var isOfPreset = true
    forEachVoice(of: channel, key: old) { core, index in
      let voice = core.voices + index
      guard voice.pointee.state == .held, let region = voice.pointee.region else { return }
      velocity = voice.pointee.velocity
      let zone = region - core.bank.regions
      if zone < zones.lowerBound || zone >= zones.upperBound { isOfPreset = false }
    }
    guard velocity > 0, isOfPreset else { return false }
    for zone in zones {
      let range = bank.ranges[zone]
      if range.contains(key: old, velocity: velocity) != range.contains(key: new, velocity: velocity) { return false }
    }
    return true
  }

  /// A voice takes another key: at once, which is by a grid point, or gliding.
  private mutating func move(_ index: Int, to key: UInt8) {
    let voice = voices + index
    catchUp(index &>> 3, to: frame)
    let age = voice.pointee.age(at: frame)
    let channel = Int(voice.pointee.channel)
    let source = channels[channel].glideKey
    let before = standing(voice, at: frame).cents + voice.pointee.glide(at: age)
    setKey(index, key)
    if channels[channel].traits & ChannelTraits.isTuned != 0 {
      voice.pointee.tuning = tuning(of: channel, key: key)
    }
    remodulate(index, at: frame)
    groups[index &>> 3].setKind(index & 7, isFiltered: voice.pointee.tone.runsFilter)
    if source >= 0 {
      voice.pointee.from.cents = voice.pointee.to.cents
      glide(voice, cents: before - voice.pointee.to.cents, keys: source &- Int32(key))
    }
    voice.pointee.refresh = frame
    call(index, at: frame)
  }
}
