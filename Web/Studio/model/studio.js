import { BankStack } from './bank-stack.js'
import { channelOf, isPattern } from './document.js'
import { documentWithSections } from './section-source.js'
import { newSong } from './new-song.js'
import { History } from './history.js'
import { InOrder } from './in-order.js'
import { Metronome } from './metronome.js'
import { Recorder } from './recorder.js'
import { TakeSettings } from './take-settings.js'
import { Timeline } from './timeline.js'

/**
 * What the page shows: the document with its history, the song that the engine plays, the selected track, the loop and
 * the chain of MIDI effects. Views change it with the methods here, and listen to its events:
 *
 * | event | what has changed |
 * |---|---|
 * | `document` | the document; the engine gets it next |
 * | `song` | the engine plays the document: its notes and length are those of `song` |
 * | `opened` | another song is open; `document` and `song` follow |
 * | `track` | the selected track |
 * | `loop`, `chain`, `bank` | the loop, the chain of MIDI effects, the bank |
 * | `message` | a sentence for the person: `detail` has `text`, `isError` and `isQuiet` |
 */
export class Studio extends EventTarget {
  constructor(tactus) {
    super()
    this.tactus = tactus
    this.song = null
    this.history = new History({ tracks: [] })
    this.timeline = new Timeline({})
    this.track = 0
    this.loop = { start: 0, end: 0, isOn: false }
    this.chain = { format: 'tactus chain', version: 1, effects: [] }
    this.chainEdits = new InOrder()
    this.liveChannel = undefined
    /** The files that `tactus studio` offers; null if the page is served as files alone. */
    this.workspace = null
    /** How many songs are on their way to the engine. Edits of the song before them do not follow them there. */
    this.showing = 0
    /** How many songs have been on their way. */
    this.shown = 0
    this.takeSettings = new TakeSettings()
    this.banks = new BankStack(this)
    this.recorder = new Recorder(this)
    this.metronome = new Metronome(this)
  }

  get document() {
    return this.history.document
  }

  get selectedTrack() {
    return this.document.tracks[this.track]
  }

