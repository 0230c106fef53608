import { rotated, rotationOf, spreadEvenly } from '../model/euclid.js'
import { isOn } from '../model/steps.js'
import { element, iconButton } from '../parts/element.js'
import { partAt } from './ring-geometry.js'
import { makeRing } from './step-ring.js'

/** What keys add to a handle. */
const KEYS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** A ring of steps for each pattern track, with handles for the hits and the rotation of a Euclidean rhythm. */
class StepRings extends HTMLElement {
  connect(view) {
    this.view = view
    this.className = 'rings'
    this.addEventListener('click', (event) => this.press(event))
    this.addEventListener('keydown', (event) => this.pressKey(event))
    this.addEventListener('pointerdown', (event) => this.beginDrag(event))
    this.addEventListener('pointermove', (event) => this.drag && this.moveDrag(event))
    for (const end of ['pointerup', 'pointercancel']) this.addEventListener(end, () => (this.drag = undefined))
  }

  show(lanes) {
    this.lanes = lanes
    this.replaceChildren(...lanes.map((lane) => this.makeCard(lane)))
  }

  makeCard(lane) {
    const { view } = this
    const { index, name } = lane
    const select = element('button', { type: 'button', className: 'track-name', onclick: () => view.select(index, 0) },
      element('span', { className: 'name' }, name), element('span', { className: 'detail' }, lane.detail))
    const add = () => element('button', { type: 'button', className: 'rest', onclick: () => view.addSteps(index) },
      'Rests in this section. Add steps')
    const card = element('section', { className: 'ring-card lane' },
      element('div', { className: 'ring-head' }, select, iconButton('remove', `Remove ${name}`, () => view.remove(index))),
      lane.shown.length ? makeRing(lane) : add())
    card.dataset.track = index
    card.style.setProperty('--colour', lane.colour)
    card.style.setProperty('--ring', `${Math.max(328, Math.min(560, lane.shown.length * 20.5))}px`)
    card.classList.toggle('is-muted', lane.isMuted)
    return card
  }

  /** Turns the playhead of a ring, and marks the step that sounds; `place` is a number with a fraction, or undefined. */
  markPlaying({ index, first, shown }, place) {
    const ring = this.querySelector(`.ring-card[data-track="${index}"] .ring`)
    const isHere = place >= first && place < first + shown.length
    ring?.classList.toggle('is-playing', isHere)
    if (!ring || !isHere) return ring?.querySelector('.sector.is-playing')?.classList.remove('is-playing')
    ring.querySelector('.playhead').style.rotate = `${(360 * (place - first)) / shown.length}deg`
    const now = ring.querySelectorAll('.sector')[Math.floor(place) - first]
    if (now.classList.contains('is-playing')) return
    ring.querySelector('.sector.is-playing')?.classList.remove('is-playing')
    now.classList.add('is-playing')
  }

  press(event) {
    const sector = event.target.closest('.sector')
    if (sector) this.view.press(Number(sector.dataset.track), Number(sector.dataset.step), event.shiftKey)
  }

  pressKey(event) {
    if (event.target.matches('.sector') && ['Enter', ' '].includes(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      this.press(event)
    }
    const handle = event.target.closest('.handle')
    if (!handle || !(event.key in KEYS)) return
    event.preventDefault()
    event.stopPropagation()
    this.drag = undefined
    const drag = this.begin(handle)
    this.set(drag, drag.value + KEYS[event.key])
  }

  // Handles

  begin(handle) {
    const track = Number(handle.dataset.track)
    const { steps } = this.lanes.find(({ index }) => index === track)
    const kind = handle.dataset.handle
    const [hits, rotation] = [steps.filter(isOn).length, rotationOf(steps)]
    return { kind, track, steps, hits, rotation, value: kind === 'hits' ? hits : rotation }
  }

  beginDrag(event) {
    const handle = event.target.closest('.handle')
    if (!handle) return
    event.preventDefault()
    this.drag = { ...this.begin(handle), ring: handle.closest('.ring').getBoundingClientRect() }
    this.drag.part = this.partOf(event)
    this.drag.moved = this.drag.value
    this.setPointerCapture(event.pointerId)
    this.view.select(this.drag.track, 0)
    this.querySelector(`[data-handle="${this.drag.kind}"][data-track="${this.drag.track}"]`)?.focus()
  }

  partOf(event) {
    return partAt({ getBoundingClientRect: () => this.drag.ring }, event)
  }

  /** Follows the pointer around the ring, also past the top. */
  moveDrag(event) {
    const { drag } = this
    const part = this.partOf(event)
    const turn = ((part - drag.part + 1.5) % 1) - 0.5
    drag.part = part
    drag.moved += turn * drag.steps.length
    if (drag.kind === 'hits') drag.moved = Math.max(0, Math.min(drag.steps.length, drag.moved))
    this.set(drag, Math.round(drag.moved))
  }

  /** Sets the hits or the rotation; the steps of one drag are one change. */
  set(drag, value) {
    const count = drag.steps.length
    if (value === drag.value || (drag.kind === 'hits' && (value < 0 || value > count))) return
    const steps = drag.kind === 'hits' ? spreadEvenly(drag.steps, value, count, drag.rotation)
      : rotated(drag.steps, value - drag.rotation)
    drag.value = value
    this.view.setSteps(drag.track, 'Euclid', steps, drag.isChanged)
    drag.isChanged = true
  }
}

customElements.define('tactus-step-rings', StepRings)
