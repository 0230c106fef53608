import { chooseFiles, saveDocument } from '../model/files.js'
import { share } from '../model/share.js'
import { mayClose } from '../model/workspace-files.js'
import { element, icon, iconButton } from './element.js'
import { metronomeButton, recordButton, takeSettingsButton } from './recording.js'

/** Play, stop, loop, position and tempo; files; undo. */
class Transport extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.append(this.makeBrand(), this.makeTransport(), takeSettingsButton(this.studio), this.makeReadings(), this.makeFiles())
    studio.tactus.addEventListener('position', () => this.showPosition())
    for (const event of ['document', 'song', 'loop']) studio.addEventListener(event, () => this.showState())
    this.showState()
  }

  makeBrand() {
    this.name = element('span', { className: 'song-name' })
    return element('div', { className: 'brand' }, element('h1', {}, 'Tactus'), this.name)
  }

  makeTransport() {
    this.playButton = iconButton('play', 'Play', () => this.studio.togglePlaying(), { className: 'icon-button play' })
    this.loopButton = iconButton('loop', 'Loop', () => this.studio.setLoop({ isOn: !this.studio.loop.isOn }))
    const stop = iconButton('stop', 'Stop', () => this.studio.stop())
    return element('div', { className: 'group', role: 'group', 'aria-label': 'Transport' },
      this.playButton, stop, recordButton(this.studio), this.loopButton, metronomeButton(this.studio))
  }

  makeReadings() {
    this.bar = element('span', { className: 'bar' })
    this.time = element('span', { className: 'time' })
    this.load = element('span', {
      className: 'load', title: 'Sounding voices, and the part of the time that rendering takes',
    })
    this.tempo = element('input', {
      type: 'number', className: 'tempo', min: 10, max: 999, step: 'any',
      'aria-label': 'Tempo, quarter notes per minute',
      onchange: () => this.setTempo(),
    })
    const tempo = element('label', { className: 'tempo-field' }, this.tempo, element('span', {}, 'bpm'))
    const position = element('div', {
      className: 'position', role: 'timer', 'aria-label': 'Position', 'aria-live': 'off',
    }, this.bar, this.time)
    return element('div', { className: 'readings' }, position, tempo, this.load)
  }

  makeFiles() {
    const { studio } = this
    this.undo = iconButton('undo', 'Undo', () => studio.undo())
    this.redo = iconButton('redo', 'Redo', () => studio.redo())
    return element('div', { className: 'group files', role: 'group', 'aria-label': 'File and history' },
      this.undo, this.redo,
      iconButton('create', 'New song', () => studio.attempt(() => mayClose(studio) && studio.openNew())),
      iconButton('open', 'Open a song or a SoundFont', () => chooseFiles(studio)),
      iconButton('save', 'Save the document', () => saveDocument(studio)),
      iconButton('share', 'Copy a link to this song', () => studio.attempt(() => share(studio))),
      iconButton('bounce', 'Bounce', () => document.querySelector('tactus-bounce').show()))
  }

  setTempo() {
    const bpm = Math.min(999, Math.max(10, Number(this.tempo.value) || 120))
    this.studio.change('tempo', (document) => ({ ...document, tempo: bpm }))
  }

  showState() {
    const { studio } = this
    this.name.textContent = studio.song?.name || studio.document.name || ''
    this.loopButton.setAttribute('aria-pressed', studio.loop.isOn)
    this.undo.disabled = studio.history.past.length === 0
    this.redo.disabled = studio.history.future.length === 0
    this.tempo.readOnly = !studio.timeline.hasOneTempo
    this.tempo.title = studio.timeline.hasOneTempo ? '' : 'The tempo changes during the song: edit it in the Song view, with Tempo and meter'
    this.showPosition()
  }

  showPosition() {
    const { tick, playing, voices, load } = this.studio.tactus.position
    const { bar, beat, hundredths } = this.studio.timeline.position(tick)
    setText(this.bar, `${bar}.${beat}.${String(hundredths).padStart(2, '0')}`)
    setText(this.time, clock(Math.max(0, this.studio.song?.seconds(tick) ?? 0)))
    setText(this.load, `${voices} voices${load === undefined ? '' : ` · ${Math.round(load * 100)} %`}`)
    this.showTempo(tick)
    this.showPlaying(playing)
  }

  showTempo(tick) {
    const tempo = String(Math.round(this.studio.timeline.tempo(tick) * 100) / 100)
    if (document.activeElement !== this.tempo && this.tempo.value !== tempo) this.tempo.value = tempo
  }

  showPlaying(isPlaying) {
    if (isPlaying === this.isPlaying) return
    this.isPlaying = isPlaying
    const name = isPlaying ? 'Pause' : 'Play'
    this.playButton.setAttribute('aria-label', name)
    this.playButton.title = name
    this.playButton.classList.toggle('is-on', isPlaying)
    this.playButton.replaceChildren(icon(name.toLowerCase()))
  }
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}

/** Minutes, seconds and tenths. */
function clock(seconds) {
  const tenths = Math.floor(seconds * 10 + 1e-6)
  const rest = tenths % 600
  return `${Math.floor(tenths / 600)}:${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`
}

customElements.define('tactus-transport', Transport)
