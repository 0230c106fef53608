import { addTrack, changeTrack, channelOf, freeId, isPattern, removeTrack, ticksPerQuarter } from '../model/document.js'
import { stepTicks } from '../model/cycle.js'
import { keyLabel } from '../model/names.js'
import { drumTracks } from '../model/new-song.js'
import { stepsIn, withStepsIn } from '../model/sections.js'
import { nextState } from '../model/steps.js'
import { element } from '../parts/element.js'
import { trackColour } from '../roll/colours.js'
import '../patterns/step-grid.js'
import '../patterns/step-rings.js'
import './cycle.js'
import './pattern-panel.js'
import { PatternTools } from './pattern-tools.js'
import { SectionBar } from './section-bar.js'
import { nameOf } from './track-list.js'

/** The steps that are shown at once; longer patterns have pages. */
export const PAGE = 64

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The tracks with patterns: a row or a ring of steps for each, and the settings of the selected track and step. */
class PatternView extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.step = 0
    this.page = 0
    this.steps = element('div', { className: 'stage-steps' })
    this.grid = element('tactus-step-grid')
    this.rings = element('tactus-step-rings')
    this.cycle = element('tactus-cycle')
    this.panel = element('tactus-pattern-panel')
    this.sections = new SectionBar(this)
    this.tools = new PatternTools(this)
    this.append(element('section', { className: 'stage', 'aria-label': 'Patterns' },
      element('div', {}, this.tools.bar, this.sections.element, this.cycle), this.steps), this.panel)
    this.panel.connect(studio, this)
    this.cycle.connect(studio)
    for (const steps of [this.grid, this.rings]) steps.connect(this)
    this.listen()
  }

  listen() {
    this.steps.addEventListener('keydown', (event) => this.moveByKey(event))
    for (const event of ['document', 'track']) this.studio.addEventListener(event, () => this.show())
    this.studio.addEventListener('opened', () => Object.assign(this, { step: 0, page: 0, section: undefined }))
    this.studio.tactus.addEventListener('position', ({ detail }) => this.markPlaying(detail))
    this.addEventListener('shown', () => this.show())
  }

  /** Indices of the tracks with patterns. */
  get patterns() {
    return this.studio.document.tracks.flatMap((track, index) => (isPattern(track) ? [index] : []))
  }

  /** The steps of a track that are edited. */
  stepsOf(track) {
    return stepsIn(track, this.section)
  }

  // Drawing

  show() {
    if (this.hidden) return
    this.sections.show()
    const { tracks } = this.studio.document
    const shown = [tracks, this.page, this.section, this.tools.look]
    if (!this.shown?.every((value, index) => value === shown[index])) this.rebuild(tracks)
    this.shown = shown
    this.markSelected()
    this.tools.show()
    this.panel.show()
  }

  rebuild(tracks) {
    const focused = this.steps.contains(document.activeElement) ? place(document.activeElement) : ''
    this.lanes = this.patterns.map((index) => this.makeLane(tracks[index], index))
    const part = this.tools.look === 'rings' ? this.rings : this.grid
    if (this.lanes.length) part.show(this.lanes)
    if (this.steps.firstChild !== part || !this.lanes.length) {
      this.steps.replaceChildren(this.lanes.length ? part : this.makeEmpty())
    }
    this.board = part
    this.cycle.show()
    if (focused) this.steps.querySelector(focused)?.focus()
  }

  get pageCount() {
    return Math.max(1, ...(this.lanes ?? []).map(({ steps }) => Math.ceil(steps.length / PAGE)))
  }

  turnPage(by) {
    this.page = Math.max(0, Math.min(this.pageCount - 1, this.page + by))
    this.show()
  }

  /** What is shown of a track: all its steps, and those of the page. */
  makeLane(track, index) {
    const steps = this.stepsOf(track)
    const first = Math.min(this.page, Math.max(0, Math.ceil(steps.length / PAGE) - 1)) * PAGE
    const shown = steps.slice(first, first + PAGE)
    const key = keyLabel(track.pattern.key ?? 60, channelOf(track))
    const detail = shown.length === steps.length ? steps.length : `${first + 1}–${first + shown.length} of ${steps.length}`
    return {
      index, track, steps, first, shown, name: nameOf(track, index), detail: `${key} · ${detail}`,
      velocity: track.pattern.velocity ?? 100, stepTicks: stepTicks(this.studio.document, track),
      colour: trackColour(index), isMuted: Boolean(track.muted),
    }
  }

  makeEmpty() {
    return element('div', { className: 'empty' },
      element('p', {}, 'This song has no pattern tracks. Add one to draw beats in steps, or begin with a drum kit.'),
      element('button', { type: 'button', className: 'primary', onclick: () => this.addDrums() }, 'Add a drum kit'))
  }

  stepButton(track, step) {
    return this.steps.querySelector(`[data-track="${track}"][data-step="${step}"]`)
  }

  markSelected() {
    const { track } = this.studio
    for (const lane of this.steps.querySelectorAll('.lane')) {
      lane.classList.toggle('is-selected', Number(lane.dataset.track) === track)
    }
    for (const step of this.steps.querySelectorAll('[data-step].is-selected')) {
      step.classList.remove('is-selected')
      step.setAttribute('tabindex', -1)
    }
    const selected = this.stepButton(track, this.step) ?? this.steps.querySelector('[data-step]')
    if (!selected) return
    selected.setAttribute('tabindex', 0)
    if (Number(selected.dataset.track) === track) selected.classList.add('is-selected')
  }

  /** Marks the step of each track that sounds now. */
  markPlaying({ tick, playing }) {
    if (this.hidden || !this.board) return
    const part = this.sections.markPlaying(tick, playing)
    for (const lane of this.lanes) {
      if (lane.steps.length) this.board.markPlaying(lane, playing ? this.placeOf(lane, tick, part) : undefined)
    }
  }

  /** The step of a track at a tick, with its fraction; undefined while another section plays. */
  placeOf({ track, steps, stepTicks }, tick, part) {
    if (track.pattern.sections && part?.name !== this.section) return undefined
    const within = (track.pattern.sections ? part.within : tick - (track.start ?? 0)) / stepTicks
    return ((within % steps.length) + steps.length) % steps.length
  }

  // Edits

  select(track, step) {
    this.step = step
    const count = this.stepsOf(this.studio.document.tracks[track]).length
    const page = Math.floor(step / PAGE)
    if (step < count && page !== Math.min(this.page, Math.floor((count - 1) / PAGE))) this.page = page
    if (track !== this.studio.track) this.studio.selectTrack(track)
    else this.show()
  }

  press(track, step, isSelecting) {
    this.select(track, step)
    if (!isSelecting) this.changeStep(nextState, 'toggle a step')
  }

  /** Changes the selected step. */
  changeStep(change, label) {
    const steps = this.stepsOf(this.studio.selectedTrack)
    this.setSteps(this.studio.track, label, steps.with(this.step, change(steps[this.step])))
  }

  /** Sets the steps of a track; a continued change is undone together with the one before. */
  setSteps(index, label, steps, isContinued = false) {
    const edit = (document) => changeTrack(document, index, (track) => withStepsIn(track, this.section, steps))
    if (isContinued) this.studio.amend(edit)
    else this.studio.change(label, edit)
  }

  /** Gives steps to a track that rests in this section. */
  addSteps(index) {
    this.setSteps(index, 'add steps', Array.from({ length: 16 }, () => ({ on: false })))
    this.select(index, 0)
  }

  changeTrack(label, change) {
    this.studio.change(label, (document) => changeTrack(document, this.studio.track, change))
  }

  /** Adds a pattern track for a drum's key, or for notes. */
  add(name, key) {
    const rests = '.'.repeat(16)
    this.studio.change('add a track', (document) => addTrack(document, {
      id: freeId(document), name, channel: key === undefined ? 1 : 10,
      pattern: {
        ...(this.section ? { sections: { [this.section]: rests } } : { steps: rests }),
        step: Math.round(ticksPerQuarter(document) / 4), key: key ?? 48,
      },
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

  /** Arrow keys move between steps and tracks, Home and End to the first and the last step. */
  moveByKey(event) {
    if (!event.target.matches('[data-step]')) return
    const { track, step } = event.target.dataset
    const [along, across] = ARROWS[event.key] ?? { Home: [-Infinity, 0], End: [Infinity, 0] }[event.key] ?? []
    if (along === undefined) return
    event.preventDefault()
    const lanes = this.lanes.filter(({ steps }) => steps.length)
    const row = lanes.findIndex(({ index }) => index === Number(track)) + across
    const { index, steps } = lanes[Math.max(0, Math.min(lanes.length - 1, row))]
    const to = Math.max(0, Math.min(steps.length - 1, Number(step) + along))
    this.select(index, to)
    this.stepButton(index, to)?.focus()
  }
}

/** How an element is found again after the steps have been made anew. */
function place({ dataset }) {
  const { track, step, handle } = dataset
  if (track === undefined) return ''
  return `[data-track="${track}"]${handle ? `[data-handle="${handle}"]` : step ? `[data-step="${step}"]` : ''}`
}

customElements.define('tactus-pattern', PatternView)
