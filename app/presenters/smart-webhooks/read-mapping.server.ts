/** The mapping that a form describes. */
import type { FieldErrors } from '#app/lib/errors.ts'
import {
  mappedFields,
  mapping,
  mappingVersion,
  type Mapping,
} from '#app/integrations/smart/mapping.ts'
import type { MappingValues } from './mapping-values.ts'

export type ReadMapping = { ok: true; mapping: Mapping } | { ok: false; errors: FieldErrors }

/** More than a mapping takes, so too many are refused by a sentence and not left out. */
const mostPlaces = 20

/** Errors are by the names of the form's fields. */
export function readMapping(values: MappingValues): ReadMapping {
  const set = Object.fromEntries(
    mappedFields.flatMap((field) => {
      const source = sourceOf(values, `set.${field}`)
      return source ? [[field, source]] : []
    }),
  )
  const states = {
    cancelled: conditionsOf(values, 'states.cancelled'),
    refunded: conditionsOf(values, 'states.refunded'),
  }
  const read = mapping.safeParse({
    v: mappingVersion,
    kind: values['kind'],
    when: conditionsOf(values, 'when'),
    states: Object.fromEntries(Object.entries(states).filter(([, list]) => list.length > 0)),
    ...(values['each'] ? { each: values['each'] } : {}),
    ...(values['items'] ? { items: values['items'] } : {}),
    id: filledOf(values, 'id'),
    set,
  })
  if (read.success) return { ok: true, mapping: read.data }
  const errors: Record<string, string[]> = {}
  for (const { path, message, code } of read.error.issues) {
    const field = path.join('.')
    errors[field] = [...(errors[field] ?? []), plainSentence(field, code, message)]
  }
  return { ok: false, errors }
}

/** Adds sentences that the shapes lack, for errors that the form's own choices can't cause. */
function plainSentence(field: string, code: string, message: string): string {
  if (/\.do\.\d+/.test(field)) return 'Choose a step from the list.'
  if (code === 'invalid_union' && /^(?:when|states)/.test(field)) {
    return 'Choose a comparison from the list.'
  }
  return message
}

const filledOf = (values: MappingValues, name: string): string[] =>
  Array.from({ length: mostPlaces }, (_, place) => values[`${name}.${place}`] ?? '').filter(
    (value) => value !== '',
  )

function sourceOf(values: MappingValues, name: string) {
  const at = filledOf(values, `${name}.at`)
  const fallback = values[`${name}.default`]?.trim() ?? ''
  if (at.length === 0 && fallback === '') return null
  const steps = filledOf(values, `${name}.do`).map((code) => stepOf(code, values[`${name}.zone`]))
  return { at, do: fallback === '' ? steps : [...steps, { default: fallback }] }
}

function stepOf(code: string, zone = ''): unknown {
  if (!code.startsWith('{')) return code
  try {
    const step = JSON.parse(code) as object
    return 'date' in step && zone !== '' ? { ...step, zone } : step
  } catch {
    return code
  }
}

const conditionsOf = (values: MappingValues, name: string) =>
  Array.from({ length: mostPlaces }, (_, place) => `${name}.${place}`).flatMap((one) => {
    const at = values[`${one}.at`] ?? ''
    if (at === '') return []
    const op = values[`${one}.op`] || 'exists'
    return [{ at, op, ...valueOf(op, values[`${one}.value`]?.trim() ?? '') }]
  })

function valueOf(op: string, text: string): { value?: unknown } {
  if (op === 'exists') return {}
  if (op === 'gt' || op === 'lt') return { value: text === '' ? undefined : Number(text) }
  if (op !== 'in') return { value: text }
  return { value: text.split(',').flatMap((one) => one.trim() || []) }
}
