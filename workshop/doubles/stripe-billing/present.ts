/** Answers: ids become objects, and optional fields appear, where `expand` asks for it. */
/** Fields that are absent unless they are expanded. */
const optional: Readonly<Record<string, readonly string[]>> = {
  coupon: ['applies_to'],
  invoice: ['confirmation_secret', 'payments'],
  'checkout.session': ['line_items'],
}

type Fields = Record<string, unknown>

type Find = (id: string) => unknown

/**
 * @param find the row of an id
 * @param paths split at their dots
 */
export function present(find: Find, value: unknown, paths: readonly string[][]): unknown {
  if (Array.isArray(value)) return value.map((one) => expanded(find, one, paths))
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const hidden = optional[String(fields['object'])] ?? []
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const below = paths.filter(([first]) => first === name).map((path) => path.slice(1))
      const isHidden = below.length === 0 && hidden.includes(name)
      return isHidden ? [] : [[name, expanded(find, field, below)]]
    }),
  )
}

function expanded(find: Find, field: unknown, below: readonly string[][]): unknown {
  const isAsked = below.length > 0
  const row = isAsked && typeof field === 'string' ? find(field) : undefined
  return present(find, row ?? field, below)
}
