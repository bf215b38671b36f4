/** The editor's form: settings to fields and back. Field names are paths in the settings. */
import type { FieldErrors } from '#app/lib/errors.ts'
import { pageKinds, type NudgeHours, type PathRule } from '#app/contract/nudge-rules.ts'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { weekdays } from '../schedule/weekdays.ts'
import { readContent, showContent } from './form-content.ts'
import {
  readFormFields,
  formatFormMoment,
  type FormEntries,
  type FormFields,
} from './form-fields.ts'
import { readQuery, showQuery } from './form-query.ts'

export type EditedKind = {
  type: NudgeType
  surface: 'popup' | 'inline'
  /** Options that the type reads. */
  reads: readonly (keyof NudgeQuery)[]
  /** The site's, for dates and times. */
  timeZone: string
}

/** The settings as far as they could be read. Their schema hasn't been checked yet. */
export function readSettings(
  { type, surface, reads, timeZone }: EditedKind,
  entries: FormEntries,
): { settings: NudgeSettings; errors: FieldErrors } {
  const fields = readFormFields(entries, timeZone)
  const settings: NudgeSettings = {
    name: fields.textOf('name'),
    query: readQuery(fields, type, reads),
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
  const days = weekdays.map((_name, day) => day).filter((day) => chosen.includes(String(day)))
  const from = fields.timeOf('rules.hours.from') || midnight
  const until = fields.timeOf('rules.hours.until') || midnight
  const isEveryDay = days.length === 0 || days.length === weekdays.length
  if (isEveryDay && from === until) return null
  return { days: isEveryDay ? [] : days, from, until }
}

const midnight = '00:00'

function readPaths(fields: FormFields, name: string): PathRule[] {
  const rows = fields.rowsOf(name, 'value')
  if (rows.length > 50) fields.refuse(`${name}.0.value`, 'Use at most 50 rows.')
  return rows.map((row) => {
    const field = `${name}.${String(row)}.value`
    const value = fields.textOf(field)
    if (value === '') fields.refuse(field, 'Enter a part of an address, or take the row away.')
    if (value.length > 512) fields.refuse(field, 'Use at most 512 characters.')
    const match = fields.wordOf(`${name}.${String(row)}.match`, ['contains', 'exact', 'pattern'])
    return { match, value }
  })
}

function readPlacement(fields: FormFields): NudgeSettings['placement'] {
  const selector = fields.textOf('placement.selector')
  if (selector.length > 200) fields.refuse('placement.selector', 'Use at most 200 characters.')
  const where = fields.wordOf('placement.where', ['after', 'before', 'prepend', 'append'])
  return selector === '' ? null : { selector, where }
}

function readMessage(fields: FormFields): NudgeSettings['message'] {
  const title = fields.textOf('message.title')
  const text = fields.textOf('message.text')
  const one = fields.textOf('message.one')
  return title + text + one === '' ? null : { title, text, one }
}

function readLook(fields: FormFields, surface: EditedKind['surface']): NudgeSettings['look'] {
  const theme = fields.wordOf('look.theme', ['', 'light', 'dark', 'auto'])
  const color = fields.textOf('look.color').toLowerCase()
  const imagePosition = fields.wordOf('look.imagePosition', ['', 'start', 'end', 'none'])
  const showNudgeTitle = fields.wordOf('look.showNudgeTitle', ['', 'on', 'off'])
  const inlineBorder = fields.wordOf('look.inlineBorder', ['', 'on', 'off'])
  const isColor = /^#[0-9a-f]{6}$/.test(color)
  if (color !== '' && !isColor) fields.refuse('look.color', 'Enter a colour like #0b6e4f.')
  return {
    ...(theme === '' ? {} : { theme }),
    ...(isColor ? { color } : {}),
    ...(imagePosition === '' ? {} : { imagePosition }),
    ...(showNudgeTitle === '' ? {} : { showNudgeTitle: showNudgeTitle === 'on' }),
    ...(inlineBorder === '' || surface === 'popup' ? {} : { inlineBorder: inlineBorder === 'on' }),
  }
}

/** Values by field name. Names of list items end with an index. */
export function showSettings(
  type: NudgeType,
  settings: NudgeSettings,
  timeZone: string,
): Record<string, string> {
  const { name, query, content, rules, placement, message, look } = settings
  const overridden = (value: boolean | undefined) =>
    value === undefined ? '' : value ? 'on' : 'off'
  return {
    name,
    ...showQuery(type, query, timeZone),
    ...showContent(type, content, timeZone),
    ...showPaths('rules.pages', rules.pages ?? []),
    ...showPaths('rules.notPages', rules.notPages ?? []),
    'rules.kinds': (rules.kinds ?? []).join(' '),
    'rules.devices': (rules.devices ?? []).join(' '),
    'rules.audience': rules.audience ?? 'all',
    'rules.from': formatFormMoment(rules.from, timeZone),
    'rules.until': formatFormMoment(rules.until, timeZone),
    'rules.hours.days': (rules.hours?.days ?? []).join(' '),
    'rules.hours.from': rules.hours?.from ?? '',
    'rules.hours.until': rules.hours?.until ?? '',
    'placement.selector': placement?.selector ?? '',
    'placement.where': placement?.where ?? 'after',
    'message.title': message?.title ?? '',
    'message.text': message?.text ?? '',
    'message.one': message?.one ?? '',
    'look.theme': look.theme ?? '',
    'look.color': look.color ?? '',
    'look.imagePosition': look.imagePosition ?? '',
    'look.showNudgeTitle': overridden(look.showNudgeTitle),
    'look.inlineBorder': overridden(look.inlineBorder),
  }
}

const showPaths = (name: string, rules: readonly PathRule[]) =>
  Object.fromEntries(
    rules.flatMap(({ match, value }, row) => [
      [`${name}.${String(row)}.match`, match],
      [`${name}.${String(row)}.value`, value],
    ]),
  ) as Record<string, string>
