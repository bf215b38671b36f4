/** Serializes JSON on pages that changed built-in prototypes. */

/**
 * Uses JSON.stringify for single strings and numbers only: pages with Prototype.js add `toJSON` to
 * arrays and objects, which turns lists into strings (sentry-javascript issue 2205). Undefined for
 * values that JSON can't represent, for example functions. No event contains a list.
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
