/** Creates an SVG element with attributes; those that are undefined are left out. */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, value)
  }
  made.append(...children.flat())
  return made
}
