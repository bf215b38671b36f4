/** Reads settings from the editor's form. Field names are paths in the settings. */
import type { FieldErrors } from '#app/lib/errors.ts'
import {
  cardLayouts,
  designChoices,
  designSettings,
  plainDesign,
  type CardDesign,
} from '#app/contract/card-design.ts'
import { pageKinds, type NudgeHours, type PathRule } from '#app/contract/nudge-rules.ts'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { positions } from '#app/contract/site-options.ts'
import { maxListSize, type NudgeQuery, type NudgeType } from '#app/contract/nudges.ts'
import { querySources } from '#app/contract/activity-sources.ts'
import { namedDesigns, type DesignLook } from '#app/domain/wording/card-design/designs.ts'
import { weekdays } from '../schedule/weekdays.ts'
import type { ContentInput } from '../types/kit/fields.ts'
import { fullQuery, nudgeDefinitions } from '../types/registry.ts'
import { readFormFields, type FormEntries, type FormFields } from './form-fields.ts'

export type NudgeForm = {
  type: NudgeType
  surface: 'popup' | 'inline'
  /** The site's, for dates and times. */
  timeZone: string
  entries: FormEntries
}

/** Settings as far as they could be read. Their schema hasn't been checked yet. */
export type ReadSettings = {
  settings: NudgeSettings
  /** Errors of unreadable values, by path of the setting. */
  errors: FieldErrors
}

export function readSettings({ type, surface, timeZone, entries }: NudgeForm): ReadSettings {
  const fields = readFormFields(entries, timeZone)
  const settings: NudgeSettings = {
    name: fields.textOf('name'),
    query: readQuery(fields, type, nudgeDefinitions[type].reads),
    content: readContent(fields, type),
    rules: readRules(fields),
    placement: surface === 'inline' ? readPlacement(fields) : null,
    message: readMessage(fields),
    look: readLook(fields, surface),
  }
  return { settings, errors: fields.errors }
}

