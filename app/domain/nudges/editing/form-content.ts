/** Converts a type's content between its stored form and the editor's fields. */
import type { NudgeType } from '#app/contract/nudges.ts'
import type { ContentInput } from '../types/kit/fields.ts'
import { nudgeDefinitions } from '../types/registry.ts'
import { formatFormMoment, type FormFields } from './form-fields.ts'

const days = [0, 1, 2, 3, 4, 5, 6]

/** Null for types without content. Omits empty fields. */
export function readContent(form: FormFields, type: NudgeType): unknown {
  const { fields } = nudgeDefinitions[type]
  if (fields === null) return null
  if (fields.kind === 'delivery') return readDelivery(form)
  if (fields.kind === 'thresholds') return readFreeDelivery(form)
  return present(
    Object.fromEntries(fields.inputs.map((input) => [input.name, readInput(form, input)])),
  )
}

/** Null for what is empty, and for a check that isn't set. */
function readInput(form: FormFields, { kind, name }: ContentInput): unknown {
  const field = `content.${name}`
  if (kind === 'check') return form.isOn(field) ? true : null
  return kind === 'moment' ? form.momentOf(field) : form.optionalOf(field)
}

const readDelivery = (fields: FormFields) => ({
  ...present({
    timeZone: fields.optionalOf('content.timeZone'),
    holidaysUntil: fields.optionalOf('content.holidaysUntil'),
  }),
  cutOffs: days.map((day) => fields.optionalOf(`content.cutOffs.${String(day)}`)),
  deliversOn: days.map((day) => fields.isOn(`content.deliversOn.${String(day)}`)),
  transit: Object.fromEntries(
    fields.rowsOf('content.transit', 'country').map((row) => {
      const name = `content.transit.${String(row)}`
      const min = Number(fields.optionalOf(`${name}.min`) ?? NaN)
      const max = Number(fields.optionalOf(`${name}.max`) ?? min)
      if (!Number.isInteger(min) || !Number.isInteger(max)) {
        fields.refuse('content.transit', 'Enter whole days for each country.')
      }
      return [fields.textOf(`${name}.country`).toUpperCase(), { min, max }]
    }),
  ),
  holidays: fields
    .textOf('content.holidays')
    .split(/[\s,;]+/)
    .filter((date) => date !== ''),
})

const readFreeDelivery = (fields: FormFields) => ({
  ...present({
    currency: fields.optionalOf('content.currency')?.toUpperCase() ?? null,
    restrictions: fields.optionalOf('content.restrictions'),
  }),
  thresholds: Object.fromEntries(
    fields.rowsOf('content.thresholds', 'country').map((row) => {
      const name = `content.thresholds.${String(row)}`
      const typed = fields.textOf(`${name}.amount`).replace(',', '.')
      if (!/^\d{1,9}(\.\d{1,3})?$/.test(typed)) {
        fields.refuse('content.thresholds', 'Enter an amount for each country, like 49.95.')
      }
      return [fields.textOf(`${name}.country`).toUpperCase(), Number(typed)]
    }),
  ),
})

const present = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** Values for the fields; `fresh` for a nudge without any input so far. */
export function showContent(
  type: NudgeType,
  stored: unknown,
  timeZone: string,
): Record<string, string> {
  const content: Record<string, unknown> = isRecord(stored) ? stored : freshContent(type, timeZone)
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(content)) {
    const field = `content.${name}`
    if (name === 'startsAt' && typeof value === 'number')
      shown[field] = formatFormMoment(value, timeZone)
    else if (name === 'holidays' && Array.isArray(value)) shown[field] = value.join('\n')
    else if (name === 'transit' && isRecord(value)) Object.assign(shown, showTransit(value))
    else if (name === 'thresholds' && isRecord(value)) Object.assign(shown, showThresholds(value))
    else if (Array.isArray(value)) {
      value.forEach((one: unknown, place) => {
        shown[`${field}.${String(place)}`] =
          one === true ? 'on' : typeof one === 'string' ? one : ''
      })
    } else if (value === true) shown[field] = 'on'
    else if (typeof value === 'string') shown[field] = value
  }
  return shown
}

/**
 * Without a cut-off nothing would be promised, so the form starts with an ordinary working week.
 */
const freshContent = (type: NudgeType, timeZone: string): Record<string, unknown> =>
  nudgeDefinitions[type].fields?.kind === 'delivery'
    ? { deliversOn: [true, true, true, true, true, false, false], timeZone }
    : {}

const showTransit = (transit: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(transit).flatMap(([country, range], row) => {
      const name = `content.transit.${String(row)}`
      const { min, max } = isRecord(range) ? range : {}
      return [
        [`${name}.country`, country],
        [`${name}.min`, numberText(min)],
        [`${name}.max`, numberText(max)],
      ]
    }),
  ) as Record<string, string>

const showThresholds = (thresholds: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(thresholds).flatMap(([country, amount], row) => {
      const name = `content.thresholds.${String(row)}`
      return [
        [`${name}.country`, country],
        [`${name}.amount`, numberText(amount)],
      ]
    }),
  ) as Record<string, string>

const numberText = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : ''

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
