/** Runs asynchronous edits one after another, so that each begins with what the one before it has left. */
export class InOrder {
  last = Promise.resolve()

  /** Runs `edit` after all edits before it, also after those that have failed. Returns its result. */
  run(edit) {
    const result = this.last.then(edit)
    this.last = result.catch(() => {})
    return result
  }
}
