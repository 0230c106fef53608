import { commonCycle } from '../model/cycle.js'
import { isPattern } from '../model/document.js'
import { element } from '../parts/element.js'
import { svg } from '../parts/svg.js'

/** The most passes that are drawn one by one. */
const DRAWN = 96

/** The most different lengths that are shown. */
const ROWS = 6

/** How patterns of different lengths run against each other: their passes until all meet again, and the playhead. */
class CycleView extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.setAttribute('role', 'group')
    this.setAttribute('aria-label', 'Polymeter')
    studio.tactus.addEventListener('position', ({ detail }) => this.move(detail))
  }

  show() {
    const { document, timeline } = this.studio
    const tracks = document.tracks.filter((track) => isPattern(track) && !track.pattern.sections)
    const { passes, length } = commonCycle(document, tracks)
    this.hidden = passes.size < 2
    if (this.hidden) return this.replaceChildren()
    this.length = length
    this.bars = length / timeline.meterAt(0).ticksPerBar
    this.now = element('output', { className: 'now' })
    this.line = element('div', { className: 'cycle-line' })
    const rows = [...passes].sort(([a], [b]) => a - b).slice(0, ROWS).map(([ticks, tracks]) => this.makeRow(ticks, tracks))
    this.replaceChildren(
      element('p', {}, `The patterns meet again after ${text(this.bars)} ${this.bars === 1 ? 'bar' : 'bars'}. `, this.now),
      element('div', { className: 'cycle-rows' }, rows.flat()), this.line)
    this.move(this.studio.tactus.position)
  }

  makeRow(ticks, tracks) {
    const names = tracks.map((track) => track.name || 'Track').join(', ')
    const count = this.length / ticks
    const picture = svg('svg', { viewBox: `0 0 ${Math.min(count, DRAWN)} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      count > DRAWN ? svg('rect', { width: DRAWN, height: 1 })
        : Array.from({ length: count }, (_, pass) => svg('rect', { x: pass + 0.04, width: 0.92, height: 1 })))
    return [element('span', { className: 'cycle-name', title: names }, `${names}: ${text(count)}×`), picture]
  }

  move({ tick, playing }) {
    if (this.hidden || !this.line || this.closest('[hidden]')) return
    const within = ((tick % this.length) + this.length) % this.length
    this.line.style.setProperty('--part', within / this.length)
    this.line.hidden = !playing && tick === 0
    const bar = Math.floor((within / this.length) * this.bars) + 1
    const now = playing ? `Now in bar ${bar}.` : ''
    if (this.now.value !== now) this.now.value = now
  }
}

/** A number with at most two decimals. */
const text = (value) => String(Math.round(value * 100) / 100)

customElements.define('tactus-cycle', CycleView)
