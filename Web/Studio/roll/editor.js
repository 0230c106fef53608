import { changeTrack, channelOf, isPattern, ticksPerQuarter, withNotes, written, writtenNotes, noteOf }
  from '../model/document.js'
import { NoteIndex } from '../model/note-index.js'

/**
 * The notes of the selected track that can be edited. Notes here have `start` and `end` in ticks of the song and
 * sounding keys; the document's are relative to the track's start and transposition. While an edit lasts, its notes are
 * in `preview`; `commit` puts them into the document.
 */
export class NoteEditor {
  constructor(studio) {
    this.studio = studio
    this.selection = new Set()
    this.preview = []
  }

  /** Reads the notes of the selected track again. */
  rebuild() {
    const { document, selectedTrack: track } = this.studio
    this.isEditable = Boolean(track) && !isPattern(track)
    this.start = track?.start ?? 0
    this.transpose = track?.transpose ?? 0
    const notes = this.isEditable ? writtenNotes(track) : []
    this.index = NoteIndex.of(notes.map((note) => this.sounding(note)), ticksPerQuarter(document), notes)
    const present = new Set(notes)
    this.selection = new Set([...this.selection].filter((note) => present.has(note)))
    this.preview = []
  }

  /** The tick at which the track's second pass starts; 0 if it does not loop. */
  get loopEnd() {
    const { loop, clip } = this.studio.selectedTrack
    if (!loop) return 0
    const length = typeof loop === 'number' ? loop : (clip?.length ?? this.index.end - this.start)
    return this.start + length
  }

  sounding(form) {
    const { at, length, key, velocity } = noteOf(form)
    const start = this.start + at
    return { start, end: start + length, key: Math.max(0, Math.min(127, key + this.transpose)), velocity }
  }

  /** The document's form of a note; `before` is the note that it replaces. */
  form({ start, end, key, velocity }, before) {
    const note = { at: start - this.start, length: end - start, key: key - this.transpose, velocity }
    return written(note, before ?? this.template())
  }

  /** New notes play the track's channel. */
  template() {
    const { selectedTrack: track } = this.studio
    const channel = channelOf(track)
    return track.channel !== undefined || channel === 1 ? [] : { channel }
  }

  noteAt(tick, key) {
    const place = this.index.noteAt(tick, key)
    return place < 0 ? undefined : this.index.items[place]
  }

  /** The notes that are drawn as selected or being edited. */
  get edited() {
    if (this.preview.length) return this.preview.map(({ note }) => note)
    return Array.from(this.selection, (form) => this.sounding(form))
  }

  /** The document's notes that are not drawn in their places, because they are selected or being edited. */
  get hidden() {
    const before = this.preview.filter(({ before }) => before).map(({ before }) => before)
    return new Set([...this.selection, ...before])
  }

  select(forms) {
    this.selection = new Set(forms)
  }

  /** Selects what lies in a rectangle of ticks and keys. */
  selectRange(from, to, low, high) {
    const found = []
    const { index } = this
    index.forEach(from, to, (place) => {
      if (index.keys[place] >= low && index.keys[place] <= high) found.push(index.items[place])
    })
    this.select(found)
  }

  // Edits

  /** Shows the selected notes changed by `change`. */
  previewSelection(change) {
    this.preview = Array.from(this.selection, (before) => (
      { before, note: valid(change(this.sounding(before), before), this.start) }))
  }

  previewNew(note) {
    this.preview = [{ note: valid(note, this.start) }]
  }

  /** Shows new notes. */
  previewNotes(notes) {
    this.preview = notes.map((note) => ({ note: valid(note, this.start) }))
  }

  /** Shows a note with another velocity, beside those that are shown already. */
  previewVelocity(before, velocity) {
    const others = this.preview.filter((shown) => shown.before !== before)
    this.preview = [...others, { before, note: { ...this.sounding(before), velocity } }]
  }

  /** Puts the notes that are shown into the document, and selects them. */
  commit(label) {
    const replaced = new Set(this.preview.map(({ before }) => before))
    const made = this.preview.map(({ note, before }) => this.form(note, before))
    this.preview = []
    if (!made.length) return
    this.selection = new Set(made)
    this.replace(label, replaced, made)
  }

  remove(forms, label = 'delete notes') {
    const removed = new Set(forms)
    if (removed.size) this.replace(label, removed, [])
  }

  replace(label, removed, added) {
    const { studio } = this
    studio.change(label, (document) => changeTrack(document, studio.track, (track) => {
      const kept = writtenNotes(track).filter((note) => !removed.has(note))
      return withNotes(track, [...kept, ...added])
    }))
  }

  cancel() {
    this.preview = []
  }
}

/** A note with whole ticks, not before the track's start, and keys and velocities in their ranges. */
function valid({ start, end, key, velocity }, first) {
  const at = Math.max(first, Math.round(start))
  return {
    start: at,
    end: Math.max(at + 1, at + Math.round(end - start)),
    key: Math.max(0, Math.min(127, key)),
    velocity: Math.max(1, Math.min(127, Math.round(velocity))),
  }
}
