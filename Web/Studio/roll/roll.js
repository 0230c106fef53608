import { channelOf, isPattern, ticksPerQuarter } from '../model/document.js'
import { NoteIndex } from '../model/note-index.js'
import { ChordFlag } from './chord-flag.js'
import { listenToClipboardKeys } from './clipboard.js'
import { Colours } from './colours.js'
import { NoteEditor } from './editor.js'
import { Geometry } from './geometry.js'
import { listenToKeys } from './keys.js'
import { Painter } from './painter.js'
import { Playhead } from './playhead.js'
import { listenToPointers } from './pointers.js'

/** The piano roll: one canvas with all tracks, on which the notes of the selected one are edited. */
class Roll extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.mode = 'select'
    this.division = 1 / 4
    this.isFollowing = true
    this.geometry = new Geometry()
    this.editor = new NoteEditor(studio)
    this.played = []
    this.makeCanvas()
    this.playhead = new Playhead(studio)
    this.colours = new Colours(this, () => this.refresh())
    this.painter = new Painter(this.canvas, this.geometry, this.colours)
    listenToPointers(this)
    listenToKeys(this)
    listenToClipboardKeys(this)
    this.listenToModel()
    new ResizeObserver(() => this.resize()).observe(this)
    requestAnimationFrame(() => this.frame())
  }

  makeCanvas() {
    this.canvas = document.createElement('canvas')
    this.canvas.tabIndex = 0
    this.canvas.setAttribute('role', 'application')
    this.canvas.setAttribute('aria-roledescription', 'piano roll')
    this.canvas.setAttribute('aria-label', 'Notes. Arrow keys move the cursor or the selected notes, Enter draws or '
      + 'selects a note, Shift with arrow keys changes lengths and Alt with arrow keys velocities, Delete deletes, '
      + 'Ctrl with left and right selects the note before or after, Ctrl and L loops the selection, '
      + 'plus and minus zoom, Ctrl with C, X, V and D copies, cuts, pastes and duplicates, Q quantizes.')
    for (const event of ['focus', 'blur']) this.canvas.addEventListener(event, () => this.redraw())
    this.chordFlag = new ChordFlag(this.studio)
    this.append(this.canvas, this.chordFlag.element)
  }

  listenToModel() {
    const { studio } = this
    studio.addEventListener('opened', () => this.showSong())
    studio.addEventListener('song', () => this.indexSong())
    studio.addEventListener('document', () => this.rebuild())
    studio.addEventListener('track', () => this.rebuild())
    studio.addEventListener('loop', () => this.redraw())
  }

  // Model

  showSong() {
    const { studio, geometry } = this
    this.cursor = undefined
    this.editor.select([])
    geometry.setSong(ticksPerQuarter(studio.document), studio.song.length)
    this.indexSong()
    this.rebuild()
    geometry.startTick = 0
    geometry.centreKeys(this.editor.index.range ?? this.played[studio.track]?.range ?? [48, 72])
    this.refresh()
  }

  /** Sorts the notes that are played by tracks. */
  indexSong() {
    const { song } = this.studio
    this.played = NoteIndex.ofSong(song, song.document.tracks.length)
    this.geometry.length = song.length
    this.refresh()
  }

  rebuild() {
    this.editor.rebuild()
    const { selectedTrack: track } = this.studio
    this.channel = track ? channelOf(track) : 1
    this.geometry.left = this.channel === 10 ? (this.geometry.width < 600 ? 84 : 116) : 52
    this.refresh()
  }

  /** The distance of the grid in ticks; 0 for none. */
  get grid() {
    return this.division * ticksPerQuarter(this.studio.document)
  }

  snapped(tick, round = Math.round) {
    // ticks on the grid stay there, whatever the division leaves
    const nudge = round === Math.ceil ? -1e-9 : 1e-9
    return this.grid ? round(tick / this.grid + nudge) * this.grid : Math.round(tick)
  }

  /** What the painter draws. */
  get scene() {
    const { studio, editor } = this
    return {
      timeline: studio.timeline,
      tracks: this.drawnTracks(),
      selected: studio.track,
      channel: this.channel,
      grid: this.grid,
      edited: [...editor.edited, ...this.recorded],
      loop: this.loopDraft ?? studio.loop,
      marquee: this.marquee,
      cursor: this.cursor,
      hasFocus: document.activeElement === this.canvas && this.canvas.matches(':focus-visible'),
      tick: this.playheadTick,
    }
  }

  /** The notes that are being recorded into the selected track. */
  get recorded() {
    const { recorder, selectedTrack: track } = this.studio
    const isShown = recorder.isRecording && recorder.take.track.id === track?.id
    return isShown ? recorder.take.notesUntil(this.playhead.tick) : []
  }

  /**
   * The notes of each track as they are played; those of the edited track as they are in the document, and after them
   * its further passes, if it loops.
   */
  drawnTracks() {
    const { editor, studio } = this
    const tracks = this.played.map((index) => ({ index }))
    if (!editor.isEditable || !tracks[studio.track]) return tracks
    const { index } = tracks[studio.track]
    tracks[studio.track] = { index: editor.index, hidden: editor.hidden }
    if (editor.loopEnd) tracks.push({ index, from: editor.loopEnd, track: studio.track })
    return tracks
  }

  /** Selects the track that has a note at a place, if the selected one has none there. */
  selectTrackAt(tick, key) {
    const track = this.played.findIndex((index) => index.noteAt(tick, key) >= 0)
    if (track >= 0 && track !== this.studio.track) this.studio.selectTrack(track)
    return track >= 0
  }

  /** Whether notes can be drawn; says so if not. */
  canEdit() {
    const { selectedTrack: track } = this.studio
    if (track && isPattern(track)) this.studio.say('This track is a pattern: its steps are in the Pattern view.')
    else if (!track) this.studio.say('Add a track first.')
    return this.editor.isEditable
  }

  /** Sounds a note shortly, so that one hears what is being moved. */
  audition({ key, velocity }) {
    const { studio, studio: { tactus } } = this
    clearTimeout(this.auditioning?.timer)
    this.auditioning?.end()
    if (key < 0 || key > 127) return  // beyond the keys
    const channel = this.channel - 1
    const end = () => tactus.noteOff(channel, key)
    studio.audition(channel, key, velocity)
    this.auditioning = { end, timer: setTimeout(end, 250) }
  }

  setLoopFrom(start, end) {
    this.studio.setLoop({ start: Math.max(0, start), end, isOn: true })
  }

  // Drawing

  resize() {
    const { clientWidth: width, clientHeight: height } = this
    if (!width || !height) return
    const isFirst = this.geometry.width === 0
    Object.assign(this.geometry, { width, height, lane: height < 420 ? 56 : 84 })
    this.painter.resize(width, height)
    if (isFirst && this.studio.song) this.showSong()
    this.rebuild()
    this.geometry.clamp()
  }

  /** Draws everything again with the next frame. */
  refresh() {
    this.painter.isLayerValid = false
    this.redraw()
  }

  /** Draws what moves again with the next frame. */
  redraw() {
    this.isDirty = true
  }

  frame() {
    requestAnimationFrame(() => this.frame())
    if (!this.offsetParent || !this.geometry.width || !this.studio.song) return
    const { playing } = this.studio.tactus.position
    const tick = this.playhead.tick
    if (playing && this.isFollowing && !this.isPointerDown) this.follow(tick)
    if (!this.isDirty && tick === this.playheadTick) return
    this.playheadTick = tick
    this.isDirty = false
    this.painter.paint(this.scene)
    this.chordFlag.move(this.geometry, tick)
    this.dispatchEvent(new Event('painted'))
  }

  /** Turns the page when the playhead leaves it. */
  follow(tick) {
    const { geometry } = this
    const x = geometry.x(tick)
    if (tick > geometry.length) return
    if (x >= geometry.left && x <= geometry.width - 24) return
    geometry.startTick = tick - 24 / geometry.pixelsPerTick
    geometry.clamp()
    if (geometry.x(tick) !== x) this.refresh()
  }

  setFollowing(isFollowing) {
    this.isFollowing = isFollowing
    this.dispatchEvent(new Event('follow'))
  }

  zoom(factor) {
    this.geometry.zoomTime(factor)
    this.refresh()
  }

  fit() {
    this.geometry.fitTime()
    const ranges = this.played.map((index) => index.range).filter(Boolean)
    if (ranges.length) {
      this.geometry.centreKeys([Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))])
    }
    this.refresh()
  }
}

customElements.define('tactus-roll', Roll)
