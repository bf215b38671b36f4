/** A mapping as the fields of a form. Safe in the browser. */
import type { Condition, MappedField, Mapping, Source } from '#app/integrations/smart/mapping.ts'
import type { Step } from '#app/integrations/smart/steps.ts'

/** By names of the form's fields. Names that are missing are empty. */
export type MappingValues = Readonly<Record<string, string>>

/** A step as a choice of a list. */
const stepCode = (step: Step): string => (typeof step === 'string' ? step : JSON.stringify(step))

export function mappingValues(mapping: Mapping): MappingValues {
  const { kind, each, items, id, when, states, set } = mapping
  const values: Record<string, string> = { kind, each: each ?? '', items: items ?? '' }
  id.forEach((path, place) => {
    values[`id.${place}`] = path
  })
  const lists = { when, 'states.cancelled': states.cancelled, 'states.refunded': states.refunded }
  for (const [name, list] of Object.entries(lists)) {
    list?.forEach((one, place) => Object.assign(values, conditionValues(`${name}.${place}`, one)))
  }
  for (const [field, source] of Object.entries(set)) {
    Object.assign(values, sourceValues(field as MappedField, source))
  }
  return values
}

function conditionValues(name: string, one: Condition): Record<string, string> {
  const value = 'value' in one ? one.value : ''
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return { [`${name}.at`]: one.at, [`${name}.op`]: one.op, [`${name}.value`]: text }
}

function sourceValues(field: MappedField, source: Source): Record<string, string> {
  const values: Record<string, string> = {}
  const steps = [...source.do]
  const last = steps.at(-1)
  if (typeof last === 'object' && 'default' in last && typeof last.default === 'string') {
    values[`set.${field}.default`] = last.default
    steps.pop()
  }
  source.at.forEach((path, place) => {
    values[`set.${field}.at.${place}`] = path
  })
  steps.forEach((step, place) => {
    if (typeof step === 'object' && 'date' in step && step.zone !== undefined) {
      values[`set.${field}.zone`] = step.zone
      values[`set.${field}.do.${place}`] = stepCode({ date: step.date })
    } else {
      values[`set.${field}.do.${place}`] = stepCode(step)
    }
  })
  return values
}

type Places = {
  name: string
  /** After the place, for example `.at`. */
  end?: string
  most: number
}

/** Places of a list in the form: those that are filled, and one more. */
export function slotsOf(values: MappingValues, { name, end = '', most }: Places): number {
  let filled = 0
  for (let place = 0; place < most; place += 1) {
    if (values[`${name}.${place}${end}`]) filled = place + 1
  }
  return Math.min(filled + 1, most)
}
