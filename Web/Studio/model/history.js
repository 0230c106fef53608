/** The states that undo can bring back. */
const DEPTH = 200

/** Documents before and after each edit. Documents are immutable and share what an edit leaves as it is. */
export class History {
  constructor(document) {
    this.document = document
    this.past = []
    this.future = []
    /** The last document that the engine has accepted. */
    this.accepted = document
  }

  /** Records an edit; `label` says what it did. */
  add(label, document) {
    this.past.push({ label, document: this.document })
    if (this.past.length > DEPTH) this.past.shift()
    this.future = []
    this.document = document
  }

  /** Changes what the last edit has made, without a further step. */
  amend(document) {
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

  /** Takes a document that the engine has refused out of all steps; if it is the current one, the accepted one returns. */
  refuse(document) {
    if (this.document === document) this.returnToAccepted()
    this.past = this.past.filter((state) => state.document !== document)
    this.future = this.future.filter((state) => state.document !== document)
  }

  /** Drops the steps between the current document and the accepted one. */
  returnToAccepted() {
    for (const steps of [this.past, this.future]) {
      const place = steps.findLastIndex((state) => state.document === this.accepted)
      if (place < 0) continue
      steps.length = place
      break
    }
    this.document = this.accepted
  }
}
