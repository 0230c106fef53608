import { addChange, changesOf, editChange, removeChange } from '../model/tempo-map.js'
import { element } from '../parts/element.js'
import { svg } from '../parts/svg.js'
import { TempoForm } from './tempo-form.js'
import { CURVE, METERS, heightOf, makeCurve, makeHandles, tempoAt, tempoRange } from './tempo-picture.js'

/** The pixels left of the song's start that are drawn, so that changes there are seen whole. */
const EDGE = 8

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

/** Tempo and meter changes above the piano roll, at its times: they are added, moved, changed and deleted. */
class TempoLane extends HTMLElement {
  connect(studio, roll) {
    Object.assign(this, { studio, roll, kind: 'tempo', at: 0 })
    this.form = new TempoForm(this)
    this.picture = svg('svg', { class: 'tempo-picture', role: 'group', 'aria-label': 'Tempo and meter changes. '
      + 'Left and right move a change, up and down change the tempo, Ctrl with left and right selects, Delete deletes.' })
    this.line = element('div', { className: 'tempo-playhead' })
    this.append(this.form.bar, element('div', { className: 'tempo-stage' }, this.picture, this.line))
    studio.addEventListener('opened', () => this.select('tempo', 0))
    studio.addEventListener('document', () => this.show())
    roll.addEventListener('painted', () => this.follow())
    this.listen()
  }

  listen() {
    const { picture } = this
    picture.addEventListener('pointerdown', (event) => this.beginDrag(event))
    picture.addEventListener('pointermove', (event) => this.drag && this.moveDrag(event))
    for (const end of ['pointerup', 'pointercancel']) picture.addEventListener(end, () => (this.drag = undefined))
    picture.addEventListener('dblclick', (event) => this.addAt(event))
    picture.addEventListener('keydown', (event) => this.pressKey(event))
  }

  get changes() {
    const { document } = this.studio
    return { tempo: changesOf(document, 'tempo'), meter: changesOf(document, 'meter') }
  }

  get selected() {
    const changes = this.changes[this.kind]
    return changes.find(({ at }) => at === this.at) ?? changes.findLast(({ at }) => at <= this.at) ?? changes[0]
  }

  // Drawing

  /** Draws again if the roll shows other times. */
  follow() {
    if (this.hidden) return
    const { geometry, playheadTick } = this.roll
    this.line.style.translate = `${geometry.x(playheadTick ?? 0)}px 0`
    const place = [geometry.startTick, geometry.pixelsPerTick, geometry.left, geometry.width].join()
    if (place !== this.place) this.show()
    this.place = place
  }

  show() {
    if (this.hidden) return
    const { geometry } = this.roll
    const { changes, selected, kind, studio } = this
    this.at = selected.at
    this.range = this.drag?.range ?? tempoRange(changes.tempo)
    const [left, width] = [geometry.left - EDGE, Math.max(1, geometry.width - geometry.left + EDGE)]
    const hasFocus = this.picture.contains(document.activeElement)
    this.picture.setAttribute('viewBox', `0 0 ${geometry.width} ${CURVE + METERS}`)
    this.picture.replaceChildren(
      svg('svg', { x: left, width, height: CURVE + METERS, viewBox: `${left} 0 ${width} ${CURVE + METERS}` },
      makeCurve(geometry, studio.timeline, this.range),
      ...makeHandles(geometry, changes, this.range, (of, at) => of === kind && at === selected.at, (at) => this.position(at))),
      ...this.makeScale())
    if (hasFocus) this.picture.querySelector('.is-selected')?.focus()
    this.form.show(kind, selected, this.position(selected.at))
  }

  makeScale() {
    const [low, high] = this.range
    const text = (y, words) => svg('text', { class: 'scale', x: 6, y }, words)
    return [text(heightOf(high, this.range), `${Math.round(high)} bpm`), text(heightOf(low, this.range), Math.round(low)),
      text(CURVE + 22, 'Meter')]
  }

  /** Bar and beat, and hundredths if there are any. */
  position(tick) {
    const { bar, beat, hundredths } = this.studio.timeline.position(tick)
    return `${bar}.${beat}${hundredths ? `.${String(hundredths).padStart(2, '0')}` : ''}`
  }

  // Edits

  select(kind, at) {
    Object.assign(this, { kind, at })
    this.show()
  }

  /**
   * Changes the selected change. The steps of a drag are undone together; each starts from the changes before the drag, so
   * that those stay over which it passes.
   */
  edit(label, members, drag) {
    const { kind } = this
    const at = drag ? drag.at : this.at
    const edit = (document) => editChange(drag ? { ...document, [kind]: drag.before[kind] } : document, kind, at, members)
    if (at !== 0 && members.at !== undefined) this.at = members.at
    if (drag?.isChanged) this.studio.amend(edit)
    else this.studio.change(label, edit)
  }

  remove() {
    const { kind, at } = this
    this.studio.change(`delete a ${kind} change`, (document) => removeChange(document, kind, at))
  }

