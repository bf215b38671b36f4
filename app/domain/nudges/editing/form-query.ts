/** Converts query options between stored values and the units of the form. */
import { offeredQuerySources } from '#app/domain/activities/sources.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { formatFormMoment, type FormFields } from './form-fields.ts'
import { fullQuery, nudgeDefinitions } from '../types/registry.ts'

const hour = 3600
const day = 86_400
const most = 1_000_000

const flags = [
  ...(['hideEmpty', 'javascript', 'rotateNudges', 'skipSeenNudges'] as const),
  ...(['persistentNudge', 'showProductName', 'hideHighStockNudge'] as const),
]

/** Unit of the entered duration: hours for an offer, minutes for a time frame. */
const durationUnit = (type: NudgeType) =>
  nudgeDefinitions[type].durationUnit === 'hours' ? hour : 60

/** Options that the type reads and that differ from its defaults. */
export function readQuery(
  fields: FormFields,
  type: NudgeType,
  reads: readonly (keyof NudgeQuery)[],
): Partial<NudgeQuery> {
  const defaults = fullQuery(type, {})
  const typed: NudgeQuery = {
    ago: readAgo(fields) ?? defaults.ago,
    minimum: readMinimum(fields, type) ?? defaults.minimum,
    maximum: fields.wholeOf('query.maximum', { least: 1, most }),
    deadline: fields.momentOf('query.deadline'),
    duration: fields.wholeOf('query.duration', {
      least: 60,
      most: day,
      unit: durationUnit(type),
    }),
    listSize: fields.wholeOf('query.listSize', { least: 1, most: 50 }) ?? defaults.listSize,
    countries: readCountries(fields),
    integration: fields.wordOf('query.integration', ['', ...offeredQuerySources]) || null,
    hideEmpty: fields.isOn('query.hideEmpty'),
    javascript: fields.isOn('query.javascript'),
    rotateNudges: fields.isOn('query.rotateNudges'),
    skipSeenNudges: fields.isOn('query.skipSeenNudges'),
    persistentNudge: fields.isOn('query.persistentNudge'),
    showProductName: fields.isOn('query.showProductName'),
    hideHighStockNudge: fields.isOn('query.hideHighStockNudge'),
  }
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) =>
        reads.some((read) => read === name) &&
        JSON.stringify(value) !== JSON.stringify(defaults[name as keyof NudgeQuery]),
    ),
  )
}

const readAgo = (fields: FormFields) =>
  fields.wholeOf('query.ago', {
    least: hour,
    most: 60 * day,
    unit: fields.textOf('query.ago.unit') === 'hours' ? hour : day,
  })

const readMinimum = (fields: FormFields, type: NudgeType) =>
  fields.wholeOf('query.minimum', nudgeDefinitions[type].minimumRange ?? { least: 0, most })

function readCountries(fields: FormFields): string[] {
  const named = fields
    .textOf('query.countries')
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
    .map((code) => code.toUpperCase())
  const wrong = named.find((code) => !/^[A-Z]{2}$/.test(code))
  if (wrong !== undefined) {
    fields.refuse('query.countries', `“${wrong.slice(0, 20)}” is no code of two letters, like NL.`)
    return []
  }
  if (named.length > 250) fields.refuse('query.countries', 'Name at most 250 countries.')
  return [...new Set(named)]
}

/** Values for the fields. */
export function showQuery(
  type: NudgeType,
  stored: Partial<NudgeQuery>,
  timeZone: string,
): Record<string, string> {
  const query = fullQuery(type, stored)
  const isInDays = query.ago % day === 0
  const numberOf = (value: number | null) => (value === null ? '' : String(value))
  return {
    'query.ago': String(Math.round(query.ago / (isInDays ? day : hour))),
    'query.ago.unit': isInDays ? 'days' : 'hours',
    'query.minimum': String(query.minimum),
    'query.maximum': numberOf(query.maximum),
    'query.deadline': formatFormMoment(query.deadline, timeZone),
    'query.duration': numberOf(
      query.duration === null ? null : Math.round(query.duration / durationUnit(type)),
    ),
    'query.listSize': String(query.listSize),
    'query.countries': query.countries.join(', '),
    'query.integration': query.integration ?? '',
    ...Object.fromEntries(flags.map((name) => [`query.${name}`, query[name] ? 'on' : ''])),
  }
}
