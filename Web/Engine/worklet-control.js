import { Control } from './control.js'
import { Handle } from './objects.js'

/**
 * The control side of an engine that is the worklet's own: banks and songs arrive as the bytes of their files.
 *
 * With a song, only the samples of its notes are prepared, because the audio thread does it. Whole presets are prepared
 * when nothing plays, and as soon as notes arrive or the song is edited.
 */
export class WorkletControl extends Control {
  #wantsPresets = false

  constructor(engine, player) {
    super(engine, player, new Map())
  }

  // Banks arrive in pieces, so that no single message takes long. Only the last message is answered: until then a bank is
  // its memory, or the error if there is none.

  beginBank({ bank, size }) {
    try {
      this.banks.set(bank, { address: this.engine.allocate(size), size })
    } catch (error) {
      this.banks.set(bank, { error })
    }
  }

  addToBank({ bank, offset, bytes }) {
    const { address } = this.banks.get(bank)
    if (address) new Uint8Array(this.engine.memory.buffer, address + offset, bytes.length).set(bytes)
  }

  openBank({ bank, name }) {
    const { address, size, error } = this.banks.get(bank)
    this.banks.delete(bank)
    if (error) throw error
    this.banks.set(bank, this.engine.bankAt(address, size, name))
  }

  openBuiltInBank({ bank }) {
    this.banks.set(bank, this.engine.builtInBank())
  }

  releaseBank({ bank }) {
    const opened = this.banks.get(bank)
    if (opened instanceof Handle) opened.release()
    this.banks.delete(bank)
  }

  /** Puts a song into the sequencer. */
  cue({ bytes, name, gain }) {
    this.#replace(bytes ? this.engine.song(bytes, name) : this.engine.demoSong(), gain, true)
  }

  /** Plays another version of the song: a complete document, or one with the changed tracks. */
  edit({ bytes, name, gain, isPart, hasNewPresets }) {
    if (!this.#wantsPresets) this.prepare({})
    const song = isPart ? this.engine.songReplacingTracks(this.song, bytes, name) : this.engine.song(bytes, name)
    this.#replace(song, gain, hasNewPresets)
  }

  prepare(preset) {
    this.#wantsPresets = true
    super.prepare(preset)
  }

  /** Call it regularly; `isIdle` says whether it may take long. */
  runTasks(isIdle) {
    if (isIdle || this.#wantsPresets) super.prepare({})
  }

  #replace(song, gain, hasNewPresets) {
    const former = this.song
    try {
      song.gain = gain
      this.playSong(song, hasNewPresets)
    } catch (error) {
      song.release()
      throw error
    }
    former?.release()
  }
}
