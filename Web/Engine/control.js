/**
 * What prepares playback: it gives a player its banks, songs and MIDI effects. It runs in the worker if memory is shared,
 * otherwise in the worklet.
 */
export class Control {
  /** The song that plays. */
  song = null

  constructor(engine, player, banks) {
    this.engine = engine
    this.player = player
    /** The opened banks by their numbers. */
    this.banks = banks
  }

  /** Plays a bank, or several stacked ones. */
  useBanks({ layers }) {
    const opened = layers.map(({ bank, offset }) => ({ bank: this.banks.get(bank), offset }))
    const isOne = opened.length === 1 && !opened[0].offset
    const bank = isOne ? opened[0].bank : this.engine.stack(opened)
    this.player.setBank(bank)
    if (!isOne) bank.release()
    if (this.song) this.player.prepareSong(this.song)
  }

  /** Plays a song, or another version of it. */
  playSong(song, hasNewPresets) {
    if (hasNewPresets) this.player.prepareSong(song)
    this.player.setSong(song)
    this.song = song
  }

  /** Plays MIDI effects. */
  setChain({ bytes }) {
    const chain = bytes ? this.engine.chain(bytes) : null
    try {
      this.player.setChain(chain)
    } finally {
      chain?.release()
    }
  }

  /** Prepares a preset; without one, those that the channels have selected. */
  prepare({ bank, program }) {
    if (program === undefined) this.player.runControlTasks()
    else this.player.preparePreset(bank, program)
  }
}
