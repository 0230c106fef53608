import { element } from '../parts/element.js'

/** The name of the chord at the playhead, beside its line. */
export class ChordFlag {
  constructor(studio) {
    this.element = element('span', { className: 'chord-flag', 'aria-hidden': 'true' })
    const show = () => {
      this.element.textContent = studio.chord.song
      this.width = this.element.offsetWidth
    }
    studio.addEventListener('chord', show)
    show()
  }

  /** Moves to the playhead; outside of the notes it is hidden. */
  move(geometry, tick) {
    const x = geometry.x(tick)
    this.element.hidden = x < geometry.left || x > geometry.width
    this.element.style.translate = `${Math.min(x + 5, geometry.width - this.width - 4)}px ${geometry.ruler + 4}px`
  }
}
