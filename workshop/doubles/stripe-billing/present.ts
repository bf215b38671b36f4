/** Answers: ids become objects, and optional fields appear, where `expand` asks for it. */
import { completed } from './unset.ts'

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
  const kind = String((value as Fields)['object'])
  const isDeleted = 'deleted' in value
  const fields = isDeleted ? (value as Fields) : completed(kind, value as Fields)
  const hidden = optional[kind] ?? []
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const below = paths.filter(([first]) => first === name).map((path) => path.slice(1))
      // An optional member is never null.
      const isHidden = hidden.includes(name) && (below.length === 0 || field === null)
      return isHidden ? [] : [[name, expanded(find, ofKind(`${kind}.${name}`, field), below)]]
    }),
  )
}

function expanded(find: Find, field: unknown, below: readonly string[][]): unknown {
  const isAsked = below.length > 0
  const row = isAsked && typeof field === 'string' ? find(field) : undefined
  return present(find, row ?? field, below)
}

/** A member with fields, which has no kind of its own. */
const ofKind = (kind: string, field: unknown): unknown =>
  typeof field !== 'object' || field === null || Array.isArray(field) || 'object' in field
    ? field
    : completed(kind, field as Fields)