  addAtPlayhead(kind) {
    const { tick } = this.studio.tactus.position
    this.add(kind, this.snapped(kind, tick), {})
  }

  /** Adds a change as it holds at its tick, with other members. */
  add(kind, at, members) {
    const { timeline } = this.studio
    const held = kind === 'tempo' ? { bpm: timeline.tempo(at) } : { meter: timeline.meterAt(at).meter }
    Object.assign(this, { kind, at })
    this.studio.change(`add a ${kind} change`, (document) => addChange(document, kind, { at, ...held, ...members }))
    this.show()
    this.picture.querySelector('.is-selected')?.focus()
  }

  /** The nearest place for a change: of a tempo on the grid, of a meter at a bar line; `moved` is where it was. */
  snapped(kind, tick, moved) {
    if (kind === 'tempo') return Math.max(0, this.roll.snapped(tick))
    const { meters } = this.studio.timeline
    const meter = meters.findLast((change) => change.tick < tick && change.tick !== moved) ?? meters[0]
    return Math.max(0, Math.round(meter.tick + Math.round((tick - meter.tick) / meter.ticksPerBar) * meter.ticksPerBar))
  }

  // Pointers and keys

  placeOf({ clientX, clientY }) {
    const { left, top } = this.picture.getBoundingClientRect()
    return { tick: this.roll.geometry.tick(clientX - left), y: clientY - top }
  }

  addAt(event) {
    if (event.target.closest('.change')) return
    const { tick, y } = this.placeOf(event)
    if (tick < 0) return
    if (y < CURVE) this.add('tempo', this.snapped('tempo', tick), { bpm: Math.round(tempoAt(y, this.range)) })
    else this.add('meter', this.snapped('meter', tick), {})
  }

  beginDrag(event) {
    const { kind, at } = event.target.closest('.change')?.dataset ?? {}
    if (!kind) return
    event.preventDefault()
    this.select(kind, Number(at))
    this.picture.querySelector('.is-selected')?.focus()
    const { tick, y } = this.placeOf(event)
    this.drag = { range: this.range, tick, y, at: this.at, bpm: this.selected.bpm, before: this.studio.document }
    this.picture.setPointerCapture(event.pointerId)
  }

  moveDrag(event) {
    const { drag, kind } = this
    const { tick, y } = this.placeOf(event)
    if (!drag.isMoving && Math.abs(this.roll.geometry.x(tick) - this.roll.geometry.x(drag.tick)) + Math.abs(y - drag.y) < 4) return
    drag.isMoving = true
    const at = drag.at === 0 ? 0 : Math.max(1, this.snapped(kind, drag.at + tick - drag.tick, this.at))
    const bpm = drag.bpm + tempoAt(y, drag.range) - tempoAt(drag.y, drag.range)
    this.change(kind === 'tempo' ? { at, bpm: Math.min(999, Math.max(2, Math.round(bpm))) } : { at }, drag)
  }

  change(members, drag) {
    const { selected } = this
    if (Object.entries(members).every(([name, value]) => selected[name] === value)) return
    this.edit(`move a ${this.kind} change`, members, drag)
    if (drag) drag.isChanged = true
  }

  pressKey(event) {
    const { kind, selected } = this
    if (event.key === 'Delete' || event.key === 'Backspace') this.remove()
    else if (!(event.key in ARROWS)) return
    else if (event.ctrlKey || event.metaKey) this.selectNeighbour(ARROWS[event.key])
    else this.moveByKey(kind, selected, ARROWS[event.key], event)
    event.preventDefault()
    event.stopPropagation()
  }

  moveByKey(kind, { at, bpm }, [time, amount], { shiftKey, altKey }) {
    if (amount && kind === 'tempo') {
      const step = shiftKey ? 10 : altKey ? 0.1 : 1
      return this.change({ bpm: Math.min(999, Math.max(2, Math.round((bpm + amount * step) * 10) / 10)) })
    }
    if (!time || at === 0) return
    const { timeline } = this.studio
    const step = kind === 'tempo' ? this.roll.grid || timeline.ticksPerQuarter / 4 : timeline.meterAt(at - 1).ticksPerBar
    this.change({ at: Math.max(1, this.snapped(kind, at + time * step, at)) })
  }

  /** Left and right select the change before or after, up and down one of the other kind. */
  selectNeighbour([time, other]) {
    const kind = other ? (this.kind === 'tempo' ? 'meter' : 'tempo') : this.kind
    const changes = this.changes[kind]
    const place = Math.max(0, changes.findLastIndex(({ at }) => at <= this.at)) + time
    this.select(kind, changes[Math.max(0, Math.min(changes.length - 1, place))].at)
    this.studio.announce(this.picture.querySelector('.is-selected')?.getAttribute('aria-label') ?? '')
  }
}

customElements.define('tactus-tempo-lane', TempoLane)
