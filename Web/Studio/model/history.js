/** The states that undo can bring back. */
const DEPTH = 200

/** Documents before and after each edit. Documents are immutable and share what an edit leaves as it is. */
export class History {
  constructor(document) {
    this.document = document
    this.past = []
    this.future = []
  }

  /** Records an edit; `label` says what it did. */
  add(label, document) {
    this.past.push({ label, document: this.document })
    if (this.past.length > DEPTH) this.past.shift()
    this.future = []
    this.document = document
  }

  /** Goes back by one edit; returns its label, or undefined if there is none. */
  undo() {
    return this.move(this.past, this.future)
  }

  /** Repeats the edit that was undone last. */
  redo() {
    return this.move(this.future, this.past)
  }

  move(from, to) {
    const state = from.pop()
    if (!state) return undefined
    to.push({ label: state.label, document: this.document })
    this.document = state.document
    return state.label
  }
}