  /** The channel that the keyboard plays, from 0: that of an auditioned preset, or of the selected track. */
  get keyboardChannel() {
    return this.liveChannel ?? (this.selectedTrack ? channelOf(this.selectedTrack) - 1 : 0)
  }

  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }

  /** Shows a sentence. */
  say(text, isError = false) {
    this.emit('message', { text, isError })
  }

  /** Says a sentence to screen readers only: what others see anyway. */
  announce(text) {
    this.emit('message', { text, isQuiet: true })
  }

  /** Runs something that can fail, and shows the sentence of its failure. Returns its result, or undefined. */
  async attempt(action) {
    try {
      return await action()
    } catch (error) {
      if (error?.name !== 'AbortError') this.say(error?.message ?? String(error), true)
      return undefined
    }
  }

  // Songs

  /** Puts a song into the sequencer, and its document here. */
  async show(song) {
    const document = await documentWithSections(this.tactus, song)
    await this.cue(song)
    this.song = song
    this.history = new History(document)
    this.timeline = new Timeline(document)
    this.track = Math.max(0, song.document.tracks.findIndex((track) => isPattern(track) || track.clip?.notes?.length))
    this.liveChannel = undefined
    this.setLoop({ start: 0, end: 0, isOn: false })
    for (const event of ['opened', 'document', 'song', 'track']) this.emit(event)
    if (song.remarks.length) this.say(song.remarks.join('; '))
  }

  /** Puts a song into the sequencer. Edits of the song before it wait, and are forgotten if it could be cued. */
  async cue(song) {
    this.showing += 1
    this.shown += 1
    try {
      await this.tactus.cue(song)
      this.isStale = false
    } finally {
      this.showing -= 1
      if (this.isStale) this.publish()
    }
  }

  /** Opens a file, an address or a document. */
  async open(source, options) {
    await this.show(await this.tactus.open(source, options))
  }

  /** Opens a new song: three drums and an empty track for notes. */
  async openNew() {
    await this.open(newSong(), { name: 'New song' })
  }

  async openDemo() {
    await this.show(await this.tactus.demo())
  }

  // Edits

  /** Changes the document: `edit` returns another one. What plays follows at once. */
  change(label, edit) {
    const document = edit(this.document)
    if (document === this.document) return
    this.history.add(label, document)
    this.documentChanged()
  }

  /** Continues the last change, as a drag does: undo takes back both at once. */
  amend(edit) {
    const document = edit(this.document)
    if (document === this.document) return
    this.history.amend(document)
    this.documentChanged()
  }

  undo() {
    this.stepThroughHistory('undo', 'Undone')
  }

  redo() {
    this.stepThroughHistory('redo', 'Redone')
  }

  stepThroughHistory(direction, word) {
    const label = this.history[direction]()
    if (!label) return
    this.documentChanged()
    this.say(`${word}: ${label}`)
  }

  documentChanged() {
    this.showDocument()
    this.publish()
  }

  showDocument() {
    this.timeline = new Timeline(this.document)
    this.track = Math.min(this.track, Math.max(0, this.document.tracks.length - 1))
    this.emit('document')
  }

  /** Gives the engine the newest document; documents that are overtaken meanwhile are left out. */
  async publish() {
    this.isStale = true
    if (this.isPublishing || this.showing) return
    this.isPublishing = true
    while (this.isStale && !this.showing) {
      this.isStale = false
      await this.tryEdit(this.document)
    }
    this.isPublishing = false
  }

  /** Gives the engine a document. One that it refuses leaves the history, and the last accepted one returns. */
  async tryEdit(document) {
    const { history, shown } = this
    try {
      const song = await this.tactus.edit(document)
      if (shown !== this.shown) {
        // a song was on its way to the engine, which has ignored the edit; it matters only if that song is refused
        this.isStale = this.history === history
        return
      }
      history.accepted = document
      if (history !== this.history) return
      this.song = song
      this.emit('song')
    } catch (error) {
      const isCurrent = history.document === document
      history.refuse(document)
      if (history !== this.history) return
      if (isCurrent) this.showDocument()
      this.say(error.message, true)
    }
  }

  // Selection, loop, effects

  selectTrack(index) {
    this.liveChannel = undefined
    this.track = index
    this.emit('track')
  }

  /** Changes some of the loop's `start`, `end` (ticks) and `isOn`. Without a region, the loop is the whole song. */
  setLoop(change) {
    const loop = { ...this.loop, ...change }
    if (loop.isOn && loop.end <= loop.start) [loop.start, loop.end] = [0, this.song?.length ?? 0]
    this.loop = loop
    if (loop.isOn && loop.end > loop.start) this.tactus.loop(Math.round(loop.start), Math.round(loop.end))
    else this.tactus.loop()
    this.emit('loop')
  }

  /** Sets the chain of MIDI effects. Rejects with the engine's sentence if it is not valid. */
  setChain(chain) {
    return this.editChain(() => chain)
  }

  /**
   * Replaces the chain by what `edit` makes of it, after all edits before, which the engine may not have answered yet.
   * Rejects with the engine's sentence if the result is not valid.
   */
  editChain(edit) {
    return this.chainEdits.run(async () => {
      const chain = edit(this.chain)
      await this.tactus.setChain(chain.effects?.length === 0 ? null : chain)
      this.chain = chain
      this.emit('chain')
    })
  }

  // Banks

  /** Selects a preset on a channel, from 0, at once. Drum kits are bank 128 of SoundFonts, but bank 0 of channel 10. */
  selectPreset(channel, { bank, program }) {
    this.tactus.program(channel, program, bank === 128 ? 0 : bank & 127)
  }

  /** Starts a note for listening only: it is not recorded. */
  audition(channel, key, velocity) {
    this.isAuditioning = true
    this.tactus.noteOn(channel, key, velocity)
    this.isAuditioning = false
  }

  // Transport

  async togglePlaying() {
    if (this.tactus.position.playing) return this.tactus.pause()
    const end = this.song?.length ?? 0
    if (!this.loop.isOn && !this.song?.isEndless && this.tactus.position.tick >= end) this.tactus.seek(0)
    await this.attempt(() => this.tactus.play())
  }

  /** Stops and returns to the start of the loop, or of the song. */
  stop() {
    const start = this.loop.isOn ? this.loop.start : 0
    this.tactus.pause()
    this.tactus.seek(this.tactus.position.tick > start ? start : 0)
  }
}