function readRules(fields: FormFields): NudgeSettings['rules'] {
  const pages = readPaths(fields, 'rules.pages')
  const notPages = readPaths(fields, 'rules.notPages')
  const kinds = pageKinds.filter((kind) => fields.allOf('rules.kinds').includes(kind))
  const devices = (['desktop', 'mobile'] as const).filter((device) =>
    fields.allOf('rules.devices').includes(device),
  )
  const audience = fields.wordOf('rules.audience', ['all', 'new', 'returning'])
  const from = fields.momentOf('rules.from')
  const until = fields.momentOf('rules.until')
  const hours = readHours(fields)
  return {
    ...(pages.length > 0 ? { pages } : {}),
    ...(notPages.length > 0 ? { notPages } : {}),
    ...(kinds.length > 0 ? { kinds } : {}),
    ...(devices.length > 0 ? { devices } : {}),
    ...(audience === 'all' ? {} : { audience }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
    ...(hours === null ? {} : { hours }),
  }
}

/** Null: always. */
function readHours(fields: FormFields): NudgeHours | null {
  const chosen = fields.allOf('rules.hours.days').flatMap((text) => text.split(' '))
  const days = weekdays
    .map((_name, place) => place)
    .filter((place) => chosen.includes(String(place)))
  const from = fields.timeOf('rules.hours.from') || midnight
  const until = fields.timeOf('rules.hours.until') || midnight
  const isEveryDay = days.length === 0 || days.length === weekdays.length
  if (isEveryDay && from === until) return null
  return { days: isEveryDay ? [] : days, from, until }
}

const midnight = '00:00'

function readPaths(fields: FormFields, name: string): PathRule[] {
  const rows = fields.rowsOf(name, 'value')
  if (rows.length > 50) fields.refuse(`${name}.0.value`, 'Add up to 50 rows.')
  return rows.map((row) => {
    const field = `${name}.${String(row)}.value`
    const value = fields.textOf(field)
    if (value === '') fields.refuse(field, 'Enter part of a path, or remove this row.')
    if (value.length > 512) fields.refuse(field, 'Use 512 characters or fewer.')
    const match = fields.wordOf(`${name}.${String(row)}.match`, ['contains', 'exact', 'pattern'])
    return { match, value }
  })
}

function readPlacement(fields: FormFields): NudgeSettings['placement'] {
  const selector = fields.textOf('placement.selector')
  if (selector.length > 200) fields.refuse('placement.selector', 'Use 200 characters or fewer.')
  const where = fields.wordOf('placement.where', ['after', 'before', 'prepend', 'append'])
  return selector === '' ? null : { selector, where }
}

function readMessage(fields: FormFields): NudgeSettings['message'] {
  const title = fields.textOf('message.title')
  const text = fields.textOf('message.text')
  const one = fields.textOf('message.one')
  return title + text + one === '' ? null : { title, text, one }
}

function readLook(fields: FormFields, surface: NudgeForm['surface']): NudgeSettings['look'] {
  const { design, theme, imagePosition } = readNamedDesign(fields) ?? readDesignLook(fields)
  const color = fields.textOf('look.color').toLowerCase()
  const showNudgeTitle = fields.wordOf('look.showNudgeTitle', ['', 'on', 'off'])
  const inlineBorder = fields.wordOf('look.inlineBorder', ['', 'on', 'off'])
  const layout = fields.wordOf('look.layout', ['', ...cardLayouts])
  const isPlaced = surface === 'popup' && fields.textOf('look.placed') === 'nudge'
  const position = isPlaced ? fields.wordOf('look.position', ['', ...positions]) : ''
  const mobilePosition = isPlaced ? fields.wordOf('look.mobilePosition', ['', ...positions]) : ''
  const isColor = /^#[0-9a-f]{6}$/.test(color)
  if (color !== '' && !isColor)
    fields.refuse('look.color', 'Enter a color code, for example #0b6e4f.')
  return {
    ...(theme === '' ? {} : { theme }),
    ...(isColor ? { color } : {}),
    ...(design === null ? {} : { design }),
    ...(imagePosition === '' ? {} : { imagePosition }),
    ...(showNudgeTitle === '' ? {} : { showNudgeTitle: showNudgeTitle === 'on' }),
    ...(inlineBorder === '' || surface === 'popup' ? {} : { inlineBorder: inlineBorder === 'on' }),
    ...(layout === '' ? {} : { layout }),
    ...(position === '' ? {} : { position }),
    ...(mobilePosition === '' ? {} : { mobilePosition }),
  }
}

/** Null and '' are the site's. */
type ReadLook = {
  design: CardDesign | null
  theme: DesignLook['theme'] | ''
  imagePosition: DesignLook['imagePosition'] | ''
}

/** Reads the list for browsers without JavaScript. Null: nothing was chosen there. */
function readNamedDesign(fields: FormFields): ReadLook | null {
  const name = fields.textOf('look.named')
  if (name === 'site') return { design: null, theme: '', imagePosition: '' }
  return namedDesigns.find((one) => one.name === name) ?? null
}

const readDesignLook = (fields: FormFields): ReadLook => ({
  design: readDesign(fields),
  theme: fields.wordOf('look.theme', ['', 'light', 'dark', 'auto']),
  imagePosition: fields.wordOf('look.imagePosition', ['', 'start', 'end', 'none']),
})

/** Null: the site's. */
function readDesign(fields: FormFields): CardDesign | null {
  if (fields.textOf('look.designed') !== 'nudge') return null
  return Object.fromEntries(
    designSettings.map((setting) => [
      setting,
      fields.wordOf(`look.design.${setting}`, ['', ...designChoices[setting]]) ||
        plainDesign[setting],
    ]),
  ) as CardDesign
}

const hour = 3600
const day = 86_400
const most = 1_000_000

/** Unit of the entered duration: hours for an offer, minutes for a time frame. */
export const durationUnit = (type: NudgeType) =>
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
    listSize:
      fields.wholeOf('query.listSize', { least: 1, most: maxListSize }) ?? defaults.listSize,
    countries: readCountries(fields),
    integration: fields.wordOf('query.integration', ['', ...querySources]) || null,
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
    fields.refuse(
      'query.countries',
      `“${wrong.slice(0, 20)}” isn’t a two-letter country code. Use a code like NL.`,
    )
    return []
  }
  if (named.length > 250) fields.refuse('query.countries', 'Enter up to 250 countries.')
  return [...new Set(named)]
}

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
  cutOffs: weekdays.map((_name, place) => fields.optionalOf(`content.cutOffs.${String(place)}`)),
  deliversOn: weekdays.map((_name, place) => fields.isOn(`content.deliversOn.${String(place)}`)),
  transit: Object.fromEntries(
    fields.rowsOf('content.transit', 'country').map((row) => {
      const name = `content.transit.${String(row)}`
      const min = Number(fields.optionalOf(`${name}.min`) ?? NaN)
      const max = Number(fields.optionalOf(`${name}.max`) ?? min)
      if (!Number.isInteger(min) || !Number.isInteger(max)) {
        fields.refuse('content.transit', 'Enter a whole number of days for each country.')
      }
      return [fields.textOf(`${name}.country`).toUpperCase(), { min, max }]
    }),
  ),
  holidays: [...new Set(readHolidays(fields))].sort(),
})

const readHolidays = (fields: FormFields) =>
  fields
    .rowsOf('content.holidays', 'day')
    .map((row) => fields.textOf(`content.holidays.${String(row)}.day`))
    .filter((day) => day !== '')

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
        fields.refuse('content.thresholds', 'Enter an amount for each country, for example 49.95.')
      }
      return [fields.textOf(`${name}.country`).toUpperCase(), Number(typed)]
    }),
  ),
})

const present = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
