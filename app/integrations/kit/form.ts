/** Deliveries that come as a form. */

/** Reads one field. Undefined: it is missing, or occurs more than once, as no service sends it. */
export function formReader(text: string): (name: string) => string | undefined {
  const form = new URLSearchParams(text)
  return (name) => {
    const [value, ...others] = form.getAll(name)
    return others.length === 0 ? value : undefined
  }
}
