import { addTrack, freeId, isPattern, removeTrack, ticksPerQuarter, changeTrack, channelOf } from '../model/document.js'
import { drums, keyLabel } from '../model/names.js'
import { drumTracks } from '../model/new-song.js'
import { ACCENT, isOn, nextState, stateOf, stepsOf, withSteps } from '../model/steps.js'
import { element, iconButton } from '../parts/element.js'
import { trackColour } from '../roll/colours.js'
import './pattern-panel.js'
import { nameOf } from './track-list.js'

/** The most steps of a pattern that are shown. */
const SHOWN = 128

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The tracks with patterns: a row of steps for each, and the settings of the selected track and step. */
class PatternView extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.step = 0
    this.rows = element('div', { className: 'rows' })
    this.panel = element('tactus-pattern-panel')
    const stage = element('section', { className: 'stage', 'aria-label': 'Patterns' }, this.makeTools(), this.rows)
    this.append(stage, this.panel)
    this.panel.connect(studio, this)
    this.rows.addEventListener('keydown', (event) => this.moveByKey(event))
    for (const event of ['document', 'track']) studio.addEventListener(event, () => this.show())
    studio.tactus.addEventListener('position', ({ detail }) => this.markPlaying(detail))
    this.addEventListener('shown', () => this.show())
  }

  makeTools() {
    const add = element('select', { 'aria-label': 'Add a pattern track', onchange: () => this.add(add) },
      element('option', { value: '' }, 'Add a track…'), element('option', { value: 'melodic' }, 'Melodic'),
      drums.map(([key, name]) => element('option', { value: key }, name)))
    return element('div', { className: 'tools', role: 'toolbar', 'aria-label': 'Patterns' }, add,
      element('span', { className: 'note' }, 'Click: off, on, accent. Shift and click selects a step.'))
  }

  /** Indices of the tracks with patterns. */
  get patterns() {
    return this.studio.document.tracks.flatMap((track, index) => (isPattern(track) ? [index] : []))
  }

  // Drawing

  show() {
    if (this.hidden) return
    const { tracks } = this.studio.document
    if (tracks !== this.shown) this.rebuild(tracks)
    this.markSelected()
    this.panel.show()
  }

  rebuild(tracks) {
    const focused = document.activeElement?.closest?.('.step')
    const place = focused && this.rows.contains(focused) && { ...focused.dataset }
    this.shown = tracks
    const { patterns } = this
    this.rows.replaceChildren(...patterns.map((index) => this.makeRow(tracks[index], index)))
    if (!patterns.length) this.rows.append(this.makeEmpty())
    if (place) this.stepButton(Number(place.track), Number(place.step))?.focus()
  }

  makeEmpty() {
    return element('div', { className: 'empty' },
      element('p', {}, 'This song has no pattern tracks. Add one to draw beats in steps, or begin with a drum kit.'),
      element('button', { type: 'button', className: 'primary', onclick: () => this.addDrums() }, 'Add a drum kit'))
  }

  makeRow(track, index) {
    const name = nameOf(track, index)
    const steps = stepsOf(track.pattern).slice(0, SHOWN)
    const key = keyLabel(track.pattern.key ?? 60, channelOf(track))
    const select = element('button', { type: 'button', className: 'track-name', onclick: () => this.select(index, 0) },
      element('span', { className: 'name' }, name),
      element('span', { className: 'detail' }, `${key} · ${steps.length}`))
    const buttons = steps.map((step, place) => this.makeStep(step, index, place, track.pattern.velocity))
    const row = element('div', { className: 'row', role: 'group', 'aria-label': `Steps of ${name}` }, select,
      element('div', { className: 'steps' }, buttons),
      iconButton('remove', `Remove ${name}`, () => this.remove(index)))
    row.dataset.track = index
    row.style.setProperty('--colour', trackColour(index))
    row.classList.toggle('is-muted', Boolean(track.muted))
    return row
  }

  makeStep(step, track, place, velocity = 100) {
    const state = stateOf(step)
    const ratchet = step.ratchet?.count ?? step.ratchet ?? 1
    const made = element('button', {
      type: 'button', className: `step ${state}`, tabIndex: -1, 'aria-label': described(step, place),
      onclick: (event) => this.press(track, place, event.shiftKey),
    }, ratchet > 1 && isOn(step) ? String(ratchet) : '')
    made.dataset.track = track
    made.dataset.step = place
    if (isOn(step)) made.style.setProperty('--fraction', 0.35 + 0.65 * ((step.velocity ?? velocity) / ACCENT))
    made.classList.toggle('is-uncertain', isOn(step) && (step.probability ?? 1) < 1)
    return made
  }

  stepButton(track, step) {
    return this.rows.querySelector(`.step[data-track="${track}"][data-step="${step}"]`)
  }

  markSelected() {
    const { track } = this.studio
    for (const row of this.rows.querySelectorAll('.row')) {
      row.classList.toggle('is-selected', Number(row.dataset.track) === track)
    }
    this.rows.querySelectorAll('.step.is-selected').forEach((step) => {
      step.classList.remove('is-selected')
      step.tabIndex = -1
    })
    const selected = this.stepButton(track, this.step) ?? this.rows.querySelector('.step')
    if (!selected) return
    selected.tabIndex = 0
    if (Number(selected.dataset.track) === track) selected.classList.add('is-selected')
  }

  /** Marks the step of each row that sounds now. */
  markPlaying({ tick, playing }) {
    if (this.hidden) return
    for (const row of this.rows.querySelectorAll('.row')) {
      const track = this.studio.document.tracks[row.dataset.track]
      const steps = row.querySelectorAll('.step')
      const length = track.pattern.step ?? ticksPerQuarter(this.studio.document) / 4
      const place = Math.floor((tick - (track.start ?? 0)) / length) % steps.length
      const now = playing ? steps[place] : undefined
      if (row.playing === now) continue
      row.playing?.classList.remove('is-playing')
      now?.classList.add('is-playing')
      row.playing = now
    }
  }

  // Edits

  select(track, step) {
    this.step = step
    if (track !== this.studio.track) this.studio.selectTrack(track)
    else this.show()
  }

  press(track, step, isSelecting) {
    this.select(track, step)
    if (!isSelecting) this.changeStep(nextState, 'toggle a step')
  }

  /** Changes the selected step. */
  changeStep(change, label) {
    this.changeTrack(label, (track) => {
      const steps = stepsOf(track.pattern)
      return { ...track, pattern: withSteps(track.pattern, steps.with(this.step, change(steps[this.step]))) }
    })
  }

  changeTrack(label, change) {
    this.studio.change(label, (document) => changeTrack(document, this.studio.track, change))
  }

  add(choice) {
    const key = Number(choice.value)
    const isDrum = choice.value !== 'melodic'
    const name = choice.selectedOptions[0].text
    choice.value = ''
    this.studio.change('add a track', (document) => addTrack(document, {
      id: freeId(document), name, channel: isDrum ? 10 : 1,
      pattern: { steps: '.'.repeat(16), step: Math.round(ticksPerQuarter(document) / 4), key: isDrum ? key : 48 },
    }))
    this.select(this.studio.document.tracks.length - 1, 0)
  }

  addDrums() {
    const first = this.studio.document.tracks.length
    const step = Math.round(ticksPerQuarter(this.studio.document) / 4)
    const highest = this.studio.document.tracks.reduce((id, track) => Math.max(id, track.id ?? 0), 0)
    this.studio.change('add a drum kit', (document) => ({
      ...document, tracks: [...document.tracks, ...drumTracks(highest + 1, step)],
    }))
    this.select(first, 0)
  }

  remove(index) {
    this.studio.change('remove a track', (document) => removeTrack(document, index))
    this.select(this.patterns.find((pattern) => pattern >= index) ?? this.patterns.at(-1) ?? 0, 0)
  }

  /** Arrow keys move between steps and rows. */
  moveByKey(event) {
    const [along, across] = ARROWS[event.key] ?? []
    if (along === undefined || !event.target.matches('.step')) return
    event.preventDefault()
    const { patterns } = this
    const row = patterns.indexOf(Number(event.target.dataset.track)) + across
    const track = patterns[Math.max(0, Math.min(patterns.length - 1, row))]
    const count = this.rows.querySelectorAll(`.step[data-track="${track}"]`).length
    const step = Math.max(0, Math.min(count - 1, Number(event.target.dataset.step) + along))
    this.select(track, step)
    this.stepButton(track, step)?.focus()
  }
}

function described(step, place) {
  const parts = [`Step ${place + 1}`, stateOf(step)]
  if (isOn(step) && step.probability < 1) parts.push(`${Math.round(step.probability * 100)} %`)
  return parts.join(', ')
}

customElements.define('tactus-pattern', PatternView)
