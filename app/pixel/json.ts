/** Writes JSON on pages that changed the language. */

/**
 * Only single texts and numbers go through JSON.stringify: pages with Prototype.js give arrays and
 * objects a `toJSON` of their own, which turns a list into a text (sentry-javascript issue 2205).
 * Undefined for what JSON has no word for, such as a function. No event has a list in it.
 */
export const writeJson = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || !value) return JSON.stringify(value)
  let parts = ''
  for (const [name, part] of Object.entries(value)) {
    const text = writeJson(part)
    if (text) parts += `${parts && ','}${JSON.stringify(name)}:${text}`
  }
  return `{${parts}}`
}
